"""What an operator types after `manage.py`."""

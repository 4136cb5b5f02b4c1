"""The commands that an operator types after `manage.py`."""

"""Commands of `manage.py`; each file has the name of its command."""

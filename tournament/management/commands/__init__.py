"""Commands of `manage.py`, one in each file, named as the file."""

"""Shared by all rooms: locks, the log, errors, permissions, visibility, limits, words and files (PDF, XLSX, CSV).

Nothing here belongs to one kind of work. Begin with `errors.py`, `actions/locking.py` and `queries/visibility.py`.
"""

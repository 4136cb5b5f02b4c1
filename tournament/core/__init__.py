"""Code shared by all packages of `tournament`: locks, the log, errors, permissions, visibility, limits, words and files
(PDF, XLSX, CSV).

Nothing in this package belongs to one kind of work. Begin with `errors.py`, `actions/locking.py` and
`queries/visibility.py`.
"""

"""The whole tournament in and out: the file `tenbo/1`, import, copy, closing, and the checks of `manage.py verify`.

Organizers take a tournament away or bring one back here. Begin with `queries/envelope` (written) and
`forms/envelope` (read and checked).
"""

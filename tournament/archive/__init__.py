"""The whole tournament in and out: the file `tenbo/1`, import, copy, closing, and the checks of `manage.py verify`.

Organizers take a tournament away or bring one back here. The file has a package of
its own: begin with `tenbo/document.py`.
"""

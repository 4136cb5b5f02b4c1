"""Export and import of whole tournaments (`tenbo/1`), copying, closing, and the checks of `manage.py verify`.

Organizers take a tournament away or bring one back here. The file has a package of
its own: begin with `tenbo/document.py`.
"""

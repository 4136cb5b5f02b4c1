"""Export and import of whole tournaments (`tenbo/1`), copying, closing, and the checks of `manage.py verify`.

Organizers download a tournament as a file on the pages of this room, and upload the file there. The file's format is in
the package `tenbo`: begin with `tenbo/document.py`.
"""

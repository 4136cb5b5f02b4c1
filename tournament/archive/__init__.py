"""Export and import of whole tournaments (`tenbo/1`), copying, closing, and the checks of `manage.py verify`.

Here organizers download a tournament as a file, or upload one. The file's format has a package of its own: begin with
`tenbo/document.py`.
"""

"""Export and import of whole tournaments (`tenbo/1`), copying, closing, and the checks of `manage.py verify`.

Organizers use this package to download a tournament as a file, or to upload such a file. The file's format has a
package of its own: begin with `tenbo/document.py`.
"""

"""Export and import of whole tournaments (`tenbo/1`), copying, closing, and the checks of `manage.py verify`.

Organizers use these pages to download a tournament as a file, and to upload the file. The file's format is in the
package `tenbo`: begin with `tenbo/document.py`.
"""

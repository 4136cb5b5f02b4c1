"""A whole tournament as one JSON document, `tenbo/1` (docs/envelope.md).

Each part stands in one module: `about`, `people`, `seating`, `decisions`, `rounds`, `hanchans`, `sheets` and `log`. It
has the part's shape (a `…Record`), the functions that write it from the database, the check of what it refers to
(`check_…`) and the function that makes its rows (`make_…`); what a record and a row have under one name, `columns`
copies. `document` puts the parts together: begin there.

A file from outside is read in two steps, both before anything is made: `reading` takes the JSON and holds it to the
records, and the parts check what one record says of another.
"""

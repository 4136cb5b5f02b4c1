"""A whole tournament as one JSON document, `tenbo/1` (docs/envelope.md).

Each part has a module: `about`, `people`, `seating`, `decisions`, `calls`, `rounds`, `hanchans`, `hands`, `sheets`,
`mails` and `log`. It has the part's shape (a `…Record`), the functions that write it from the database, the check of
its references (`check_…`) and the function that creates its rows (`make_…`). `columns` copies the values that have the
same name in a record and a row. `document` puts the parts together: begin there.

A file from outside is checked in two steps before any row is created: `reading` parses the JSON and validates it
against the records, then the parts check the references between records.
"""

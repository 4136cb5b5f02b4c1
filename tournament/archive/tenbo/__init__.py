"""A whole tournament as one JSON document, `tenbo/1` (docs/envelope.md).

Each part of the document has a module: `about`, `people`, `seating`, `decisions`, `calls`, `rounds`, `hanchans`,
`hands`, `sheets`, `mails` and `log`. The module has the part's shape (a `…Record`), functions that write the part from
the database, a check of its references (`check_…`), and a function that creates its rows (`make_…`). `columns` copies
values between records and rows that have equal names. `document` puts the parts together: begin with this module.

A file from outside is checked in two steps before any row is created. `reading` parses the JSON and validates it
against the records. Then the parts check the references between records.
"""

"""The JSON API, for other sites, streams and programs; it only reads.

Begin with `views.py`; `exports/` has each answer's shape beside the function that writes it, and
`exports/api_schema.py` makes the published schema of the shapes.
"""

"""The JSON API, for other sites, streams and programs; it is read-only.

Begin with `views.py`. `exports/` has the shape of each response beside the function that writes it, and
`exports/api_schema.py` makes the published schema from the shapes.
"""

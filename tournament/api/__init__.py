"""The read-only JSON API, for other sites, video streams and programs.

Begin with `views.py`. In `exports/` the shape of each response stands beside the function that builds it;
`exports/api_schema.py` makes the published schema from the shapes.
"""

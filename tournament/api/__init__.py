"""The JSON API, for other sites, streams and programs; it only reads.

Begin with `views.py`; the shapes are in `exports/api_json.py` and their schema in `exports/api_schema.py`.
"""

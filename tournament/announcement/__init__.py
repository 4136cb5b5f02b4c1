"""The announcement of an event: one public page for people who may come, which organizers write and preview.

Begin with `queries.py`. Entering is in the room `people`.
"""

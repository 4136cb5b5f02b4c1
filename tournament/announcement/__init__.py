"""The announcement of an event: one public page for people who may come, which organizers write and preview.

Begin with `queries.py`. The form with which people enter is in the package `people`.
"""

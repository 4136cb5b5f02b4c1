"""Clubs with their tables, and leagues with their events and periods."""

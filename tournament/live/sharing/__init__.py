"""Chooses which parts of pages are sent in streams, and in which order they are rendered."""

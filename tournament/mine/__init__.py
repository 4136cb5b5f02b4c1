"""A player's own pages, opened by a private link: seats, sheets to confirm, standing, and points still needed.

Begin with `queries/mine.py`.
"""

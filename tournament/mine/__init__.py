"""A player's own pages, opened by a private link: seats, sheets to confirm, rank and total, and points still needed for
a goal.

Begin with `queries/mine.py`.
"""

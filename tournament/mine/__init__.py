"""A player's own pages, opened by their private link: where do I sit, how do I stand, what do I need.

Begin with `queries/mine.py`.
"""

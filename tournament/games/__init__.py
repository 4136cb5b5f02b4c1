"""A hanchan under its rules: its hands replayed, the current situation, and the result.

Every package that shows or changes a hanchan reads it with this package. Begin with `Game` in `queries/game.py`.
"""

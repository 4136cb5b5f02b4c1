"""One hanchan under its rules: its hands replayed, the current situation, and the result.

Every room that shows or changes a hanchan reads it here. Begin with `Game` in `queries/game.py`.
"""

"""One hanchan read through the rules: its hands replayed, its present situation, its result.

Every room that shows or changes a hanchan reads it here. Begin with `Game` in `queries/game.py`.
"""

"""Leaderboards, leagues, statistics and records, and the files for federations.

The readers are organizers, players and secretaries of clubs. Begin with `queries/leaderboard.py`.
"""

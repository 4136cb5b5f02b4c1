"""Leaderboards, leagues, statistics and records, and the files for federations.

Organizers, players and club secretaries read them. Begin with `queries/leaderboard.py`.
"""

"""Leaderboards, leagues, seasons, statistics and records, and the files that federations take.

Organizers, players and club secretaries read them. Begin with `queries/leaderboard.py`.
"""

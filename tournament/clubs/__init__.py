"""Clubs: their people, tables with cards, nights and leagues.

A club's organizers use these pages. Begin with `queries/club.py` and `actions/open_night.py`.
"""

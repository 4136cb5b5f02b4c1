"""Clubs: their people, tables with cards, nights and leagues.

A club's organizers work here. Begin with `queries/club.py` and `actions/open_night.py`.
"""

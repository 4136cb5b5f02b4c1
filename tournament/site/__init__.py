"""The pages of the site around the tournaments: home, accounts, settings, team, rulebooks, downloads and rehearsals.

Begin with `views/home.py` and `views/tournament.py`.
"""

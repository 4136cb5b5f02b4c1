"""Players, their entries, check-in, departures, penalties and appeals, and the data of a person who plays in many
events.

Organizers and referees work with these pages. Begin with `actions/add_players.py` and `queries/players.py`.
"""

"""Players, their entries, check-in, departures, penalties and appeals, and one person over many events.

Organizers and referees work here. Begin with `actions/add_players.py` and `queries/players.py`.
"""

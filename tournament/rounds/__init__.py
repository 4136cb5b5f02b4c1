"""The organizers' pages for rounds: seating plan, starting a round, clock, desk, cut, timetable and approval.

Begin with `queries/start_round.py` and `actions/start_round.py`; the desk is `queries/desk.py`.
"""

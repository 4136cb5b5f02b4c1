"""Public displays: the hall screen, the ceremony, and printed sheets, slips and badges.

Organizers set the displays up for everybody in the hall. Begin with `queries/hall.py` and `queries/prints.py`.
"""

"""Public displays: the hall screen, the ceremony, and printed sheets, slips and badges.

Organizers set them up for everybody in the hall. Begin with `queries/hall.py` and `queries/prints.py`.
"""

"""Public displays: the hall screen, the ceremony, and printed sheets, slips and badges.

Organizers set them up; everybody in the hall reads them. Begin with `queries/hall.py` and `queries/prints.py`.
"""

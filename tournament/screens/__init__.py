"""What a hall shows and a printer prints: the hall screen, the ceremony, sheets, slips, badges.

Organizers set them up; everybody in the hall reads them. Begin with `queries/hall.py` and `queries/prints.py`.
"""

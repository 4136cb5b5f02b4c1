"""The data of one table: hanchans, hands, points from paper, signed sheets, calls, appeals and penalties.

Begin with `hanchan.py` and `hand.py`.
"""

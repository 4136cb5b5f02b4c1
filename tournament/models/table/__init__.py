"""What happens at one table: the hanchan and its hands, or the sheet it is written on, and what is said about them.

Begin with `hanchan.py` and `hand.py`.
"""

"""The pages of a table: enter a hand, count its tiles, undo it, correct it, and sign the score sheet.

Referees and the four players use these pages on a phone. Begin with `entry.py` (the hand being entered), then
`views/hand_entry.py` and `actions/record_hand.py`.
"""

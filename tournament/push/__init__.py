"""Web Push messages to phones: the player's next seat, the start of a round in a few minutes, the final.

Begin with `round_news.py`, which decides what is sent and when. `sender.py` checks that every few seconds and sends it.
"""

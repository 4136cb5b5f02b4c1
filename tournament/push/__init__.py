"""Web Push messages to phones: the player's next seat, the start of a round in a few minutes, the final.

Begin with `round_news.py`, which decides which messages are sent and when. `sender.py` looks every few seconds for
messages that are due, and sends them.
"""

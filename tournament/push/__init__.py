"""Messages to sleeping phones (Web Push): the player's next seat, the start that is minutes away, the final.

Begin with `round_news.py`: what there is to tell, and when. `sender.py` looks for it every few seconds and sends it.
"""

"""How dates and times are written, where Django's own way is not what our visitors read."""

"""Who sits where: plain Python. Facts in, seats out; nothing here knows a database or a person."""

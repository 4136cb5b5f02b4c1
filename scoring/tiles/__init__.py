"""Counts han and fu of a hand of tiles: `notation` reads tiles, `hand` describes the winning hand, `count` gives its
value.

`count`, `readings` and `waits` need the library `mahjong`; import them only inside the functions that use them.
"""

"""Counts han and fu of a hand of tiles: `notation` reads tiles, `hand` describes the winning hand, `count` gives its
value.

Only `count` needs a package, the library `mahjong`; import it only inside the functions that use it.
"""

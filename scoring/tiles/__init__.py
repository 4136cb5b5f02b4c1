"""A hand of tiles to han and fu: `notation` reads tiles, `hand` describes the winning hand, `count` gives its value.

Only `count` needs a package, the library `mahjong`; import it where it is used.
"""

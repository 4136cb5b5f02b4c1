"""A hand of tiles to han and fu: `notation` reads tiles, `hand` is what was won with, `count` is what it is worth.

Only `count` needs a package, the library `mahjong`; import it where it is used.
"""

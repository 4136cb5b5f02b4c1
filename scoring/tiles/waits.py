"""Finds the tiles for which a hand waits, and whether a hand is complete; its yaku do not matter."""

from mahjong.agari import Agari

from scoring.tiles.hand import COPIES, Meld
from scoring.tiles.notation import KINDS, Tile


def waits(tiles: tuple[Tile, ...], melds: tuple[Meld, ...] = ()) -> tuple[Tile, ...]:
    """Return the tiles that complete a hand; empty if the hand is not tenpai. `tiles` are the concealed tiles of the
    hand: 13, or three fewer for each meld.

    A hand that holds all four of its only winning tile is not tenpai (R8.4).
    """
    kinds = kinds_of(tiles)
    called = kinds_of(tuple(tile for meld in melds for tile in meld.tiles))
    completing = []
    for kind in range(KINDS):
        kinds[kind] += 1
        if kinds[kind] + called[kind] <= COPIES and is_complete(kinds, len(melds)):
            completing.append(Tile(kind))
        kinds[kind] -= 1
    return tuple(completing)


def is_complete(kinds: list[int], melds: int) -> bool:
    """Whether the concealed tiles are sets and a pair. Without melds, seven pairs and thirteen orphans are complete
    too."""
    if not Agari.is_agari(kinds):
        return False
    # The library does not compare the number of tiles with the melds: without melds 14 tiles are needed.
    return sum(kinds) == 14 - 3 * melds


def kinds_of(tiles: tuple[Tile, ...]) -> list[int]:
    kinds = [0] * KINDS
    for tile in tiles:
        kinds[tile.kind] += 1
    return kinds

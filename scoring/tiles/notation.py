"""Tiles as text: `123m406p77z`.

`m` are characters, `p` circles, `s` bamboos, `z` the honours: East, South, West, North, white, green, red. 0 is a red
five.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from scoring.refusal import QUOTED, Refused
from scoring.seats import Wind

ROWS = "mpsz"
KINDS = 34
"""Number of different tiles; red fives are not distinguished."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile. `kind` is 0 to 33: nine characters, nine circles, nine bamboos, four winds, three dragons."""

    kind: int
    red: bool = False

    @property
    def row(self) -> str:
        """Return the letter of the tile's suit, `z` for honours."""
        return ROWS[self.kind // 9]

    @property
    def rank(self) -> int:
        """Return the number on the tile, 1 to 9; a red five is a five."""
        return self.kind % 9 + 1

    @property
    def code(self) -> str:
        """Return the text for a single tile: `5m`, `0m` for a red five."""
        return f"{0 if self.red else self.rank}{self.row}"


WIND_KINDS = {wind: 27 + number for number, wind in enumerate(Wind)}
"""The kind of each wind's tile."""

TILES = {tile.code: tile for tile in [*map(Tile, range(KINDS)), *(Tile(five, red=True) for five in (4, 13, 22))]}
"""Every tile by its code."""


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a text, in the text's order. Raises `Refused` (`bad_tiles`).

    >>> [tile.code for tile in parse_tiles("40m7z")]
    ['4m', '0m', '7z']
    """
    tiles: list[Tile] = []
    digits = ""
    try:
        for character in text:
            if character in "0123456789":
                digits += character
            elif character in ROWS and digits:
                tiles += [TILES[digit + character] for digit in digits]
                digits = ""
            elif not character.isspace():
                raise KeyError(character)
    except KeyError:
        raise Refused("bad_tiles", tiles=text[QUOTED]) from None
    if digits:
        raise Refused("bad_tiles", tiles=text[QUOTED])
    return tuple(tiles)


def parse_tile(text: str) -> Tile:
    """Return the single tile of a text. Raises `Refused` (`bad_tiles`)."""
    if text in TILES:
        return TILES[text]
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise Refused("bad_tiles", tiles=text[QUOTED])
    return tiles[0]


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Return tiles as text, in the order given.

    >>> tiles_text(parse_tiles("4m0m6m 7z"))
    '406m7z'
    """
    runs = groupby(tiles, key=lambda tile: tile.row)
    return "".join("".join(tile.code[0] for tile in run) + row for row, run in runs)


def wind_kind(wind: Wind) -> int:
    """Return the kind of the tile of a wind."""
    return WIND_KINDS[wind]

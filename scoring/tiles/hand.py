"""A winning hand: its tiles, its melds and how it was won, but no yaku.

Building an impossible `TileHand` raises `Refused`. This module knows no ruleset: `count` refuses red fives if the
ruleset has none, and counts nothing for renhou if the ruleset does not have it.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from scoring.refusal import Refused
from scoring.seats import Wind
from scoring.tiles.notation import Tile, tiles_text
from scoring.value import WinKind

MeldKind = Literal["chi", "pon", "ankan", "daiminkan", "kakan"]
MOST_INDICATORS = 5
COPIES = 4
"""Number of copies of each tile."""


class Flag(StrEnum):
    """A circumstance of a win, such as riichi or ippatsu. The values are the words in the input of `python -m scoring
    hand`."""

    RIICHI = "riichi"
    DOUBLE_RIICHI = "double riichi"
    IPPATSU = "ippatsu"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    TENHOU = "tenhou"
    CHIIHOU = "chiihou"
    RENHOU = "renhou"


BY_SELF_DRAW = frozenset({Flag.RINSHAN, Flag.HAITEI, Flag.TENHOU, Flag.CHIIHOU})
BY_RON = frozenset({Flag.CHANKAN, Flag.HOUTEI, Flag.RENHOU})
FIRST_TURN = frozenset({Flag.TENHOU, Flag.CHIIHOU, Flag.RENHOU})
RIICHI = frozenset({Flag.RIICHI, Flag.DOUBLE_RIICHI})

LAST_TILE = frozenset({Flag.HAITEI, Flag.HOUTEI})

NEVER_TOGETHER = (
    (Flag.HAITEI, Flag.RINSHAN),  # the last tile of the wall is no replacement tile
    (Flag.HOUTEI, Flag.CHANKAN),  # after the last tile nobody makes a kong
    (Flag.IPPATSU, Flag.RINSHAN),  # the kong ended the ippatsu turn
)


@dataclass(frozen=True, slots=True)
class Meld:
    """Melded tiles: a called meld, or a concealed kong. Raises `Refused` (`bad_meld`) if the tiles are not a meld."""

    kind: MeldKind
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        kinds = sorted(tile.kind for tile in self.tiles)
        if self.kind == "chi":
            suited = len({tile.row for tile in self.tiles}) == 1 and self.tiles[0].row != "z"
            right = suited and kinds == list(range(kinds[0], kinds[0] + 3))
        else:
            right = len(kinds) == (3 if self.kind == "pon" else 4) and len(set(kinds)) == 1
        if not right:
            raise Refused("bad_meld", tiles=tiles_text(self.tiles), meld=self.kind)

    @property
    def is_open(self) -> bool:
        """Whether this meld opens the hand."""
        return self.kind != "ankan"

    @property
    def is_kong(self) -> bool:
        return self.kind in ("ankan", "daiminkan", "kakan")


@dataclass(frozen=True, slots=True, kw_only=True)
class TileHand:
    """A hand declared as a win. `concealed` includes the winning tile, but not the melds."""

    concealed: tuple[Tile, ...]
    win_tile: Tile
    win: WinKind
    melds: tuple[Meld, ...] = ()
    round_wind: Wind = Wind.EAST
    seat_wind: Wind = Wind.EAST
    flags: frozenset[Flag] = frozenset()
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        _check_tiles(self)
        _check_flags(self)

    @property
    def is_open(self) -> bool:
        return any(meld.is_open for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, with the melds last."""
        return sum((meld.tiles for meld in self.melds), start=self.concealed)

    @property
    def indicators(self) -> tuple[Tile, ...]:
        return self.dora_indicators + self.ura_indicators


def possible_flags(win: WinKind, seat_wind: Wind) -> tuple[Flag, ...]:
    """Return the flags that a win of this kind from this seat can have."""
    first_turn = {Flag.TENHOU} if seat_wind is Wind.EAST else {Flag.CHIIHOU, Flag.RENHOU}
    impossible = (BY_RON if win == "tsumo" else BY_SELF_DRAW) | (FIRST_TURN - first_turn)
    return tuple(flag for flag in Flag if flag not in impossible)


def concealed_size(melds: int) -> int:
    """Return how many concealed tiles a winning hand with this number of melds has, including the winning tile."""
    return 14 - 3 * melds


def _check_tiles(hand: TileHand) -> None:
    expected = concealed_size(len(hand.melds))
    kinds = Counter([tile.kind for tile in hand.tiles + hand.indicators])
    if too_many := [kind for kind, number in kinds.items() if number > COPIES]:
        raise Refused("five_of_one_tile", tile=Tile(min(too_many)).code)
    if len(hand.melds) > 4 or len(hand.concealed) != expected:
        raise Refused("wrong_number_of_tiles", expected=max(expected, 2), found=len(hand.concealed))
    if hand.win_tile.kind not in [tile.kind for tile in hand.concealed]:
        raise Refused("win_tile_not_in_hand", tile=hand.win_tile.code)
    if max(len(hand.dora_indicators), len(hand.ura_indicators)) > MOST_INDICATORS:
        raise Refused("too_many_indicators", most=MOST_INDICATORS)


def _check_flags(hand: TileHand) -> None:
    """Raise `Refused` for the first flag that contradicts the hand or another flag (R14.4)."""
    flags = hand.flags
    if not flags:
        return
    for flag in sorted(flags & (BY_RON if hand.win == "tsumo" else BY_SELF_DRAW)):
        raise Refused("flag_needs_self_draw" if hand.win == "ron" else "flag_needs_ron", flag=flag.value)
    if flags & RIICHI and hand.is_open:
        raise Refused("riichi_on_open_hand")
    if Flag.IPPATSU in flags and not flags & RIICHI:
        raise Refused("ippatsu_without_riichi")
    for first, second in NEVER_TOGETHER:
        if first in flags and second in flags:
            raise Refused("flags_exclude", flag=first.value, other=second.value)
    if Flag.RINSHAN in flags and not any(meld.is_kong for meld in hand.melds):
        raise Refused("rinshan_without_kong")
    if Flag.CHANKAN in flags and sum(tile.kind == hand.win_tile.kind for tile in hand.tiles) > 1:
        raise Refused("robbed_tile_held", tile=hand.win_tile.code)
    _check_first_turn(hand)


def _check_first_turn(hand: TileHand) -> None:
    for flag in sorted(hand.flags & FIRST_TURN):
        for other in sorted(hand.flags - {flag}):
            raise Refused("flags_exclude", flag=flag.value, other=other.value)
        if hand.melds:
            raise Refused("first_turn_with_meld", flag=flag.value)
        is_east = hand.seat_wind is Wind.EAST
        if is_east is not (flag is Flag.TENHOU):
            raise Refused("only_for_east" if flag is Flag.TENHOU else "not_for_east", flag=flag.value)

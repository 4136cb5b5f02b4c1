"""Yields the ways to read a hand of tiles, which the library `mahjong` finds."""

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.meld import Meld as LibraryMeld

from scoring.rules import Ruleset
from scoring.seats import Wind
from scoring.tiles.hand import Flag, TileHand
from scoring.tiles.notation import KINDS, Tile, wind_kind
from scoring.value import WinKind

_OTHER_FIELDS: ScoresResult = {
    "main": 0, "additional": 0, "main_bonus": 0, "additional_bonus": 0, "kyoutaku_bonus": 0, "total": 0,
    "yaku_level": "",
}  # fmt: skip
"""Fields that the library requires in a calculator's result but does not read; the library compares only `total`."""


class _Nth(ScoresCalculator):
    """A calculator of scores that gives reading number `wanted` the highest score, so that the library returns this
    reading.

    The first reading is number 0; `seen` counts all readings.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.seen = 0

    def calculate_scores(  # type: ignore[override]  # the library calls it on an instance
        self, han: int, fu: int, config: HandConfig, is_yakuman: bool = False
    ) -> ScoresResult:
        total = int(self.seen == self.wanted)
        self.seen += 1
        return {**_OTHER_FIELDS, "total": total}


def readings_of(hand: TileHand, rules: Ruleset) -> Iterator[HandResponse]:
    """Yield each reading of the hand that has a yaku.

    The library returns only the reading with the highest score. Therefore the library is called once for each reading,
    with an `_Nth` that gives this reading the highest score. The first call also counts the readings.
    """
    chooser = _Nth(0)
    first = _estimate(hand, rules, chooser)
    if chooser.seen:
        yield first
    for wanted in range(1, chooser.seen):
        yield _estimate(hand, rules, _Nth(wanted))


def _estimate(hand: TileHand, rules: Ruleset, chooser: _Nth) -> HandResponse:
    numbers, used = [], [0] * KINDS
    for tile in hand.tiles:
        numbers.append(4 * tile.kind + used[tile.kind])
        used[tile.kind] += 1
    rest = numbers[len(hand.concealed) :]
    melds = []
    for meld in hand.melds:
        taken, rest = rest[: len(meld.tiles)], rest[len(meld.tiles) :]
        kind = meld.kind if meld.kind in ("chi", "pon") else LibraryMeld.KAN
        melds.append(LibraryMeld(kind, sorted(taken), opened=meld.is_open))
    return HandCalculator.estimate_hand_value(
        numbers,
        next(number for number in numbers if number // 4 == hand.win_tile.kind),
        melds=melds,
        dora_indicators=_indicators(hand.dora_indicators, counts=True, kongs=rules.kan_dora),
        ura_dora_indicators=_indicators(
            hand.ura_indicators, counts=rules.ura_dora, kongs=rules.kan_dora and rules.kan_ura
        ),
        config=_config(
            hand.win,
            _flags(hand.flags, rules),
            hand.seat_wind,
            hand.round_wind,
            rules.open_tanyao,
            rules.renhou == "yakuman",
        ),
        scores_calculator_factory=cast(type[ScoresCalculator], lambda: chooser),
    )


def _indicators(tiles: tuple[Tile, ...], *, counts: bool, kongs: bool) -> list[int]:
    """Return the indicators that count, as the library's numbers (R3.13): none unless `counts`, only the first unless
    `kongs`, otherwise all."""
    counting = tiles if kongs else tiles[:1]
    return [4 * tile.kind for tile in counting] if counts else []


def _flags(flags: frozenset[Flag], rules: Ruleset) -> frozenset[Flag]:
    """Return the circumstances that count. If the ruleset has no double riichi, a double riichi is counted as an
    ordinary riichi (R3.14)."""
    counting = flags if rules.ippatsu else flags - {Flag.IPPATSU}
    if Flag.DOUBLE_RIICHI in counting and Flag.DOUBLE_RIICHI in rules.absent_yaku:
        return counting - {Flag.DOUBLE_RIICHI} | {Flag.RIICHI}
    return counting


@lru_cache(maxsize=1_000)
def _config(
    win: WinKind, flags: frozenset[Flag], seat_wind: Wind, round_wind: Wind, open_tanyao: bool, renhou_is_yakuman: bool
) -> HandConfig:
    """Return the library's configuration for a win: everything except the tiles. The result is cached, because the
    library does not change it."""
    return HandConfig(
        is_tsumo=win == "tsumo",
        is_riichi=Flag.RIICHI in flags,
        is_daburu_riichi=Flag.DOUBLE_RIICHI in flags,
        is_ippatsu=Flag.IPPATSU in flags,
        is_rinshan=Flag.RINSHAN in flags,
        is_chankan=Flag.CHANKAN in flags,
        is_haitei=Flag.HAITEI in flags,
        is_houtei=Flag.HOUTEI in flags,
        is_tenhou=Flag.TENHOU in flags,
        is_chiihou=Flag.CHIIHOU in flags,
        is_renhou=Flag.RENHOU in flags and renhou_is_yakuman,
        player_wind=wind_kind(seat_wind),
        round_wind=wind_kind(round_wind),
        options=OptionalRules(has_open_tanyao=open_tanyao, renhou_as_yakuman=True),
    )

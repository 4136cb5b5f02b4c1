"""Count a hand of tiles: the library `mahjong` finds its readings, `settle` prices them.

The library's own prices, its red fives, its double-wind pair and its renhou are not used: rulebooks differ in them.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, cast

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku import Yaku
from mahjong.meld import Meld as LibraryMeld

from scoring.outcome import HanFu, Limit, Ron, Tsumo, Value, Win, Yakuman
from scoring.payments import Payment, Settlement
from scoring.points import settle
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Seat, Wind
from scoring.situation import opening
from scoring.tiles.hand import COPIES, Flag, Meld, TileHand
from scoring.tiles.notation import KINDS, Tile, wind_kind
from scoring.tiles.words import DORA, FU, YAKU
from scoring.value import WinKind, rounded_fu

ORDER = {name: place for place, name in enumerate(YAKU.values())}


class CountedHand(NamedTuple):
    """A winning hand in the reading that pays most (R3.2).

    `yaku` are names with their han, None for a yakuman; `han` and `fu` are None if no han were counted. `yakuman` is
    how many count under the ruleset. `fu_detail` are reasons with their fu, before rounding.
    """

    yaku: tuple[tuple[str, int | None], ...]
    han: int | None
    fu: int | None
    yakuman: int
    limit: Limit | None
    fu_detail: tuple[tuple[str, int], ...]
    value: Value
    payments: tuple[Payment, ...]

    @property
    def points(self) -> int:
        """What the winner receives for the hand itself, without counters and bets."""
        return sum(payment.points for payment in self.payments)

    @property
    def names(self) -> tuple[str, ...]:
        """The yaku in the form that `Win` has: a dora once for each han."""
        return tuple(name for name, han in self.yaku for _each in range((han or 1) if name in DORA else 1))

    @property
    def fu_exact(self) -> int:
        """Fu before they are rounded up."""
        return sum(amount for _reason, amount in self.fu_detail)


def count(hand: TileHand, *, rules: Ruleset) -> CountedHand:
    """Count a hand by the reading that pays most (R3.2). Raises `Refused` if it is no win, or impossible under the
    rules."""
    _check_red_fives(hand, rules)
    readings = [_priced(reading, hand, rules) for reading in _readings(hand, rules) if _has_yaku(reading, rules)]
    if Flag.RENHOU in hand.flags and rules.renhou == "mangan" and _wins(hand):
        readings.append(_counted(hand, rules, HanFu(5), yaku=(("renhou", 5),)))  # nothing is added to it (R3.11)
    if not readings:
        raise _no_win(hand)
    return max(readings, key=_rank)


def waits(tiles: tuple[Tile, ...], melds: tuple[Meld, ...] = ()) -> tuple[Tile, ...]:
    """The tiles that complete a concealed hand of 13, or of three fewer for each meld; empty if it is not tenpai.

    A hand that holds all four of its only winning tile is not tenpai (R8.4).
    """
    kinds = _kinds(tiles)
    called = _kinds(tuple(tile for meld in melds for tile in meld.tiles))
    completing = []
    for kind in range(KINDS):
        kinds[kind] += 1
        if kinds[kind] + called[kind] <= COPIES and _complete(kinds, len(melds)):
            completing.append(Tile(kind))
        kinds[kind] -= 1
    return tuple(completing)


# --- Readings by the library ---


class _Nth(ScoresCalculator):
    """Gives the `wanted`th reading the highest price, so that the library returns it; `seen` counts all readings."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.seen = 0

    def calculate_scores(  # type: ignore[override]  # the library calls it on an instance
        self, han: int, fu: int, config: HandConfig, is_yakuman: bool = False
    ) -> ScoresResult:
        total = int(self.seen == self.wanted)
        self.seen += 1
        return {
            "main": 0,
            "additional": 0,
            "main_bonus": 0,
            "additional_bonus": 0,
            "kyoutaku_bonus": 0,
            "total": total,
            "yaku_level": "",
        }


def _readings(hand: TileHand, rules: Ruleset) -> Iterator[HandResponse]:
    """Every way to read the hand that has a yaku. The first call of the library says how many there are."""
    wanted, readings = 0, 1
    while wanted < readings:
        chooser = _Nth(wanted)
        reading = _estimate(hand, rules, chooser)
        readings = chooser.seen
        if readings:
            yield reading
        wanted += 1


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
            hand.flags if rules.ippatsu else hand.flags - {Flag.IPPATSU},
            hand.seat_wind,
            hand.round_wind,
            rules.open_tanyao,
            rules.renhou == "yakuman",
        ),
        scores_calculator_factory=cast(type[ScoresCalculator], lambda: chooser),
    )


def _indicators(tiles: tuple[Tile, ...], *, counts: bool, kongs: bool) -> list[int]:
    """The indicators that count, for the library: all, only the first without those of kongs, or none (R3.13)."""
    counting = tiles if kongs else tiles[:1]
    return [4 * tile.kind for tile in counting] if counts else []


@lru_cache(maxsize=1_000)
def _config(
    win: WinKind, flags: frozenset[Flag], seat_wind: Wind, round_wind: Wind, open_tanyao: bool, renhou_is_yakuman: bool
) -> HandConfig:
    """What the library needs to know beside the tiles; it does not change what it gets, so that hands share one."""
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


# --- What a reading is worth ---


def _yaku(reading: HandResponse, rules: Ruleset) -> list[tuple[str, Yaku]]:
    """The yaku of a reading that the ruleset has, and its dora, by name."""
    named = [(YAKU[type(library_yaku).__name__], library_yaku) for library_yaku in reading.yaku or []]
    return [(name, library_yaku) for name, library_yaku in named if name not in rules.absent_yaku]


def _has_yaku(reading: HandResponse, rules: Ruleset) -> bool:
    """Whether a reading has a yaku still, once those are gone that the ruleset lacks (R3.14)."""
    return not rules.absent_yaku or any(name not in DORA for name, _library_yaku in _yaku(reading, rules))


def _priced(reading: HandResponse, hand: TileHand, rules: Ruleset) -> CountedHand:
    yaku = _yaku(reading, rules)
    yakuman = [name for name, library_yaku in yaku if library_yaku.is_yakuman]
    if yakuman:
        number = sum(2 if name in rules.double_yakuman else 1 for name in yakuman)
        named = tuple((name, None) for name in yakuman)
        return _counted(hand, rules, Yakuman(number), yaku=named)
    han = [
        (name, (library_yaku.han_open if hand.is_open else 0) or library_yaku.han_closed) for name, library_yaku in yaku
    ]
    if red := sum([tile.red for tile in hand.tiles]):
        han.append(("aka dora", red))
    han.sort(key=lambda named: ORDER[named[0]])
    detail = _fu_detail(reading, hand, rules)
    fu = rounded_fu(sum([amount for _reason, amount in detail]))
    return _counted(hand, rules, HanFu(sum([number for _name, number in han]), fu), yaku=tuple(han), detail=detail)


def _fu_detail(reading: HandResponse, hand: TileHand, rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """Fu line by line, the base first (R3.12)."""
    details = [(line["reason"], line["fu"]) for line in reading.fu_details or []]
    if details == [("base", 25)]:
        return (("seven_pairs", 25),)
    detail = [("base", 20)]
    if hand.win == "ron" and not hand.is_open:
        detail.append(("concealed_ron", 10))
    for reason, fu in details:
        if reason == "double_valued_pair":
            detail.append((FU[reason], rules.double_wind_fu))
        elif reason in ("tsumo", "hand_without_fu") and hand.win == "tsumo":
            detail.append(("self_draw", rules.rinshan_fu if Flag.RINSHAN in hand.flags else 2))
        elif reason != "base":
            detail.append((FU[reason], fu))
    return tuple(line for line in detail if line[1])


def _counted(
    hand: TileHand,
    rules: Ruleset,
    value: Value,
    *,
    yaku: tuple[tuple[str, int | None], ...],
    detail: tuple[tuple[str, int], ...] = (),
) -> CountedHand:
    settlement = _settled(hand, rules, value)
    worth = settlement.wins[0].worth
    han_fu = value if isinstance(value, HanFu) else None
    return CountedHand(
        yaku=yaku,
        han=han_fu.han if han_fu else None,
        fu=han_fu.fu if han_fu else None,
        yakuman=worth.yakuman,
        limit=worth.limit,
        fu_detail=detail,
        value=value if han_fu or worth.yakuman > 1 else Limit.YAKUMAN,
        payments=settlement.payments,
    )


def _settled(hand: TileHand, rules: Ruleset, value: Value) -> Settlement:
    """Settle the hand alone, without counters and bets."""
    winner = Seat.EAST if hand.seat_wind is Wind.EAST else Seat.SOUTH
    win = Win(winner=winner, value=value)
    outcome = Tsumo(win=win) if hand.win == "tsumo" else Ron(discarder=Seat.WEST, wins=(win,))
    return settle(outcome, opening(rules), rules=rules)


def _rank(counted: CountedHand) -> tuple[int, bool, int, int]:
    """Key of the best reading: points, then a yakuman, then han, then fu before rounding."""
    return counted.points, counted.yakuman > 0, counted.han or 0, counted.fu_exact


# --- No win ---


def _check_red_fives(hand: TileHand, rules: Ruleset) -> None:
    red = [tile for tile in hand.tiles + hand.indicators if tile.red]
    if not red:
        return
    if not rules.red_fives:
        raise Refused("no_red_fives", tile=red[0].code)
    in_a_suit = -(-rules.red_fives // 3)
    most = max(sum(tile.kind == other.kind for other in red) for tile in red)
    if len(red) > rules.red_fives or most > in_a_suit:
        raise Refused("too_many_red_fives", most=rules.red_fives)


def _no_win(hand: TileHand) -> Refused:
    if _wins(hand):
        return Refused("no_yaku")
    held = list(hand.concealed)
    held.remove(next(tile for tile in held if tile.kind == hand.win_tile.kind))
    waiting = waits(tuple(held), hand.melds)
    if waiting:
        return Refused("not_winning", tile=hand.win_tile.code, waits=" ".join(tile.code for tile in waiting))
    return Refused("not_tenpai")


def _wins(hand: TileHand) -> bool:
    return _complete(_kinds(hand.concealed), len(hand.melds))


def _complete(kinds: list[int], melds: int) -> bool:
    """Whether concealed tiles are sets and a pair, or, without a meld, seven pairs or thirteen orphans."""
    if not Agari.is_agari(kinds):
        return False
    # Seven pairs and orphans have 14 tiles, so that the library takes them for nothing else.
    return sum(kinds) == 14 - 3 * melds


def _kinds(tiles: tuple[Tile, ...]) -> list[int]:
    kinds = [0] * KINDS
    for tile in tiles:
        kinds[tile.kind] += 1
    return kinds

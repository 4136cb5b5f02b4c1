"""Counts a hand of tiles: the library `mahjong` finds the ways to read the hand (`readings`), and `settle` computes the
payments of each reading.

The library's own payments, red fives, fu of a double-wind pair and renhou are not used, because rulebooks differ in
them.
"""

from functools import lru_cache
from typing import NamedTuple

from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku import Yaku

from scoring.outcome import HanFu, Limit, Ron, Tsumo, Value, Win, Yakuman
from scoring.payments import Payment, Settlement
from scoring.points import settle
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Seat, Wind
from scoring.situation import opening
from scoring.tiles.hand import Flag, TileHand
from scoring.tiles.readings import readings_of
from scoring.tiles.waits import is_complete, kinds_of, waits
from scoring.tiles.words import DORA, FU, YAKU
from scoring.value import WinKind, rounded_fu

ORDER = {name: place for place, name in enumerate(YAKU.values())}


class CountedHand(NamedTuple):
    """A winning hand in the reading that pays most (R3.2).

    `yaku` are names with their han, None for a yakuman; `han` and `fu` are None if no han were counted. `yakuman` is
    how many yakuman the ruleset counts. `fu_detail` are the reasons for fu and their amounts, before the sum is rounded
    up.
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
        """The points that the winner receives for the hand, without counters and bets."""
        return sum(payment.points for payment in self.payments)

    @property
    def names(self) -> tuple[str, ...]:
        """The yaku as `Win` names them: each kind of dora is repeated once for each of its han."""
        return tuple(name for name, han in self.yaku for _each in range((han or 1) if name in DORA else 1))

    @property
    def fu_exact(self) -> int:
        """Fu before they are rounded up."""
        return sum(amount for _reason, amount in self.fu_detail)


def count(hand: TileHand, *, rules: Ruleset) -> CountedHand:
    """Count a hand by the reading that pays most (R3.2). Raises `Refused` if the hand is not a win, or impossible under
    the rules."""
    _check_red_fives(hand, rules)
    readings = [_priced(reading, hand, rules) for reading in readings_of(hand, rules) if _has_yaku(reading, rules)]
    if Flag.RENHOU in hand.flags and rules.renhou == "mangan" and _wins(hand):
        readings.append(_counted(hand, rules, HanFu(5), yaku=(("renhou", 5),)))  # nothing is added to it (R3.11)
    if not readings:
        raise _no_win(hand)
    return max(readings, key=_rank)


# --- What a reading is worth ---


def _yaku(reading: HandResponse, rules: Ruleset) -> list[tuple[str, Yaku]]:
    """Return pairs of a name and a yaku: the yaku of a reading that exist under the ruleset, and the dora of the
    reading."""
    named = [(YAKU[type(library_yaku).__name__], library_yaku) for library_yaku in reading.yaku or []]
    return [(name, library_yaku) for name, library_yaku in named if name not in rules.absent_yaku]


def _has_yaku(reading: HandResponse, rules: Ruleset) -> bool:
    """Whether a reading is a win: it has a yaku that exists under the ruleset (R3.14)."""
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
    """Return each part of the fu with its reason, the base fu first (R3.12)."""
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
    settlement = _settled(hand.seat_wind is Wind.EAST, hand.win, value, rules)
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


@lru_cache(maxsize=1_000)
def _settled(is_dealers: bool, kind: WinKind, value: Value, rules: Ruleset) -> Settlement:
    """Return the payments of a win alone, without counters and bets. The result is cached, because many hands have the
    same value."""
    win = Win(winner=Seat.EAST if is_dealers else Seat.SOUTH, value=value)
    outcome = Tsumo(win=win) if kind == "tsumo" else Ron(discarder=Seat.WEST, wins=(win,))
    return settle(outcome, opening(rules), rules=rules)


def _rank(counted: CountedHand) -> tuple[int, bool, int, int]:
    """Return the key by which the best reading is chosen: points, then a yakuman, then han, then fu before rounding."""
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
    return is_complete(kinds_of(hand.concealed), len(hand.melds))

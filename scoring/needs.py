"""What a player still needs: which places and points reach a goal, and in the last hand which wins do.

Other tables are taken as they stand. Every outcome that is looked at goes through `advance` and `place`, so that
nothing is known here of payments, uma or ties. A hand's liability is left aside.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import chain, combinations
from math import ceil, floor
from typing import assert_never

from scoring.hanchan import PlayedHand, advance
from scoring.offers import most_yakuman
from scoring.outcome import ExhaustiveDraw, HanFu, Outcome, Ron, Tsumo, Value, Win, Yakuman
from scoring.placement import Placement, place
from scoring.points import Reason
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.situation import Situation
from scoring.stages import Standing
from scoring.value import FU, WinKind, minimum_han, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table before its next hand, or in it: `riichi` are the seats that have bet in the hand that is on.

    `last_by_clock` says that the clock allows this hand and no other. The other two are the seats that substitutes
    play, as `place` has them.
    """

    rules: Ruleset
    situation: Situation
    last_by_clock: bool = False
    riichi: frozenset[Seat] = frozenset()
    from_start: frozenset[Seat] = frozenset()
    during_play: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlace:
    """To be in this place at the table, or a better one; a shared place counts as the ruleset says."""

    seat: Seat
    place: int

    def reached(self, placements: tuple[Placement, ...]) -> bool:
        return placements[self.seat].place <= self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanScore:
    """To score this much or more in the hanchan, in thousands."""

    seat: Seat
    score: Fraction

    def reached(self, placements: tuple[Placement, ...]) -> bool:
        return placements[self.seat].score >= self.score


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlace:
    """To be in this place of the ranking, or a better one.

    `before` is what the four of the table have, by seat, without this hanchan's score; `others` is everybody else.
    Equals share the better place (T2). At a line where places are counted out, sharing may not be enough: without
    `shared_counts` nobody equal may be left over.
    """

    seat: Seat
    place: int
    before: tuple[Standing, Standing, Standing, Standing]
    others: tuple[Standing, ...]
    shared_counts: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "others", tuple(sorted(self.others)))

    def reached(self, placements: tuple[Placement, ...]) -> bool:
        after = [(cuts, total + placements[seat].score) for seat, (cuts, total) in enumerate(self.before)]
        mine = after[self.seat]
        rivals = [standing for seat, standing in enumerate(after) if seat != self.seat]
        if self.shared_counts:
            ahead = len(self.others) - bisect_right(self.others, mine) + sum(rival > mine for rival in rivals)
        else:
            ahead = len(self.others) - bisect_left(self.others, mine) + sum(rival >= mine for rival in rivals)
        return ahead < self.place


Goal = TablePlace | HanchanScore | TournamentPlace


class Verdict(StrEnum):
    """What an outcome does for a goal."""

    REACHED = "reached"
    SO_FAR = "so_far"  # reached by the points of that moment, but more hands follow
    MISSED = "missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A winning hand and what it does. `paid` is what each seat pays for it, without counters and bets; `values` all
    hands that are paid so, where of each limit the fewest han stand for all.
    """

    values: tuple[Value, ...]
    paid: Points
    verdict: Verdict

    @property
    def pays(self) -> int:
        """What it brings in all."""
        return sum(self.paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinCase:
    """All wins of one player off one discarder, or by self-draw (None), the cheapest first."""

    winner: Seat
    discarder: Seat | None
    ways: tuple[Way, ...]

    @property
    def enough(self) -> tuple[Way, ...]:
        """Those that reach the goal: for good where there are any, else for the moment."""
        for_good = tuple(way for way in self.ways if way.verdict is Verdict.REACHED)
        return for_good or tuple(way for way in self.ways if way.verdict is Verdict.SO_FAR)

    @property
    def cheapest(self) -> Way | None:
        return self.enough[0] if self.enough else None

    @property
    def dearer_that_miss(self) -> tuple[Way, ...]:
        """Dearer ones than the cheapest that do not reach it: who pays more may let somebody else go by."""
        if not self.cheapest:
            return ()
        found = self.cheapest.pays
        return tuple(way for way in self.ways if way.pays > found and way.verdict is Verdict.MISSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCase:
    """A drawn hand: who is tenpai, and what it does."""

    tenpai: frozenset[Seat]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """What the hand that is on can do for a goal: one's wins, the draws, and as the points stand now."""

    now: bool
    wins: tuple[WinCase, ...]
    draws: tuple[DrawCase, ...]


class Bound(Enum):
    """Where no number of points is the answer."""

    ANY = "any"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNeed:
    """Final points, leftover bets included, that reach a goal from one place at the table, held alone.

    With less than `least` it is missed whatever the other three have; with `sure` or more it is reached whatever they
    have. The two differ only where the other three are rivals for it.
    """

    place: int
    least: int | Bound
    sure: int | Bound


def is_last_hand(table: TableState) -> bool:
    """Whether this hand ends the hanchan when East loses the deal and somebody has points enough."""
    if table.last_by_clock:
        return True
    rich = by_seat(100_000 for _ in SEATS)
    passed = Tsumo(win=Win(winner=table.situation.dealer.after(), value=Yakuman()))
    return advance(passed, replace(table.situation, points=rich), rules=table.rules).ending is not None


def last_hand(table: TableState, goal: Goal) -> LastHand:
    """Every win of the goal's player and every draw. Raises `Refused` where a bet of `riichi` cannot be."""
    return LastHand(
        now=goal.reached(_placements(table, table.situation)),
        wins=wins(table, goal, goal.seat),
        draws=tuple(
            DrawCase(tenpai=tenpai, verdict=judged(table, goal, ExhaustiveDraw(tenpai=tenpai, riichi=table.riichi)))
            for tenpai in _subsets()
            if tenpai >= table.riichi
        ),
    )


def wins(table: TableState, goal: Goal, winner: Seat) -> tuple[WinCase, ...]:
    """A player's wins by ron from each seat in turn order, then by self-draw, judged by somebody's goal."""
    discarders: list[Seat | None] = [winner.after(turns) for turns in (1, 2, 3)]
    return tuple(
        WinCase(winner=winner, discarder=discarder, ways=tuple(_ways(table, goal, winner, discarder)))
        for discarder in (*discarders, None)
    )


def judged(table: TableState, goal: Goal, outcome: Outcome) -> Verdict:
    """What one outcome of this hand does for a goal."""
    return _verdict(table, goal, advance(outcome, table.situation, rules=table.rules))


def _verdict(table: TableState, goal: Goal, played: PlayedHand) -> Verdict:
    if not goal.reached(_placements(table, played.after)):
        return Verdict.MISSED
    return Verdict.REACHED if played.ending or table.last_by_clock else Verdict.SO_FAR


def legal_values(kind: WinKind, rules: Ruleset) -> Iterator[Value]:
    """Every value that a win can have (section 2.3), the fewest han of each limit for all of it."""
    for han in (1, 2, 3, 4):
        for fu in FU:
            least = minimum_han(fu, kind, rules)
            if least is not None and least <= han:
                yield HanFu(han, fu)
    yield from (HanFu(han) for han in ((5, 6, 8, 11, 13) if rules.kazoe else (5, 6, 8, 11)))
    yield from (Yakuman(count) for count in range(1, most_yakuman(rules) + 1))


def places_and_points(table: TableState, goal: Goal) -> tuple[PlaceNeed, ...]:
    """From each place at the table, what reaches the goal. Of no use where a substitute plays."""
    match goal:
        case TablePlace(place=wanted):
            bounds = [Bound.ANY if place_ <= wanted else Bound.NEVER for place_ in (1, 2, 3, 4)]
            return tuple(PlaceNeed(place=at, least=bound, sure=bound) for at, bound in enumerate(bounds, start=1))
        case HanchanScore(score=score):
            return _from_each_place(lambda at, sure: _points_for(table, at, score, sure=sure))
        case TournamentPlace():
            return _from_each_place(lambda at, sure: _points_for_place(table, goal, at, sure=sure))
        case _:
            assert_never(goal)


def within_reach(need: PlaceNeed, table: TableState) -> PlaceNeed:
    """The same for people: what nobody has in that place, unless somebody else is below zero, is out of reach, and
    first place is not won with nothing."""
    everything = _everything(table)

    def real(bound: int | Bound) -> int | Bound:
        if need.place == 1 and isinstance(bound, int) and bound <= 0:
            return Bound.ANY
        return Bound.NEVER if isinstance(bound, int) and bound * need.place > everything else bound

    return PlaceNeed(place=need.place, least=real(need.least), sure=real(need.sure))


def _from_each_place(points: Callable[[int, bool], int | Bound]) -> tuple[PlaceNeed, ...]:
    return tuple(PlaceNeed(place=at, least=points(at, False), sure=points(at, True)) for at in (1, 2, 3, 4))


def _everything(table: TableState) -> int:
    """All points, those of the bets on the table too."""
    return sum(table.situation.points) + table.situation.riichi_sticks * table.rules.riichi_bet


def _placements(table: TableState, situation: Situation) -> tuple[Placement, ...]:
    return place(
        situation.points,
        situation.riichi_sticks,
        rules=table.rules,
        from_start=table.from_start,
        during_play=table.during_play,
    )


def _subsets() -> Iterator[frozenset[Seat]]:
    return map(frozenset, chain.from_iterable(combinations(SEATS, size) for size in range(5)))


def _ways(table: TableState, goal: Goal, winner: Seat, discarder: Seat | None) -> Iterator[Way]:
    """One for each amount; values of equal base points pay the same and are settled once."""
    kind: WinKind = "ron" if discarder is not None else "tsumo"
    by_base: dict[int, list[Value]] = {}
    for value in legal_values(kind, table.rules):
        by_base.setdefault(worth(value, kind, rules=table.rules).base, []).append(value)
    found: dict[Points, Way] = {}
    for _base, values in sorted(by_base.items()):
        played = advance(_win(winner, discarder, values[0], table.riichi), table.situation, rules=table.rules)
        hand = [payment for payment in played.settlement.payments if payment.reason is Reason.HAND]
        paid = by_seat(sum(payment.points for payment in hand if payment.payer is seat) for seat in SEATS)
        same = found[paid].values if paid in found else ()
        found[paid] = Way(values=(*same, *values), paid=paid, verdict=_verdict(table, goal, played))
    yield from found.values()


def _win(winner: Seat, discarder: Seat | None, value: Value, riichi: frozenset[Seat]) -> Ron | Tsumo:
    win = Win(winner=winner, value=value)
    if discarder is None:
        return Tsumo(win=win, riichi=riichi)
    return Ron(discarder=discarder, wins=(win,), riichi=riichi)


# Places and points. What a place adds to the points is asked of `place`, with points made up for the purpose: under
# a floating uma it depends on which of the others have the return points, so that there are several answers.

_FAR = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Half:
    """Final points on one side of the return points, the one at which a floating uma changes."""

    above: bool
    offsets: tuple[tuple[Fraction, ...], ...]
    """What each place, first to last, scores beyond its points, in each case that can be."""


def _halves(table: TableState, at: int) -> tuple[_Half, _Half]:
    """For somebody alone in place `at`, below the return points and from them on."""
    return (
        _Half(above=False, offsets=tuple(_offsets(points, table.rules) for points in _made_up(table.rules, at, False))),
        _Half(above=True, offsets=tuple(_offsets(points, table.rules) for points in _made_up(table.rules, at, True))),
    )


def _made_up(rules: Ruleset, at: int, above: bool) -> Iterator[Points]:
    """Four points, best first, the one in place `at` on that side; with each number of the others on the other side."""
    free = 4 - at if above else at - 1
    for rich in range(free + 1):
        up = at + rich if above else rich
        high = [rules.return_points + _FAR - 1_000 * index for index in range(up)]
        low = [rules.return_points - _FAR - 1_000 * index for index in range(4 - up)]
        yield by_seat([*high, *low])


def _offsets(points: Points, rules: Ruleset) -> tuple[Fraction, ...]:
    exact = place(points, 0, rules=rules.changed(final_rounding="none"))
    return tuple(placement.score - Fraction(placement.points, 1_000) for placement in exact)


def _rounding(rules: Ruleset, at: int) -> Fraction:
    """How far rounding may move the score of a place: half a thousand, and first place takes all three's."""
    if rules.final_rounding == "none":
        return Fraction()
    return Fraction(3, 2) if at == 1 else Fraction(1, 2)


def _points_for(
    table: TableState, at: int, score: Fraction, *, sure: bool, halves: Iterable[_Half] | None = None
) -> int | Bound:
    """The least points, in hundreds, with which place `at` scores that much: surely, or at best."""
    slack = _rounding(table.rules, at)
    line = table.rules.return_points
    found: int | Bound = Bound.NEVER
    # From the top down: below the line only counts as sure where everything above it is.
    for half in sorted(halves or _halves(table, at), key=lambda half: half.above, reverse=True):
        own = [offsets[at - 1] for offsets in half.offsets]
        offset = min(own) - slack if sure else max(own) + slack
        needed = ceil((score - offset) * 10) * 100
        if half.above:
            found = max(needed, line)
        elif needed < line and (found == line or not sure):
            found = needed
    return _possible(found, table, at)


def _possible(points: int | Bound, table: TableState, at: int) -> int | Bound:
    """Nobody is last with more than a quarter of all points."""
    if at == 4 and isinstance(points, int) and 4 * points > _everything(table) - 300:
        return Bound.NEVER
    return points


def _points_for_place(table: TableState, goal: TournamentPlace, at: int, *, sure: bool) -> int | Bound:
    """As `_points_for`, for a place in the ranking: first how many may be ahead, then the total that leaves so few."""
    cuts, before = goal.before[goal.seat]
    halves = _halves(table, at)
    ahead = [_ahead_at_table(table, goal, at, half, sure=sure) for half in halves]
    always = sum(standing[0] > cuts for standing in goal.others)
    room = goal.place - 1 - always - (max(ahead) if sure else min(ahead))
    if room < 0:
        return Bound.NEVER
    level = sorted((total for passed, total in goal.others if passed == cuts), reverse=True)
    if room >= len(level):
        return Bound.ANY
    total = level[room]
    if not goal.shared_counts:
        total = Fraction(floor(total * 10_000) + 1, 10_000)  # any step finer than a hundred points
    return _points_for(table, at, total - before, sure=sure, halves=halves)


def _ahead_at_table(table: TableState, goal: TournamentPlace, at: int, half: _Half, *, sure: bool) -> int:
    """How many of the other three may be ahead in the ranking (`sure`), or must be, whoever of them is above at the
    table."""
    rivals = [seat for seat in SEATS if seat is not goal.seat]
    counts = [
        sum(_may_be_ahead(table, goal, at, half, seat, above=seat in above, must=not sure) for seat in rivals)
        for above in combinations(rivals, at - 1)
    ]
    return max(counts) if sure else min(counts)


def _may_be_ahead(
    table: TableState, goal: TournamentPlace, at: int, half: _Half, rival: Seat, *, above: bool, must: bool
) -> bool:
    """Whether a rival above or below at the table may, or must, be ahead in the ranking."""
    (cuts, total), (my_cuts, mine) = goal.before[rival], goal.before[goal.seat]
    if cuts != my_cuts:
        return cuts > my_cuts
    if above is not must:  # with points enough somebody above may always be, and with few enough below need not
        return above
    places = range(at - 1) if above else range(at, 4)
    gaps = [offsets[other] - offsets[at - 1] for offsets in half.offsets for other in places]
    slack = _rounding(table.rules, at) + _rounding(table.rules, 1 if above else 2)
    hundred = Fraction(1, 10)
    lead = total - mine + (min(gaps) - slack + hundred if must else max(gaps) + slack - hundred)
    return lead > 0 if goal.shared_counts else lead >= 0

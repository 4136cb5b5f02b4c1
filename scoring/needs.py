"""Computes the final points with which a player reaches a goal from each place at the table.

To find the uma and oka of each place, the function `place` is called with example points for the four players. The same
place may need more points in some cases than in others: a floating uma depends on how many other players have the
return points or more, and yakitori depends on who still wins a hand.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import assert_never

from scoring.bonus import bonuses
from scoring.goals import Goal, HanchanScore, TablePlace, TableState, TournamentPlace
from scoring.placement import place
from scoring.rules import Ruleset
from scoring.seats import SEATS, SUBSETS, Points, Seat, by_seat

_FAR_ABOVE = (4_000_000, 3_000_000, 2_000_000, 1_000_000)
_FAR_BELOW = (-1_000_000, -2_000_000, -3_000_000, -4_000_000)
"""Distances in points, best first, that are larger than any difference in a game."""

_LEAST_STEP = Fraction(1, 1_000_000)
"""A score in thousands that is smaller than the difference of any two unequal totals."""


class Bound(Enum):
    """A bound that is not a number of points: `ANY` points reach the goal, or points `NEVER` reach it."""

    ANY = "any"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNeed:
    """The final points, including leftover riichi bets, that a player needs to reach a goal by finishing the hanchan
    alone in this place.

    With less than `least` points the goal is missed in every case; with `sure` or more it is reached in every case.
    Between them the points of the other three players decide.
    """

    place: int
    least: int | Bound
    sure: int | Bound


def places_and_points(
    table: TableState, goal: Goal, *, never_win: frozenset[Seat] = frozenset()
) -> tuple[PlaceNeed, ...]:
    """Return the points that reach the goal, for each place at the table. Not valid if a substitute plays.

    Chips count as they are now. A player who has not won a hand yet may still win one and so avoid the yakitori
    penalty, except the players in `never_win`. `least` are the points needed in the best of these cases, `sure` those
    in the worst case.
    """
    ends = {
        bonuses(table.chips, winless, rules=table.rules)
        for winless in SUBSETS
        if never_win <= winless <= table.winless | never_win
    }
    needs = [_places_and_points(table, _with_bonus(goal, end)) for end in ends]
    return tuple(
        PlaceNeed(
            place=of_place[0].place,
            least=min((need.least for need in of_place), key=_order),
            sure=max((need.sure for need in of_place), key=_order),
        )
        for of_place in zip(*needs, strict=True)
    )


def _order(bound: int | Bound) -> tuple[int, int]:
    """Return a key that sorts bounds, the easiest first: `ANY`, then numbers of points, then `NEVER`."""
    if isinstance(bound, int):
        return (1, bound)
    return (0, 0) if bound is Bound.ANY else (2, 0)


def _with_bonus(goal: Goal, bonus: tuple[Fraction, ...]) -> Goal:
    """Return a goal in which chips and yakitori no longer matter, because the `bonus` of each seat is already taken
    into account. The same points reach both goals."""
    match goal:
        case TablePlace():
            return goal  # points alone decide the places at the table
        case HanchanScore(seat=seat, score=score):
            return replace(goal, score=score - bonus[seat])
        case TournamentPlace(before=before):
            level = by_seat((cuts, total + bonus[seat]) for seat, (cuts, total) in enumerate(before))
            return replace(goal, before=level)
        case _:
            assert_never(goal)


def _places_and_points(table: TableState, goal: Goal) -> tuple[PlaceNeed, ...]:
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
    """Return a copy of the need in which impossible points are replaced by `NEVER`. Points are impossible if a player
    in this place can have them only while another player is below zero. For first place, zero points or less are
    replaced by `ANY`."""
    everything = _everything(table)

    def real(bound: int | Bound) -> int | Bound:
        if need.place == 1 and isinstance(bound, int) and bound <= 0:
            return Bound.ANY
        return Bound.NEVER if isinstance(bound, int) and bound * need.place > everything else bound

    return PlaceNeed(place=need.place, least=real(need.least), sure=real(need.sure))


def _from_each_place(points: Callable[[int, bool], int | Bound]) -> tuple[PlaceNeed, ...]:
    return tuple(PlaceNeed(place=at, least=points(at, False), sure=points(at, True)) for at in (1, 2, 3, 4))


def _everything(table: TableState) -> int:
    """Return the sum of the four players' points and the riichi bets on the table."""
    return sum(table.situation.points) + table.situation.riichi_sticks * table.rules.riichi_bet


@dataclass(frozen=True, slots=True, kw_only=True)
class _Half:
    """The scores of the places in one of two cases: the player is at or `above` the return points, or below. A floating
    uma differs between the two cases."""

    above: bool
    offsets: tuple[tuple[Fraction, ...], ...]
    """Score minus points of each place, first to last, in thousands; one row for each set of example points
    (`_made_up`)."""


def _halves(table: TableState, at: int) -> tuple[_Half, _Half]:
    """Return the two cases for a player alone in place `at`: below the return points, and at or above the return
    points."""
    below, above = (
        _Half(above=above, offsets=tuple(_offsets(points, table.rules) for points in _made_up(table.rules, at, above)))
        for above in (False, True)
    )
    return below, above


def _made_up(rules: Ruleset, at: int, above: bool) -> Iterator[Points]:
    """Yield example points of the four places, best first, with place `at` above or below the return points.

    The examples differ in how many of the other players have the return points or more.
    """
    free = 4 - at if above else at - 1
    for rich in range(free + 1):
        up = at + rich if above else rich
        yield by_seat(rules.return_points + far for far in (*_FAR_ABOVE[:up], *_FAR_BELOW[up:]))


def _offsets(points: Points, rules: Ruleset) -> tuple[Fraction, ...]:
    exact = place(points, 0, rules=rules.changed(final_rounding="none"))
    return tuple(placement.score - Fraction(placement.points, 1_000) for placement in exact)


def _rounding(rules: Ruleset, *, is_first: bool) -> Fraction:
    """Return the most by which rounding may change a score, in thousands. First place absorbs the changes of the other
    three."""
    if rules.final_rounding == "none":
        return Fraction()
    return Fraction(3, 2) if is_first else Fraction(1, 2)


def _points_for(
    table: TableState, at: int, score: Fraction, *, sure: bool, halves: Iterable[_Half] | None = None
) -> int | Bound:
    """Return the least points, a multiple of 100, with which a player in place `at` reaches the score: in every case if
    `sure`, otherwise in the best case."""
    slack = _rounding(table.rules, is_first=at == 1)
    line = table.rules.return_points
    least: int | Bound = Bound.NEVER
    # The upper half first: for `sure`, points below the return points are enough only if all points above are enough.
    for half in sorted(halves or _halves(table, at), key=lambda half: half.above, reverse=True):
        own = [offsets[at - 1] for offsets in half.offsets]
        offset = min(own) - slack if sure else max(own) + slack
        needed = ceil((score - offset) * 10) * 100
        if half.above:
            least = max(needed, line)
        elif needed < line and (least == line or not sure):
            least = needed
    return _possible(least, table, at)


def _possible(points: int | Bound, table: TableState, at: int) -> int | Bound:
    """Return the points, or `NEVER` if nobody in place `at` can have them: in last place all other players must have
    more."""
    if at == 4 and isinstance(points, int) and 4 * points > _everything(table) - 300:
        return Bound.NEVER
    return points


def _points_for_place(table: TableState, goal: TournamentPlace, at: int, *, sure: bool) -> int | Bound:
    """Return the least points that reach a place in the ranking: with fewer points, too many players would be ahead."""
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
        total += _LEAST_STEP
    return _points_for(table, at, total - before, sure=sure, halves=halves)


def _ahead_at_table(table: TableState, goal: TournamentPlace, at: int, half: _Half, *, sure: bool) -> int:
    """Return how many of the other three players are ahead in the ranking: in the worst case if `sure`, otherwise in
    the best case."""
    rivals = [seat for seat in SEATS if seat is not goal.seat]
    counts = [
        sum(_may_be_ahead(table, goal, at, half, seat, above=seat in above, must=not sure) for seat in rivals)
        for above in combinations(rivals, at - 1)
    ]
    return max(counts) if sure else min(counts)


def _may_be_ahead(
    table: TableState, goal: TournamentPlace, at: int, half: _Half, rival: Seat, *, above: bool, must: bool
) -> bool:
    """Whether a rival may be ahead of the player in the ranking; with `must`, whether the rival certainly is. `above`
    says whether the rival has the better place at the table."""
    (cuts, total), (my_cuts, mine) = goal.before[rival], goal.before[goal.seat]
    if cuts < my_cuts:
        return False
    if cuts > my_cuts:
        return True
    if above is not must:  # a rival above can always have enough points, a rival below can always have few enough
        return above
    places = range(at - 1) if above else range(at, 4)
    gaps = [offsets[other] - offsets[at - 1] for offsets in half.offsets for other in places]
    slack = _rounding(table.rules, is_first=at == 1) + _rounding(table.rules, is_first=above)
    hundred = Fraction(1, 10)
    lead = total - mine + (min(gaps) - slack + hundred if must else max(gaps) + slack - hundred)
    return lead > 0 if goal.shared_counts else lead >= 0

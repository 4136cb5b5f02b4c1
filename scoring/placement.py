"""Computes places, uma and scores from final points."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from scoring.bonus import NO_CHIPS, bonuses, has_bonus
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.uma import FloatingUma, Tenths, Uma

NO_BONUS = (Fraction(),) * 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Final result of one seat.

    `points` include the leftover bets that the seat gets; `place` is 1 to 4, shared if tied; `uma` includes oka;
    `bonus` is from chips and yakitori, and part of the score. `score`, `uma` and `bonus` are in thousands, exact.
    """

    points: int
    place: int
    uma: Fraction
    score: Fraction
    bonus: Fraction = Fraction()


def place(
    points: Points,
    riichi_sticks: int,
    *,
    rules: Ruleset,
    from_start: Set[Seat] = frozenset(),
    during_play: Set[Seat] = frozenset(),
    chips: Points = NO_CHIPS,
    winless: Set[Seat] = frozenset(),
) -> tuple[Placement, ...]:
    """Return the four placements by seat, without penalties (R13.6).

    `points` are the final points before leftover bets are given out (R12.2, R13). `chips` are the chips won less the
    chips lost. `winless` are the seats that won no hand (R17). `from_start` are the seats that substitutes played from
    the start, `during_play` the seats that substitutes took over later. An absent player has the points and place that
    the substitute reached, but the score of a missed hanchan (R15.2). For the uma of the opponents, a substitute from
    the start is placed like a player (R15.3). A substitute who took over later is in last place (R15.4). Points on the
    table do not change.
    """
    final = with_leftover_bets(points, riichi_sticks, rules=rules)
    # Places are by the points before leftover bets: a bet split into 400, 300 and 300 must not break the tie.
    places = places_of(points, rules=rules, last=during_play)
    row = _uma_row(final, rules)
    umas = [*_umas(row, rules.oka, places)]
    scores = _scores(final, places, umas, rules)
    bonus = [*NO_BONUS]
    if has_bonus(rules):
        bonus = [*bonuses(chips, winless, rules=rules)]
        scores = [score + more for score, more in zip(scores, bonus, strict=True)]
    for seat in from_start | during_play:
        umas[seat], scores[seat], bonus[seat] = Fraction(rules.missed_uma), rules.missed_score, Fraction()
    return tuple(
        Placement(points=final[seat], place=places[seat], uma=umas[seat], score=scores[seat], bonus=bonus[seat])
        for seat in SEATS
    )


def with_leftover_bets(points: Points, riichi_sticks: int, *, rules: Ruleset) -> Points:
    """Return the points of each seat after leftover bets are given out as the ruleset says (R12.2).

    If players who are tied for first place share the bets, the ruleset says what happens to a remainder: it is lost, or
    each hundred of it goes to another of these players, in seat order.

    >>> from scoring.presets import WRC_2015
    >>> by_hundreds = WRC_2015.changed(leftover_sticks="first_split", leftover_remainder="seat")
    >>> with_leftover_bets((33_000, 33_000, 20_000, 33_000), 1, rules=by_hundreds)
    (33400, 33300, 20000, 33300)
    """
    first = who_gets_leftover_bets(points, rules=rules)
    if not first:
        return points
    shares = dict(zip(first, _split(riichi_sticks * rules.riichi_bet, len(first), rules), strict=True))
    return by_seat(points[seat] + shares.get(seat, 0) for seat in SEATS)


def who_gets_leftover_bets(points: Points, *, rules: Ruleset) -> list[Seat]:
    """Return the seats that get the leftover bets if the game ends with these points (R12.2); empty if the bets are
    lost."""
    match rules.leftover_sticks:
        case "lost":
            return []
        case "first_seat":
            return [max(SEATS, key=lambda seat: (points[seat], -seat))]
        case "first_split":
            return [seat for seat in SEATS if points[seat] == max(points)]


def _split(amount: int, ways: int, rules: Ruleset) -> list[int]:
    """Split an amount of points evenly; the larger shares come first."""
    if rules.leftover_remainder == "lost":
        return [amount // ways] * ways
    hundreds, over = divmod(amount // 100, ways)
    if rules.leftover_remainder == "lost_hundreds":
        return [100 * hundreds] * ways
    return [100 * (hundreds + (place_ < over)) for place_ in range(ways)]


def places_of(points: Points, *, rules: Ruleset, last: Set[Seat] = frozenset()) -> Points:
    """Return the places by seat, 1 to 4: equal points share the better place or are ordered by seat, as the ruleset
    says (R13.3).

    The seats of `last` are below all others, whatever their points.

    >>> from scoring.presets import WRC_2015
    >>> places_of((35_000, 35_000, 30_000, 20_000), rules=WRC_2015)
    (1, 1, 3, 4)
    """
    by_seat_order = rules.tie_uma == "seat"
    worth = [(seat not in last, points[seat], by_seat_order and -seat) for seat in SEATS]
    ranked = sorted(worth, reverse=True)
    return by_seat([ranked.index(own) + 1 for own in worth])


def leading_seat(points: Points, *, rules: Ruleset) -> Seat | None:
    """Return the seat in first place; None if the place is shared."""
    first = _first(points, rules)
    return first[0] if len(first) == 1 else None


def _first(points: Points, rules: Ruleset) -> list[Seat]:
    places = places_of(points, rules=rules)
    return [seat for seat in SEATS if places[seat] == 1]


def _uma_row(points: Points, rules: Ruleset) -> Uma:
    """Return the uma for the four places of this game; a floating uma depends on how many players reached the return
    points."""
    if isinstance(rules.uma, FloatingUma):
        return rules.uma.rows[sum(point >= rules.return_points for point in points)]
    return rules.uma


@lru_cache(maxsize=1_000)
def _umas(row: Uma, oka: Tenths, places: Points) -> tuple[Fraction, ...]:
    """Return the uma by seat, including oka; tied players get the mean over the places that they occupy (R13.3). The
    result is cached, because a ruleset has few different results."""
    worth = (row[0] + oka, *row[1:])
    tied = [places.count(place_) for place_ in places]
    shared = zip(places, tied, strict=True)
    return tuple(Fraction(sum(worth[place_ - 1 : place_ - 1 + count]), count) for place_, count in shared)


def _scores(points: Points, places: Points, umas: list[Fraction], rules: Ruleset) -> list[Fraction]:
    if rules.final_rounding == "none":
        return [_score(points[seat], umas[seat], rules) for seat in SEATS]
    scores = [_score(_to_thousands(points[seat]), umas[seat], rules) for seat in SEATS]
    below = sum((scores[seat] for seat in SEATS if places[seat] > 1), Fraction())
    first = places.count(1)
    return [-below / first if places[seat] == 1 else scores[seat] for seat in SEATS]


def _score(points: int, uma: Fraction, rules: Ruleset) -> Fraction:
    """Return a seat's score, in thousands: its points less `return_points`, plus its uma."""
    # One fraction instead of the sum of two, which takes three times as long.
    part = uma.denominator
    return Fraction((points - rules.return_points) * part + 1_000 * uma.numerator, 1_000 * part)


def _to_thousands(points: int) -> int:
    """Return points rounded to thousands, half away from zero."""
    thousands = (abs(points) // 100 + 5) // 10 * 1_000
    return thousands if points >= 0 else -thousands


def all_points(*, rules: Ruleset, start_points: Points | None = None) -> int:
    """Return all points of a table: the points of the four players, and the bets on the table (R1.5). `start_points`
    are the points at the start, by seat, if they differ from the ruleset's (R1.6)."""
    return sum(start_points) if start_points else 4 * rules.start_points


def points_add_up(
    points: Sequence[int], riichi_sticks: int, *, rules: Ruleset, start_points: Points | None = None
) -> bool:
    """Whether four final points, including leftover bets that were given out, add up to all points of the table
    (R12.2).

    A smaller sum is allowed if the rules do not give out the bets. It is also allowed if the rules split the bets,
    because each share is rounded down: up to 3 points are lost, or up to 200 if shares are multiples of 100.
    """
    everything = all_points(rules=rules, start_points=start_points)
    if rules.leftover_sticks == "lost":
        everything -= riichi_sticks * rules.riichi_bet
    odd = 0
    if rules.leftover_sticks == "first_split":
        odd = {"lost": 3, "lost_hundreds": 200, "seat": 0}[rules.leftover_remainder]
    return len(points) == 4 and everything - odd <= sum(points) <= everything


def scores_add_up(placements: Sequence[Placement], *, rules: Ruleset) -> bool:
    """Whether the four scores, without bonus, add up to the points beyond `return_points` and the uma (R13.1). If the
    ruleset rounds final points, only the uma is checked.

    Do not call this if a substitute played: the absent player loses points that nobody gains (R15.2).
    """
    uma = sum((placement.uma for placement in placements), Fraction())
    if not isinstance(rules.uma, FloatingUma) and uma != sum(rules.uma) + rules.oka:
        return False
    if rules.final_rounding != "none":
        return True
    beyond = sum(placement.points for placement in placements) - 4 * rules.return_points
    scores = sum((placement.score - placement.bonus for placement in placements), Fraction())
    return scores == Fraction(beyond, 1_000) + uma


def check_final_points(
    points: Points, riichi_sticks: int, *, rules: Ruleset, start_points: Points | None = None
) -> None:
    """Raise `Refused` if four final points from paper, before leftover bets, are impossible (R14.5)."""
    if any(point % 100 for point in points):
        raise Refused("points_not_hundreds")
    expected = all_points(rules=rules, start_points=start_points) - rules.riichi_bet * riichi_sticks
    if riichi_sticks < 0 or sum(points) != expected:
        raise Refused("sum_off", expected=expected, found=sum(points))

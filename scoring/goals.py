"""Goals of a player at a table: a place at the table, a score, or a place in the ranking.

Results at other tables are taken as they are now.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction

from scoring.bonus import NO_CHIPS
from scoring.placement import Placement, place
from scoring.rules import Ruleset
from scoring.seats import Points, Seat
from scoring.situation import Situation
from scoring.stages import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table before or during a hand. `riichi` are the seats that have bet in the current hand.

    `last_by_clock` says whether the clock allows no hand after this one. `from_start` and `during_play` (the seats of
    substitutes), `chips` (chips won less chips lost, by seat) and `winless` (the seats without a win) are as in
    `scoring.placement.place`.
    """

    rules: Ruleset
    situation: Situation
    last_by_clock: bool = False
    riichi: frozenset[Seat] = frozenset()
    from_start: frozenset[Seat] = frozenset()
    during_play: frozenset[Seat] = frozenset()
    chips: Points = NO_CHIPS
    winless: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlace:
    """Goal: this place at the table, or a better place. The ruleset decides whether equal points share a place."""

    seat: Seat
    place: int

    def reached(self, placements: tuple[Placement, ...]) -> bool:
        return placements[self.seat].place <= self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanScore:
    """Goal: this score in the hanchan, in thousands, or a higher score."""

    seat: Seat
    score: Fraction

    def reached(self, placements: tuple[Placement, ...]) -> bool:
        return placements[self.seat].score >= self.score


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlace:
    """Goal: this place in the tournament's ranking, or a better place.

    `before` are the standings of the four players at the table, by seat, without this hanchan's score; `others` are the
    standings of everybody else. Players with equal totals share the better place (T2). If `shared_counts` is False, the
    goal is reached only by a place that is not shared.
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


def placements(table: TableState, situation: Situation, winless: frozenset[Seat]) -> tuple[Placement, ...]:
    """Return the four placements that follow if the hanchan ends in this situation and the seats `winless` won no
    hand."""
    return place(
        situation.points,
        situation.riichi_sticks,
        rules=table.rules,
        from_start=table.from_start,
        during_play=table.during_play,
        chips=table.chips,
        winless=winless,
    )

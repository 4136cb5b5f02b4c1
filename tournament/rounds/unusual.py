"""Finds unusual facts in a table's result: reasons to look at its paper sheet again, not errors.

Points from paper and a referee's signature are unusual only if fewer than half of the round's tables have them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.seats import SEATS, Seat

HIGH = Fraction(5, 2)
"""Points above this multiple of the points at the start are unusual: above 75,000 for 30,000."""

LOW = Fraction(-1, 2)
"""Points below this multiple of the points at the start are unusual: below −15,000 for 30,000."""

FEWEST_HANDS = 4
"""A hanchan that ends with fewer hands than this is unusual."""


class Kind(StrEnum):
    """The kinds of unusual facts, in the order in which to look at them."""

    SUM = "sum"
    UNSIGNED = "unsigned"
    REOPENED = "reopened"
    ON_PAPER = "on_paper"
    BY_REFEREE = "by_referee"
    HIGH = "high"
    LOW = "low"
    UNCHANGED = "unchanged"
    SHARED = "shared"
    FEW_HANDS = "few_hands"
    CHOMBO = "chombo"
    PENALTY = "penalty"
    SUBSTITUTE = "substitute"


SERIOUS = frozenset({Kind.SUM, Kind.UNSIGNED, Kind.REOPENED})
"""Kinds of unusual facts for which somebody has to look at the table. For the other kinds it is enough to compare the
paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """The facts of one table; `points` and `places` are by seat, and empty while they are hidden.

    `start` (of one player) and `points` are before leftover bets. `missing` is four times `start`, minus the sum of
    `points` and the leftover bets. `hands` is None for points from paper. `confirmed` are the seats that have
    confirmed. `reopened` says that a correction withdrew confirmations.
    """

    start: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    missing: int = 0
    hands: int | None = None
    is_over: bool = True
    is_signed: bool = True
    by_referee: bool = False
    reopened: bool = False
    confirmed: frozenset[Seat] = frozenset()
    chombo: frozenset[Seat] = frozenset()
    penalties: frozenset[Seat] = frozenset()
    substitutes: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusual:
    """One unusual fact: its kind, the seats concerned and, for some kinds, `number`, which is a number of missing
    points or of hands."""

    kind: Kind
    seats: tuple[Seat, ...] = ()
    number: int = 0

    @property
    def is_serious(self) -> bool:
        return self.kind in SERIOUS


def unusual(table: TableFacts, round_: Sequence[TableFacts]) -> tuple[Unusual, ...]:
    """Return the unusual facts at this table of the round, serious ones first. While the table is still played, only
    withdrawn confirmations are reported."""
    if not table.is_over:
        return (Unusual(kind=Kind.REOPENED),) if table.reopened else ()
    played = [each for each in round_ if each.is_over]
    signed = [each for each in played if each.is_signed]
    of_seat = list(zip(SEATS, table.points, strict=False))
    is_alone = {
        Kind.SUM: table.missing != 0,
        Kind.REOPENED: table.reopened and not table.is_signed,
        Kind.ON_PAPER: table.hands is None and _is_rare(played, lambda each: each.hands is None),
        Kind.BY_REFEREE: table.by_referee and _is_rare(signed, lambda each: each.by_referee),
        Kind.UNCHANGED: set(table.points) == {table.start},
        Kind.FEW_HANDS: table.hands is not None and table.hands < FEWEST_HANDS,
    }
    of_seats = {
        Kind.UNSIGNED: [seat for seat in SEATS if not table.is_signed and seat not in table.confirmed],
        Kind.HIGH: [seat for seat, points in of_seat if points > HIGH * table.start],
        Kind.LOW: [seat for seat, points in of_seat if points < LOW * table.start],
        Kind.SHARED: []
        if is_alone[Kind.UNCHANGED]
        else [seat for seat, place in zip(SEATS, table.places, strict=False) if table.places.count(place) > 1],
        Kind.CHOMBO: sorted(table.chombo),
        Kind.PENALTY: sorted(table.penalties),
        Kind.SUBSTITUTE: sorted(table.substitutes),
    }
    numbers = {Kind.SUM: table.missing, Kind.FEW_HANDS: table.hands or 0}
    return tuple(
        Unusual(kind=kind, seats=tuple(of_seats.get(kind, ())), number=numbers.get(kind, 0))
        for kind in Kind
        if is_alone.get(kind) or of_seats.get(kind)
    )


def _is_rare(tables: Sequence[TableFacts], is_so: Callable[[TableFacts], bool]) -> bool:
    """Whether the condition `is_so` is true for fewer than half of the tables."""
    return 2 * sum(map(is_so, tables)) < len(tables)

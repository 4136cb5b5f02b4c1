"""The hall's screen: which scene is due, and the seats, standings and greetings that it turns over page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from django.db.models import Exists, OuterRef, Q

from scoring.seats import Seat as SeatNumber
from scoring.seats import Wind
from tournament.core.namesakes import told_apart
from tournament.core.queries.visibility import Audience, Sight
from tournament.core.text import folded
from tournament.games.queries.ceremony import ceremony_of
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.games.queries.seats import next_round_number
from tournament.models import (
    Ceremony,
    Hanchan,
    Hand,
    PaperResult,
    PlannedStart,
    Round,
    Seat,
    Tournament,
    is_signed,
)
from tournament.rounds.queries.seating import WINDS, plan_for
from tournament.rounds.queries.timetable import next_start

SETTLING = timedelta(minutes=5)
"""So long after the clock was started, while no table has a hand, people may still look for theirs."""

Item = TypeVar("Item")


class Scene(StrEnum):
    """What the screen shows."""

    WELCOME = "welcome"  # before the first round
    SEATING = "seating"
    CLOCK = "clock"
    STANDINGS = "standings"
    CEREMONY = "ceremony"  # as its organizers lead it


CHOICES = (Scene.SEATING, Scene.CLOCK, Scene.STANDINGS)
"""Those that can be asked for at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallState:
    """What decides which scene is due. `tables` of the latest round, how many have `begun` and how many have `signed`;
    None before the first round. Its clock is `clock`, for whoever plays longest, None under rules without one; it was
    started `running_for` ago. `in_ceremony`: this screen is to show one.
    """

    tables: int | None
    begun: int = 0
    signed: int = 0
    clock: ClockState | None = None
    running_for: timedelta = timedelta()
    in_ceremony: bool = False


def scene_due(state: HallState) -> Scene:
    """Seats while people look for their table, the clock while they play, else how they stand.

    A forgotten clock, and rules without one, do not keep the seats on the screen: half of the tables play, and they go.
    """
    if state.in_ceremony:
        return Scene.CEREMONY
    if state.tables is None:
        return Scene.WELCOME
    if state.signed == state.tables:
        return Scene.STANDINGS
    if state.clock in (None, ClockState.WAITING):
        return Scene.SEATING if 2 * state.begun < state.tables else Scene.STANDINGS
    if not state.begun and state.running_for < SETTLING:
        return Scene.SEATING
    if state.clock is ClockState.SOUNDED and 2 * state.signed >= state.tables:
        return Scene.STANDINGS
    return Scene.CLOCK


@dataclass(frozen=True, kw_only=True)
class Hall:
    """The latest round, None before the first, its clock as it is for the round, and what follows from them; with the
    ceremony that is on, where this screen shows it. `misses_ceremony`: one is on, and this is no screen of the hall."""

    round: Round | None
    face: ClockFace | None
    state: HallState
    ceremony: Ceremony | None = None
    misses_ceremony: bool = False

    @property
    def is_on(self) -> bool:
        """Whether a round is on: some sheet is not signed."""
        return self.state.tables is not None and self.state.signed < self.state.tables


def hall_now(tournament: Tournament, *, sight: Sight, now: datetime) -> Hall:
    """In four queries, and no hand is replayed for it."""
    ceremony = ceremony_of(tournament)
    misses_ceremony = ceremony is not None and sight.audience is not Audience.HALL
    if misses_ceremony:
        ceremony = None
    round_ = tournament.rounds.order_by("-number").first()
    if round_ is not None and not tournament.kind.has_rounds:
        # Who sits down finds the table without it, and each hanchan has a clock of its own.
        state = HallState(tables=0, in_ceremony=ceremony is not None)
        return Hall(round=round_, face=None, state=state, ceremony=ceremony, misses_ceremony=misses_ceremony)
    if round_ is None:
        state = HallState(tables=None, in_ceremony=ceremony is not None)
        return Hall(round=None, face=None, state=state, ceremony=ceremony, misses_ceremony=misses_ceremony)
    hand = Hand.objects.current().filter(hanchan=OuterRef("pk"))
    paper = PaperResult.objects.current().filter(hanchan=OuterRef("pk"))
    hanchans = list(
        Hanchan.objects.valid()
        .filter(round=round_)
        .annotate(is_signed=is_signed(), has_begun=Q(Exists(hand)) | Q(Exists(paper)) | Q(is_signed()))
        .values_list("is_signed", "has_begun", "extra_seconds")
    )
    clock = clock_of(round_)
    longest = max((extra for is_signed, _begun, extra in hanchans if not is_signed), default=0)
    last = read_clock(clock, tournament.ruleset, extra_seconds=longest, now=now)
    state = HallState(
        tables=len(hanchans),
        begun=sum(has_begun for _signed, has_begun, _extra in hanchans),
        signed=sum(is_signed for is_signed, _begun, _extra in hanchans),
        clock=last.state if last else None,
        running_for=now - clock.started_at if clock.started_at else timedelta(),
        in_ceremony=ceremony is not None,
    )
    face = read_clock(clock, tournament.ruleset, now=now)
    return Hall(round=round_, face=face, state=state, ceremony=ceremony, misses_ceremony=misses_ceremony)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """How many rows of a page are read from the back of the hall; a name longer than `longest` takes two lines."""

    columns: int
    rows: int
    longest: int


WIDE = Grid(columns=2, rows=12, longest=23)
DENSE = Grid(columns=3, rows=14, longest=17)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf(Generic[Item]):
    """One page of a list, by columns; none, on a page before the list begins."""

    number: int
    pages: int
    grid: Grid = WIDE
    columns: tuple[tuple[Item, ...], ...] = ()

    @property
    def next(self) -> int:
        return self.number % self.pages + 1

    @property
    def previous(self) -> int:
        return (self.number - 2) % self.pages + 1

    @property
    def is_dense(self) -> bool:
        return self.grid is DENSE


def leaf(rows: Sequence[Item], number: int, grid: Grid, *, before: int = 0) -> Leaf[Item]:
    """The page of this number, counted round in circles, of pages of the same length; `before` come others.

    >>> leaf("abcdefg", 5, Grid(columns=2, rows=2, longest=9))
    Leaf(number=1, pages=2, grid=Grid(columns=2, rows=2, longest=9), columns=(('a', 'b'), ('c', 'd')))
    """
    of_list = -(-len(rows) // (grid.columns * grid.rows))
    pages = max(before + of_list, 1)
    number = (number - 1) % pages + 1
    if number <= before or not of_list:
        return Leaf(number=number, pages=pages, grid=grid)
    high = -(-len(rows) // (of_list * grid.columns))
    first = (number - 1 - before) * high * grid.columns
    columns = (tuple(rows[start : start + high]) for start in range(first, first + high * grid.columns, high))
    return Leaf(number=number, pages=pages, grid=grid, columns=tuple(column for column in columns if column))


def grid_for(rows: Sequence[object], *, most: int) -> Grid:
    """Large for so many, else as many as can be read."""
    return WIDE if len(rows) <= most else DENSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Where somebody sits, or that they sit out: then there is neither `table` nor `wind`."""

    number: int
    name: str
    table: int | None = None
    wind: Wind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Everybody's seat in a round, as people look for their name. They are `planned` until it starts."""

    round_number: int
    planned: bool
    rows: tuple[Seated, ...]


def seats_now(tournament: Tournament, hall: Hall) -> Seats | None:
    """Of the round that is on; else of the next where a plan has it, or of the last. None where there is none of them.

    Who sits where is shown to whoever sees the tournament (`core.queries.visibility`).
    """
    planned = None if hall.is_on else _planned(tournament)
    if planned is None and hall.round is not None:
        return _seats_of(hall.round)
    return planned


def start_after(tournament: Tournament, hall: Hall) -> PlannedStart | None:
    """When it goes on, as far as that is planned; None while a round is on: nobody is to leave their table for it."""
    if hall.is_on:
        return None
    return next_start(tournament, hall.round.number + 1 if hall.round else 1)


def _seats_of(round_: Round) -> Seats:
    seats = list(
        Seat.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None).select_related(
            "entry__player", "hanchan__table"
        )
    )
    sitting_out = list(round_.resting.select_related("player"))
    names = told_apart([*(seat.entry for seat in seats), *sitting_out])
    seated = [
        Seated(
            number=seat.entry.number,
            name=names[seat.entry_id],
            table=seat.hanchan.table.number,
            wind=SeatNumber(seat.seat).wind(SeatNumber.EAST),
        )
        for seat in seats
    ]
    seated += [Seated(number=entry.number, name=names[entry.pk]) for entry in sitting_out]
    return Seats(round_number=round_.number, planned=False, rows=_by_name(seated))


def _planned(tournament: Tournament) -> Seats | None:
    """The next round's."""
    number = next_round_number(tournament)
    found = plan_for(tournament, number)
    if found is None:
        return None
    plan, entries = found
    names = told_apart(entries.values())
    seated = {
        player: Seated(number=player, name=names[entries[player].pk], table=table, wind=WINDS[seat])
        for table, four in enumerate(plan.rounds[number - 1], start=1)
        for seat, player in enumerate(four)
    }
    resting = [Seated(number=one, name=names[entry.pk]) for one, entry in entries.items() if one not in seated]
    return Seats(round_number=number, planned=True, rows=_by_name([*seated.values(), *resting]))


def _by_name(seated: Sequence[Seated]) -> tuple[Seated, ...]:
    return tuple(sorted(seated, key=lambda one: (folded(one.name), one.number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalCount:
    """How many play, and how many of them have arrived: 0 where nobody checks in."""

    players: int
    arrived: int


def arrival_count(tournament: Tournament) -> ArrivalCount:
    times = list(tournament.entries.accepted().values_list("checked_in_at", flat=True))
    return ArrivalCount(players=len(times), arrived=sum(at is not None for at in times))

"""The hall screen: the scene (kind of content) to show now, and the seats and other lists that it shows by pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from django.db.models import Exists, OuterRef, Q

from scoring.seats import STARTING_WINDS, Wind
from tournament.core.namesakes import distinct_names
from tournament.core.queries.visibility import Audience, Sight
from tournament.core.text import folded
from tournament.games.queries.ceremony import ceremony_of
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.games.queries.seats import next_round_number, plan_for
from tournament.models import (
    AnnouncementPicture,
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
from tournament.rounds.queries.timetable import next_start

SETTLING = timedelta(minutes=5)
"""How long the seats stay on the screen after the start of the clock, unless a table has recorded a hand."""

Item = TypeVar("Item")


class Scene(StrEnum):
    """The kinds of content that the hall screen can show."""

    WELCOME = "welcome"  # before the first round
    SEATING = "seating"
    CLOCK = "clock"
    STANDINGS = "standings"
    TEAMS = "teams"  # the standings of the players' teams
    CEREMONY = "ceremony"  # led by the organizers


CHOICES = (Scene.SEATING, Scene.CLOCK, Scene.STANDINGS, Scene.TEAMS)
"""The scenes that somebody can choose at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallState:
    """The facts from which the scene is chosen.

    `tables` is the number of tables of the latest round, None before the first round. `begun` of these tables have
    begun, and `signed` have a signed sheet. `clock` is the state of the clock at the table that will end last: the
    unsigned table with the most extra time. `clock` is None if the rules have no clock. `running_for` is the time since
    the clock was started. `in_ceremony` says that this screen shows a ceremony.
    """

    tables: int | None
    begun: int = 0
    signed: int = 0
    clock: ClockState | None = None
    running_for: timedelta = timedelta()
    in_ceremony: bool = False


def scene_due(state: HallState) -> Scene:
    """Choose the scene: the seats while players look for their tables, the clock during play, otherwise the standings.

    Without a started clock the seats are shown until half of the tables have begun, and then the standings.
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
    """The latest round, if any, and its clock, the state of the hall, and the ceremony that this screen shows.
    `misses_ceremony` says that there is a ceremony, but this browser is not a screen of the hall."""

    round: Round | None
    face: ClockFace | None
    state: HallState
    ceremony: Ceremony | None = None
    misses_ceremony: bool = False

    @property
    def is_on(self) -> bool:
        """Whether a round is being played, that is, some sheet is not signed."""
        return self.state.tables is not None and self.state.signed < self.state.tables


def hall_now(tournament: Tournament, *, sight: Sight, now: datetime) -> Hall:
    """Load the state of the hall in four queries, without replaying hands."""
    current = ceremony_of(tournament)
    ceremony = current if sight.audience is Audience.HALL else None
    misses_ceremony = current is not None and ceremony is None
    round_ = tournament.rounds.order_by("-number").first()
    if round_ is None or not tournament.kind.has_rounds:
        # A club night needs no seats on the screen, and each of its hanchans has a clock of its own.
        state = HallState(tables=0 if round_ else None, in_ceremony=ceremony is not None)
        return Hall(round=round_, face=None, state=state, ceremony=ceremony, misses_ceremony=misses_ceremony)
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
    """The columns and rows of a page on the hall screen. Names of up to `longest` characters have the full font size
    (`words.hall.fit`)."""

    columns: int
    rows: int
    longest: int


WIDE = Grid(columns=2, rows=12, longest=25)
DENSE = Grid(columns=3, rows=14, longest=17)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf(Generic[Item]):
    """One page of a list, in columns. A page that comes before the list, such as a picture, has no columns."""

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

    @property
    def high(self) -> int:
        """Return how many rows the longest column has."""
        return max(map(len, self.columns), default=0)


def leaf(rows: Sequence[Item], number: int, grid: Grid, *, before: int = 0) -> Leaf[Item]:
    """Return page `number` of a list, in columns. Pages are equally long. The number after the last page is the first
    page again. `before` is how many other pages come before the list.

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
    """Return the grid for these rows: `WIDE` for at most `most` rows, otherwise `DENSE`, which has smaller letters."""
    return WIDE if len(rows) <= most else DENSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player's seat; `table` and `wind` are None for a player who sits out."""

    number: int
    name: str
    table: int | None = None
    wind: Wind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """All seats of a round, sorted by name; `planned` says that the seats are only planned so far."""

    round_number: int
    planned: bool
    rows: tuple[Seated, ...]

    @property
    def resting(self) -> list[str]:
        return [player.name for player in self.rows if player.table is None]


def seats_now(tournament: Tournament, hall: Hall) -> Seats | None:
    """Return the seats of the round in play. Between rounds, return the seats of the next round if it is planned,
    otherwise of the last round. None if no round is started or planned.

    Seats are visible to everybody who sees the tournament (`core.queries.visibility`).
    """
    planned = None if hall.is_on else _planned(tournament)
    if planned is None and hall.round is not None:
        return round_seats(hall.round)
    return planned


def start_after(tournament: Tournament, hall: Hall) -> PlannedStart | None:
    """Return the planned start of the next round; None during a round, so that nobody leaves their table early."""
    if hall.is_on:
        return None
    return next_start(tournament, hall.round.number + 1 if hall.round else 1)


def round_seats(round_: Round, *, for_team: bool = False) -> Seats:
    """Return the seats of a round that has started."""
    seats = list(
        Seat.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None).select_related(
            "entry__player", "hanchan__table"
        )
    )
    sitting_out = list(round_.resting.select_related("player"))
    names = distinct_names([*(seat.entry for seat in seats), *sitting_out], for_team=for_team)
    seated = [
        Seated(
            number=seat.entry.number,
            name=names[seat.entry_id],
            table=seat.hanchan.table.number,
            wind=STARTING_WINDS[seat.seat],
        )
        for seat in seats
    ]
    seated += [Seated(number=entry.number, name=names[entry.pk]) for entry in sitting_out]
    return Seats(round_number=round_.number, planned=False, rows=_by_name(seated))


def _planned(tournament: Tournament) -> Seats | None:
    """Return the seats of the next round; None if the seats are not planned."""
    number = next_round_number(tournament)
    planned = plan_for(tournament, number)
    if planned is None:
        return None
    plan, entries = planned
    names = distinct_names(entries.values())
    seated = {
        player: Seated(number=player, name=names[entries[player].pk], table=table, wind=STARTING_WINDS[seat])
        for table, four in enumerate(plan.rounds[number - 1], start=1)
        for seat, player in enumerate(four)
    }
    resting = [Seated(number=player, name=names[entry.pk]) for player, entry in entries.items() if player not in seated]
    return Seats(round_number=number, planned=True, rows=_by_name([*seated.values(), *resting]))


def _by_name(seated: Sequence[Seated]) -> tuple[Seated, ...]:
    return tuple(sorted(seated, key=lambda player: (folded(player.name), player.number)))


def picture_shown(tournament: Tournament) -> AnnouncementPicture | None:
    """Return the picture of the event's published announcement, without loading its content; None if there is none."""
    pictures = AnnouncementPicture.objects.filter(tournament=tournament, tournament__announcement__is_published=True)
    return pictures.defer("content").first()


def arrival_count(tournament: Tournament) -> dict[str, int]:
    """Return the number of accepted players (`players`) and of players who have checked in (`arrived`)."""
    times = list(tournament.entries.accepted().values_list("checked_in_at", flat=True))
    return {"players": len(times), "arrived": sum(at is not None for at in times)}

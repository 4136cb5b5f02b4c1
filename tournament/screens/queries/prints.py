"""The printed matter of a tournament: score sheets, seating lists, slips and badges."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.seats import SEATS, Wind
from scoring.seats import Seat as SeatNumber
from tournament.core.namesakes import told_apart
from tournament.core.text import folded
from tournament.games.queries.game import load_games
from tournament.models import Entry, Hanchan, Round, Table, Tournament
from tournament.rounds.queries.seating import RoundSeat, Schedule, seating_page
from tournament.rounds.queries.timetable import coming_starts

HANDS_ON_A_SHEET = range(1, 23)
"""Lines for hands: more than nearly every hanchan needs; a longer one continues on a blank sheet."""


@dataclass(frozen=True, kw_only=True)
class PrintedSeat:
    """A seat of a score sheet; `name` is empty on a blank one."""

    wind: Wind
    name: str


@dataclass(frozen=True, kw_only=True)
class PrintedSheet:
    """One table's score sheet of one round. `hanchan` is None on a blank one."""

    hanchan: Hanchan | None
    seats: tuple[PrintedSeat, ...]

    @property
    def table(self) -> Table | None:
        return self.hanchan.table if self.hanchan else None


@dataclass(frozen=True, kw_only=True)
class SeatByName:
    """One line of the list by name; `table` and `wind` are None for a player who sits out."""

    name: str
    table: int | None = None
    wind: Wind | None = None


@dataclass(frozen=True, kw_only=True)
class PrintedRound:
    """A round's sheets by table, and the names of the players who sit it out."""

    sheets: tuple[PrintedSheet, ...]
    resting: tuple[str, ...]

    @property
    def by_name(self) -> list[SeatByName]:
        """Every player's seat, by name."""
        seated = [
            SeatByName(name=seat.name, table=sheet.table.number, wind=seat.wind)
            for sheet in self.sheets
            if sheet.table
            for seat in sheet.seats
        ]
        resting = [SeatByName(name=name) for name in self.resting]
        return sorted(seated + resting, key=lambda player: folded(player.name))


@dataclass(frozen=True, kw_only=True)
class Badge:
    """One player's badge."""

    entry: Entry
    name: str


def blank_sheet() -> PrintedSheet:
    """Return a blank sheet for any table."""
    return PrintedSheet(hanchan=None, seats=tuple(PrintedSeat(wind=_wind(seat), name="") for seat in SEATS))


def printed_round(round_: Round) -> PrintedRound:
    """Read a round for printing, in a fixed number of queries."""
    hanchans = Hanchan.objects.valid().filter(round=round_).order_by("table__number")
    games = load_games(hanchans)
    resting = list(round_.resting.select_related("player"))
    seated = {seat.entry_id: seat.entry for game in games for seat in game.seats}
    names = told_apart([*seated.values(), *resting], for_team=True)
    return PrintedRound(
        sheets=tuple(
            PrintedSheet(
                hanchan=game.hanchan,
                seats=tuple(PrintedSeat(wind=_wind(seat.seat), name=names[seat.entry_id]) for seat in game.seats),
            )
            for game in games
        ),
        resting=tuple(names[entry.pk] for entry in resting),
    )


def badges_of(tournament: Tournament) -> list[Badge]:
    """Return a badge for every player, by number."""
    entries = list(tournament.entries.accepted().select_related("player"))
    names = told_apart(entries, for_team=True)
    return [Badge(entry=entry, name=names[entry.pk]) for entry in entries]


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A player's slip: the link to their own page, and their seat in every planned round; no rounds without a plan.
    `starts` are the announced times, by round."""

    entry: Entry
    schedule: Schedule
    starts: Mapping[int, datetime]

    @property
    def rounds(self) -> list[tuple[int, datetime | None, RoundSeat | None]]:
        """Each round's number, planned start, and the player's seat or None for a rest."""
        seats = enumerate(self.schedule.seats, start=1)
        return [(number, self.starts.get(number), sitting) for number, sitting in seats]


def slips_of(tournament: Tournament) -> list[Slip]:
    """Return a slip for every player, by number."""
    plan = seating_page(tournament, for_team=True)
    planned = {schedule.number: schedule for schedule in plan.by_player} if plan else {}
    starts = {start.number: start.starts_at for start in coming_starts(tournament, 1)} if plan else {}
    return [
        Slip(
            entry=badge.entry,
            schedule=planned.get(badge.entry.number) or Schedule(number=badge.entry.number, name=badge.name, seats=()),
            starts=starts,
        )
        for badge in badges_of(tournament)
    ]


def _wind(seat: int) -> Wind:
    return SeatNumber(seat).wind(SeatNumber.EAST)

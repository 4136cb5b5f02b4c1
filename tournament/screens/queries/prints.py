"""Data for the printouts of a tournament: score sheets, seating lists, slips and badges."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from scoring.seats import STARTING_WINDS
from tournament.core.limits import MOST_PLANNED_SEATS
from tournament.core.namesakes import distinct_names
from tournament.games.queries.game import load_games
from tournament.games.queries.shown_table import ShownSeat, ShownTable, names_at, shown_table
from tournament.models import Entry, Hanchan, Round, Tournament
from tournament.rounds.queries.plan_shown import RoundSeat, Schedule
from tournament.rounds.queries.seating import seating_page
from tournament.rounds.queries.timetable import coming_starts

HANDS_ON_A_SHEET = range(1, 23)
"""Numbers of the rows for hands on a score sheet: enough rows for nearly every hanchan. A longer hanchan continues on a
blank sheet."""

SLIPS_ON_A_PAGE = 200
"""With its QR code and all rounds, a slip takes up to 30 kB. A page of the slips of 2,000 players had 60 MB, and hands
waited while its parts were joined."""


def blank_seats() -> tuple[ShownSeat, ...]:
    """Return the seats of a blank sheet."""
    return tuple(ShownSeat(wind=wind) for wind in STARTING_WINDS)


def printed_tables(round_: Round) -> tuple[ShownTable, ...]:
    """Return the tables of a round, with players but without points and results, in a fixed number of queries."""
    games = load_games(Hanchan.objects.valid().filter(round=round_).order_by("table__number"))
    names = names_at(games, list(round_.resting.select_related("player")), for_team=True)
    return tuple(shown_table(game, names, is_withheld=True) for game in games)


def badges_of(tournament: Tournament) -> list[tuple[Entry, str]]:
    """Return every player with the name for the player's badge, in the order of entry numbers."""
    entries = list(tournament.entries.accepted().select_related("player"))
    names = distinct_names(entries, for_team=True)
    return [(entry, names[entry.pk]) for entry in entries]


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A player's slip: the link to the player's own page, and the player's seat in every planned round. `starts` are
    the planned starts by round number. Without a seating plan the slip has no rounds."""

    entry: Entry
    schedule: Schedule
    starts: Mapping[int, datetime]

    @property
    def rounds(self) -> list[tuple[int, datetime | None, RoundSeat | None]]:
        """Return each round's number, its planned start, and the player's seat, None if the player sits out."""
        seats = enumerate(self.schedule.seats, start=self.schedule.first)
        return [(number, self.starts.get(number), sitting) for number, sitting in seats]


def slips_page(tournament: Tournament, number: int) -> Page[Slip]:
    """Return a page of slips, one for each player, in the order of entry numbers; the last page if there are fewer."""
    return Paginator(slips_of(tournament), SLIPS_ON_A_PAGE).get_page(number)


def slips_of(tournament: Tournament) -> list[Slip]:
    """Return a slip for every player, in the order of entry numbers."""
    plan = seating_page(tournament, for_team=True, most=MOST_PLANNED_SEATS)
    planned = {schedule.number: schedule for schedule in plan.by_player} if plan else {}
    starts = {start.number: start.starts_at for start in coming_starts(tournament, 1)} if plan else {}
    return [
        Slip(
            entry=entry,
            schedule=planned.get(entry.number) or Schedule(number=entry.number, name=name, seats=()),
            starts=starts,
        )
        for entry, name in badges_of(tournament)
    ]

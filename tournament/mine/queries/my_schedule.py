"""All rounds of a tournament for one player: when they start, and where the player sits as far as that is known."""

from dataclasses import dataclass
from datetime import datetime

from scoring.seats import STARTING_WINDS, Seat, Wind
from tournament.games.queries.departures import departure_of
from tournament.models import Entry, Round, SeatingPlan
from tournament.models import Seat as SeatRow
from tournament.rounds.queries.rounds_calendar import RoundsCalendar, rounds_calendar
from tournament.rounds.queries.seating import plan_for


@dataclass(frozen=True, kw_only=True)
class ScheduledRound:
    """One round. Without a table the player sits it out, or the seat is not known yet; times may be unknown too."""

    number: int
    is_started: bool
    starts_at: datetime | None
    ends_at: datetime | None
    table: int | None
    wind: Wind | None
    sits_out: bool


@dataclass(frozen=True, kw_only=True)
class MySchedule:
    """The player's rounds by number; `calendar` has the times of everybody's."""

    entry: Entry
    calendar: RoundsCalendar
    rounds: tuple[ScheduledRound, ...]


Place = tuple[int, Wind] | None
"""Table and starting wind; None for a round that the player sits out."""


def my_schedule(entry: Entry) -> MySchedule:
    """Read the schedule in a fixed number of queries. Rounds that start after the player has left are not in it."""
    tournament = entry.tournament
    calendar = rounds_calendar(tournament)
    started = set(tournament.rounds.values_list("number", flat=True))
    coming = max(started, default=0) + 1
    planned = plan_for(tournament, coming)
    departure = departure_of(entry)
    places = _planned_places(entry, planned[0], coming) if planned else {}
    places |= _real_places(entry)
    times = {round_.number: round_ for round_ in calendar.rounds}
    rounds = []
    for number in sorted(started | times.keys() | places.keys()):
        if departure and number >= departure.from_round and number not in started:
            continue
        time, place = times.get(number), places.get(number)
        rounds.append(
            ScheduledRound(
                number=number,
                is_started=number in started,
                starts_at=time.starts_at if time else None,
                ends_at=time.ends_at if time else None,
                table=place[0] if place else None,
                wind=place[1] if place else None,
                sits_out=number in places and place is None,
            )
        )
    return MySchedule(entry=entry, calendar=calendar, rounds=tuple(rounds))


def _real_places(entry: Entry) -> dict[int, Place]:
    """The places in started rounds, by the round's number."""
    rests: dict[int, Place] = dict.fromkeys(Round.objects.filter(resting=entry).values_list("number", flat=True))
    seats = SeatRow.objects.filter(entry=entry, hanchan__cancelled_by=None)
    rows = seats.values_list("hanchan__round__number", "hanchan__table__number", "seat")
    return rests | {number: (table, STARTING_WINDS[Seat(seat)]) for number, table, seat in rows}


def _planned_places(entry: Entry, plan: SeatingPlan, first: int) -> dict[int, Place]:
    """The places that the seating plan has for the rounds from this one on."""
    places: dict[int, Place] = {}
    for number, tables in enumerate(plan.rounds[first - 1 :], start=first):
        places[number] = None
        for table, four in enumerate(tables, start=1):
            if entry.number in four:
                places[number] = (table, STARTING_WINDS[four.index(entry.number)])
    return places

"""All rounds of a tournament for one player: their start times, and the player's seats as far as they are known."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.seats import STARTING_WINDS, Seat, Wind
from tournament.core.cache import Cache
from tournament.games.queries.departures import departures
from tournament.games.queries.seats import plan_for
from tournament.models import Departure, Entry, Round, Tournament
from tournament.models import Seat as SeatRow
from tournament.rounds.queries.rounds_calendar import RoundsCalendar, rounds_calendar


@dataclass(frozen=True, kw_only=True)
class ScheduledRound:
    """One round of the player. `table` is None if the player sits the round out, or if the seat is not known yet. Times
    that are not known yet are None."""

    number: int
    is_started: bool
    starts_at: datetime | None
    ends_at: datetime | None
    table: int | None
    wind: Wind | None
    sits_out: bool


@dataclass(frozen=True, kw_only=True)
class MySchedule:
    """The player's rounds by number; `calendar` has the times of all rounds."""

    entry: Entry
    calendar: RoundsCalendar
    rounds: tuple[ScheduledRound, ...]


Place = tuple[int, Wind] | None
"""Table and starting wind; None for a round that the player sits out."""

Places = Mapping[int, Mapping[int, Place]]
"""The places by entry id and round number; rounds whose seats are not known are left out."""


@dataclass(frozen=True, kw_only=True)
class WholeSchedule:
    """The schedule of all players; `started` are the numbers of the started rounds."""

    calendar: RoundsCalendar
    started: frozenset[int]
    places: Places
    departures: Mapping[int, Departure]


WHOLE: Cache[int, WholeSchedule] = Cache(32)
"""Cache of schedules by tournament id: after a change all players' pages are rendered again at the same time."""


def my_schedule(entry: Entry) -> MySchedule:
    """Return the player's rounds. If the player has left, rounds that the player will not play are left out."""
    tournament = entry.tournament
    whole = WHOLE.get(tournament.pk, tournament.version, lambda: _whole(tournament))
    departure, places = whole.departures.get(entry.pk), whole.places.get(entry.pk, {})
    times = {round_.number: round_ for round_ in whole.calendar.rounds}
    rounds = []
    for number in sorted(whole.started | times.keys() | places.keys()):
        is_started = number in whole.started
        if departure and number >= departure.from_round and not is_started:
            continue
        time, place = times.get(number), places.get(number)
        rounds.append(
            ScheduledRound(
                number=number,
                is_started=is_started,
                starts_at=time.starts_at if time else None,
                ends_at=time.ends_at if time else None,
                table=place[0] if place else None,
                wind=place[1] if place else None,
                sits_out=number in places and place is None,
            )
        )
    return MySchedule(entry=entry, calendar=whole.calendar, rounds=tuple(rounds))


def _whole(tournament: Tournament) -> WholeSchedule:
    """Return all rounds of the tournament with their tables and players, in a fixed number of queries."""
    started = frozenset(tournament.rounds.values_list("number", flat=True))
    places: dict[int, dict[int, Place]] = defaultdict(dict)
    _add_planned(places, tournament, max(started, default=0) + 1)
    for entry, number in Round.resting.through.objects.filter(round__tournament=tournament).values_list(
        "entry", "round__number"
    ):
        places[entry][number] = None
    equal: dict[Place, Place] = {}  # all who ever have the same place share one object
    seats = SeatRow.objects.filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
    for entry, number, table, seat in seats.values_list(
        "entry", "hanchan__round__number", "hanchan__table__number", "seat"
    ):
        place = (table, STARTING_WINDS[Seat(seat)])
        places[entry][number] = equal.setdefault(place, place)
    return WholeSchedule(
        calendar=rounds_calendar(tournament), started=started, places=places, departures=departures(tournament)
    )


def _add_planned(places: dict[int, dict[int, Place]], tournament: Tournament, first: int) -> None:
    """Add the seats in the seating plan to `places`, from the round `first` on."""
    planned = plan_for(tournament, first)
    if planned is None:
        return
    plan, entries = planned
    for number, tables in enumerate(plan.rounds[first - 1 :], start=first):
        seats = {
            player: (table, wind)
            for table, four in enumerate(tables, start=1)
            for player, wind in zip(four, STARTING_WINDS, strict=True)
        }
        for player, entry in entries.items():
            places[entry.pk][number] = seats.get(player)

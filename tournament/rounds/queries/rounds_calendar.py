"""The times of a tournament for calendar apps: its days, the rounds that have begun, and the rounds whose starts are
announced."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from tournament.games.queries.clock import read_clock
from tournament.models import RoundClock, Tournament
from tournament.rounds.queries.timetable import coming_starts


@dataclass(frozen=True, kw_only=True)
class CalendarRound:
    """A started or planned round and its times; `ends_at` is None if the rules have no clock."""

    number: int
    page: str
    starts_at: datetime
    ends_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class RoundsCalendar:
    """The tournament's days, if they are set, and its rounds by number. `changed_at` is the time of the last write."""

    tournament: Tournament
    first_day: date | None
    last_day: date | None
    rounds: tuple[CalendarRound, ...]
    changed_at: datetime


def rounds_calendar(tournament: Tournament) -> RoundsCalendar:
    """Read the calendar in a fixed number of queries."""
    rules = tournament.ruleset
    clocks = {clock.round_id: clock for clock in RoundClock.objects.filter(round__tournament=tournament)}
    rounds: list[CalendarRound] = []
    for round_ in tournament.rounds.all():
        clock = clocks.get(round_.pk, RoundClock(round=round_))
        starts_at, face = clock.started_at or round_.started_at, read_clock(clock, rules)
        length = face.countdown.length + face.countdown.paused_for if face else None
        rounds.append(_round(round_.number, round_.get_absolute_url(), starts_at, length))
    length = timedelta(minutes=rules.minutes) if rules.minutes else None
    planned = coming_starts(tournament, rounds[-1].number + 1 if rounds else 1)
    page = tournament.get_absolute_url()
    rounds += [_round(start.number, page, start.starts_at, length) for start in planned]
    days = [timezone.localdate(round_.starts_at) for round_ in rounds]
    if tournament.starts_on:
        days.append(tournament.starts_on)
    last = tournament.log.filter(number=tournament.version).values_list("at", flat=True).first()
    return RoundsCalendar(
        tournament=tournament,
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        rounds=tuple(rounds),
        changed_at=last or tournament.created_at,
    )


def _round(number: int, page: str, starts_at: datetime, length: timedelta | None) -> CalendarRound:
    return CalendarRound(number=number, page=page, starts_at=starts_at, ends_at=starts_at + length if length else None)

"""The planned starts of rounds, for everybody's pages and for the organizers' timetable."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import groupby, pairwise

from django.utils import timezone

from tournament.games.queries.seats import current_plan, next_round_number
from tournament.models import PlannedStart, Tournament
from tournament.rounds.break_lines import read_breaks

WITHOUT_A_PLAN = 3
"""The number of coming rounds shown without a seating plan."""
MOST = 12
"""The most rounds that are planned at once; each round that starts makes room for a further one."""


def coming_starts(tournament: Tournament, number: int) -> tuple[PlannedStart, ...]:
    """Return the planned starts from this round on, by number. A club night has none."""
    if not tournament.kind.has_rounds:
        return ()
    return tuple(tournament.planned_starts.filter(number__gte=number).order_by("number"))


def next_of(starts: Iterable[PlannedStart]) -> PlannedStart | None:
    """Return the first of these planned starts (ordered by round) that is today or later. Starts on earlier days are
    skipped, because their rounds never began."""
    today = timezone.localdate()
    return next((start for start in starts if timezone.localdate(start.starts_at) >= today), None)


def next_start(tournament: Tournament, number: int) -> PlannedStart | None:
    """Return the first planned start from this round on that is today or later."""
    return next_of(coming_starts(tournament, number))


def timetable(tournament: Tournament) -> dict[int, datetime | None]:
    """Return the planned starts of coming rounds, None for a round without a planned start; at most `MOST` rounds.

    With a seating plan these are all rounds of the plan. Without a plan they are the rounds that have a time and one
    more round, at least `WITHOUT_A_PLAN` rounds.
    """
    number, plan = next_round_number(tournament), current_plan(tournament)
    times = {start.number: start.starts_at for start in coming_starts(tournament, number)}
    last = max(times, default=0)
    if plan is not None and len(plan.rounds) >= number:
        last = max(last, len(plan.rounds))
    else:
        last = max(last + 1, number + WITHOUT_A_PLAN - 1)
    return {coming: times.get(coming) for coming in range(number, min(last, number + MOST - 1) + 1)}


@dataclass(frozen=True, kw_only=True)
class TimetableLine:
    """One line of the timetable: a round, by its number, or a break with its name."""

    starts_at: datetime
    until: time | None = None
    number: int | None = None
    words: str = ""


def whole_timetable(tournament: Tournament) -> list[tuple[date, list[TimetableLine]]]:
    """Return all planned starts and breaks by day. The caller has activated the event's time zone."""
    lines = [
        TimetableLine(starts_at=timezone.localtime(start.starts_at), number=start.number)
        for start in tournament.planned_starts.all()
    ]
    lines += [
        TimetableLine(starts_at=timezone.make_aware(item.starts_at), until=item.until, words=item.words)
        for item in read_breaks(tournament.breaks)
    ]
    lines.sort(key=lambda line: line.starts_at)
    return [(day, list(of_day)) for day, of_day in groupby(lines, key=lambda line: line.starts_at.date())]


def first_too_early(starts: Mapping[int, datetime | None]) -> tuple[int, int] | None:
    """Return the first round that does not start later than the previous round, and the number of the previous round;
    None if there is no such round. Rounds without a time are skipped.

    >>> first_too_early({1: datetime(2026, 5, 2, 10), 2: None, 3: datetime(2026, 5, 2, 9)})
    (3, 1)
    """
    times = [(number, at) for number, at in sorted(starts.items()) if at is not None]
    for (before, earlier), (number, at) in pairwise(times):
        if at <= earlier:
            return number, before
    return None

"""When rounds are planned to start: for everybody's pages, and for the page on which organizers say it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise

from django.utils import timezone

from tournament.games.queries.seats import current_plan, next_round_number
from tournament.models import PlannedStart, Tournament

WITHOUT_A_PLAN = 3
"""So many rounds to come are offered where no plan says how many there are."""
MOST = 12
"""More are not planned at once; the next ones follow as rounds are started."""


def coming_starts(tournament: Tournament, number: int) -> tuple[PlannedStart, ...]:
    """Of this round and later ones, by number. None of a club night, whose hanchans start when four sit down."""
    if not tournament.kind.has_rounds:
        return ()
    return tuple(tournament.planned_starts.filter(number__gte=number).order_by("number"))


def next_of(starts: Iterable[PlannedStart]) -> PlannedStart | None:
    """The first of them that is still of interest: from the day after it, a round that never began is not spoken of."""
    today = timezone.localdate()
    return next((start for start in starts if timezone.localdate(start.starts_at) >= today), None)


def next_start(tournament: Tournament, number: int) -> PlannedStart | None:
    """What is announced next, where this round is the next."""
    return next_of(coming_starts(tournament, number))


def timetable(tournament: Tournament) -> dict[int, datetime | None]:
    """The rounds to come that a time can be said for, by number, with those that were: as many as the plan has; without
    one a few, and always one more than has a time."""
    number, plan = next_round_number(tournament), current_plan(tournament)
    said = {start.number: start.starts_at for start in coming_starts(tournament, number)}
    last = max(said, default=0)
    if plan is not None and len(plan.rounds) >= number:
        last = max(last, len(plan.rounds))
    else:
        last = max(last + 1, number + WITHOUT_A_PLAN - 1)
    return {one: said.get(one) for one in range(number, min(last, number + MOST - 1) + 1)}


def first_too_early(starts: Mapping[int, datetime | None]) -> tuple[int, int] | None:
    """The first round that would not start after the one with a time before it, and that one; None where all do.

    >>> first_too_early({1: datetime(2026, 5, 2, 10), 2: None, 3: datetime(2026, 5, 2, 9)})
    (3, 1)
    """
    said = [(number, at) for number, at in sorted(starts.items()) if at is not None]
    for (before, earlier), (number, at) in pairwise(said):
        if at <= earlier:
            return number, before
    return None

"""Set the planned starts of the rounds to come."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_ROUNDS
from tournament.core.merge import merged
from tournament.core.queries.disk import check_free_space
from tournament.games.queries.seats import next_round_number
from tournament.models import PlannedStart, Visitor
from tournament.rounds.actions.start_round import HasNoRounds, RoundBeyond
from tournament.rounds.break_lines import Break, written_breaks
from tournament.rounds.queries.timetable import first_too_early


class StartsTooEarly(NotDone):
    """A round would not start later than the previous round."""

    message = _("Each round must start after the round before it. Nothing was changed; check the times again.")


MANY_STARTS = 50
"""More changed starts than any day has. The log keeps each before and after."""


def set_timetable(
    *,
    tournament_id: int,
    starts: Mapping[int, datetime | None],
    by: Visitor,
    base: Mapping[int, datetime | None] | None = None,
) -> None:
    """Set the planned starts of these rounds; None removes a round's planned start. The starts of other rounds, and of
    rounds that have started meanwhile, are not changed. For `base`, see `merged`. For organizers. Raises `HasNoRounds`,
    `StartsTooEarly` and `RoundBeyond`; with more than `MANY_STARTS` changed starts also `DiskNearlyFull`."""
    with locked_tournament(tournament_id) as tournament:
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        number = next_round_number(tournament)
        old: dict[int, datetime] = dict(
            tournament.planned_starts.filter(number__gte=number).values_list("number", "starts_at")
        )
        starts = merged(starts, base, {coming: old.get(coming) for coming in starts})
        changed = {coming: at for coming, at in sorted(starts.items()) if coming >= number and at != old.get(coming)}
        if not changed:
            return
        if first_too_early(old | changed):
            raise StartsTooEarly
        if len(changed) > MANY_STARTS:
            check_free_space()
        new = sum(at is not None and coming not in old for coming, at in changed.items())
        if new and tournament.planned_starts.count() + new > MOST_ROUNDS:
            raise RoundBeyond
        for coming, at in changed.items():
            if at is None:
                tournament.planned_starts.filter(number=coming).delete()
            else:
                PlannedStart.objects.update_or_create(tournament=tournament, number=coming, defaults={"starts_at": at})
        before = {str(coming): _written(old.get(coming)) for coming in changed}
        after = {str(coming): _written(at) for coming, at in changed.items()}
        log(tournament, "timetable.set", by=by, before=before, after=after)


def set_breaks(
    *,
    tournament_id: int,
    breaks: Sequence[Break],
    time_zone: str,
    by: Visitor,
    base: Mapping[str, str] | None = None,
) -> None:
    """Set the breaks and the time zone; a round planned for 10:00 stays at 10:00 in the new time zone. For `base`, see
    `merged`. For organizers. Raises `HasNoRounds`."""
    with locked_tournament(tournament_id) as tournament:
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        stored = {"breaks": tournament.breaks, "time_zone": tournament.time_zone}
        facts = merged({"breaks": written_breaks(breaks), "time_zone": time_zone}, base, stored)
        if facts == stored:
            return
        text, time_zone = facts["breaks"], facts["time_zone"]
        old, new = (ZoneInfo(zone or settings.TIME_ZONE) for zone in (tournament.time_zone, time_zone))
        if old != new:
            for start in tournament.planned_starts.filter(number__gte=next_round_number(tournament)):
                start.starts_at = start.starts_at.astimezone(old).replace(tzinfo=new)
                start.save(update_fields=["starts_at"])
        tournament.breaks, tournament.time_zone = text, time_zone
        tournament.save(update_fields=["breaks", "time_zone"])
        log(tournament, "timetable.breaks_set", by=by, time_zone=time_zone or settings.TIME_ZONE)


def _written(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None

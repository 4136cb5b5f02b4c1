"""Set the planned starts of the rounds to come."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.games.queries.seats import next_round_number
from tournament.models import PlannedStart, Visitor
from tournament.rounds.actions.start_round import HasNoRounds
from tournament.rounds.queries.timetable import first_too_early


class StartsTooEarly(NotDone):
    """A round would not start after the one before it."""

    message = _("A round starts after the one before it. Nothing was changed; check the times again.")


def set_timetable(*, tournament_id: int, starts: Mapping[int, datetime | None], by: Visitor) -> None:
    """Set these rounds' planned times; None removes a time. Other rounds keep their time, and so does a round that has
    started meanwhile. For organizers. Raises `HasNoRounds` and `StartsTooEarly`."""
    with locked_tournament(tournament_id) as tournament:
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        number = next_round_number(tournament)
        old: dict[int, datetime] = dict(
            tournament.planned_starts.filter(number__gte=number).values_list("number", "starts_at")
        )
        changed = {coming: at for coming, at in sorted(starts.items()) if coming >= number and at != old.get(coming)}
        if not changed:
            return
        if first_too_early(old | changed):
            raise StartsTooEarly
        for coming, at in changed.items():
            if at is None:
                tournament.planned_starts.filter(number=coming).delete()
            else:
                PlannedStart.objects.update_or_create(tournament=tournament, number=coming, defaults={"starts_at": at})
        before = {str(coming): _written(old.get(coming)) for coming in changed}
        after = {str(coming): _written(at) for coming, at in changed.items()}
        log(tournament, "timetable.set", by=by, before=before, after=after)


def _written(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None

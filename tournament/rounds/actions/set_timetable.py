"""When the coming rounds are planned to start."""

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
    """A round would start before one that comes before it."""

    message = _("A round starts after the one before it. Nothing was changed; check the times again.")


def set_timetable(*, tournament_id: int, starts: Mapping[int, datetime | None], by: Visitor) -> None:
    """Plan these rounds for these times, or for none. What is not named stays, and so does what was planned for a round
    that has started meanwhile. For organizers. Raises `HasNoRounds` and `StartsTooEarly`.
    """
    with locked_tournament(tournament_id) as tournament:
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        number = next_round_number(tournament)
        old: dict[int, datetime] = dict(
            tournament.planned_starts.filter(number__gte=number).values_list("number", "starts_at")
        )
        changed = {one: at for one, at in sorted(starts.items()) if one >= number and at != old.get(one)}
        if not changed:
            return
        if first_too_early(old | changed):
            raise StartsTooEarly
        for one, at in changed.items():
            if at is None:
                tournament.planned_starts.filter(number=one).delete()
            else:
                PlannedStart.objects.update_or_create(tournament=tournament, number=one, defaults={"starts_at": at})
        before = {str(one): _written(old.get(one)) for one in changed}
        after = {str(one): _written(at) for one, at in changed.items()}
        log(tournament, "timetable.set", by=by, before=before, after=after)


def _written(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None

"""Write the log entries and rows for penalties, the same way for players and for teams."""

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.game_writing import decimal_string
from tournament.core.actions.journal import log
from tournament.core.errors import NotDone, ReasonMissing
from tournament.core.limits import MOST_PENALTIES
from tournament.core.words.limits import with_limit
from tournament.models import Offence, Penalty, TeamPenalty, Tournament, Visitor


class TooManyPenalties(NotDone):
    """The tournament already has the largest possible number of penalties of players, or of teams
    (`limits.MOST_PENALTIES`)."""

    message = with_limit(
        _("An event can have at most %(most)s penalties and warnings, including withdrawn ones. Nothing was saved."),
        MOST_PENALTIES,
    )


def check_number_of_penalties(given: "QuerySet[Penalty] | QuerySet[TeamPenalty]") -> None:
    """Raise `TooManyPenalties` if the tournament can have no further penalty. `given` are all penalties of players, or
    of teams, in the tournament."""
    if given.count() >= MOST_PENALTIES:
        raise TooManyPenalties


def log_penalty(
    tournament: Tournament,
    kind: str,
    *,
    offence: Offence,
    points: Fraction,
    round_number: int | None,
    rule: str,
    reason: str,
    by: Visitor,
    key: UUID,
    **about: Any,
) -> dict[str, Any]:
    """Write the log entry of a penalty, and return the columns for its row. `about` has additional data for the log:
    the player's number or the team's name. Raises `ReasonMissing`."""
    if not reason:
        raise ReasonMissing
    columns: dict[str, Any] = {
        "offence": offence.value,
        "points": decimal_string(points),
        "round": round_number,
        "rule": rule,
    }
    return {**columns, "given_by": log(tournament, kind, by=by, key=key, reason=reason, **about, **columns)}


def take_back(
    penalty: Penalty | TeamPenalty, tournament: Tournament, kind: str, *, reason: str, by: Visitor, **about: Any
) -> None:
    """Take back a penalty of the locked tournament, unless the penalty is taken back already. `about` are additional
    data for the log, as in `log_penalty`. Raises `ReasonMissing`."""
    if penalty.taken_back_by_id:
        return
    if not reason:
        raise ReasonMissing
    penalty.taken_back_by = log(
        tournament, kind, by=by, reason=reason, offence=penalty.offence, points=penalty.points, **about
    )
    penalty.save(update_fields=["taken_back_by"])

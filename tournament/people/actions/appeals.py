"""Record an appeal against a penalty or a ruling, and decide it."""

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.game_writing import decimal_string
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, NothingToCorrect, ReasonMissing
from tournament.core.limits import MOST_PENALTIES
from tournament.core.words.limits import with_limit
from tournament.models import Appeal, Call, LogEntry, Penalty, Tournament, Visitor
from tournament.people.actions.penalty_rows import check_number_of_penalties


class NothingToAppeal(NotDone):
    """The penalty was taken back, or the referee's call has no ruling."""

    message = _("The penalty or ruling no longer counts, so no appeal against it is possible. Nothing was saved.")


class TooManyAppeals(NotDone):
    """The tournament already has the largest possible number of appeals (`limits.MOST_PENALTIES`)."""

    message = with_limit(_("An event can have at most %(most)s appeals. Nothing was saved."), MOST_PENALTIES)


class AppealOpen(NotDone):
    """The penalty or ruling already has an appeal that is not decided yet."""

    message = _("Another appeal against the same decision is already waiting. Nothing was saved.")


class AppealDecided(NotDone):
    """Somebody else has decided the appeal already."""

    message = _("This appeal was decided meanwhile. Nothing was changed; read the decision.")


@once_per_key
def appeal_penalty(*, tournament_id: int, penalty_id: int, key: UUID, appealed_by: str, text: str, by: Visitor) -> None:
    """Record an appeal against a penalty; the penalty counts until the decision. A retry changes nothing.

    For referees: the view's query checks the permission. Raises `NothingToAppeal`, `AppealOpen`, `TooManyAppeals` and
    `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "appeal.made", tournament=tournament):
            return
        current = Penalty.objects.current().filter(entry__tournament=tournament)
        penalty = current.select_related("entry__player").filter(pk=penalty_id).first()
        if penalty is None:
            raise NothingToAppeal
        if penalty.appeals.filter(decided_by=None).exists():
            raise AppealOpen
        _check_number_of_appeals(tournament)
        made_by = log(tournament, "appeal.made", by=by, key=key, **_about_penalty(penalty))
        tournament.appeals.create(penalty=penalty, made_by=made_by, appealed_by=appealed_by, text=text)


@once_per_key
def appeal_ruling(*, tournament_id: int, call_id: int, key: UUID, appealed_by: str, text: str, by: Visitor) -> None:
    """Record an appeal against a referee's ruling at a table. Raises the errors of `appeal_penalty`."""
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "appeal.made", tournament=tournament):
            return
        answered = Call.objects.filter(table__tournament=tournament, was_answered=True)
        call = answered.select_related("table").filter(pk=call_id).first()
        if call is None:
            raise NothingToAppeal
        if call.appeals.filter(decided_by=None).exists():
            raise AppealOpen
        _check_number_of_appeals(tournament)
        made_by = log(tournament, "appeal.made", by=by, key=key, **_about_ruling(call))
        tournament.appeals.create(call=call, made_by=made_by, appealed_by=appealed_by, text=text)


@once_per_key
def decide_appeal(
    *,
    appeal_id: int,
    key: UUID,
    outcome: Appeal.Outcome,
    points: Fraction | None = None,
    decision: str = "",
    reason: str,
    by: Visitor,
) -> None:
    """Decide an appeal. A retry with the same `key` changes nothing.

    With the outcome "changed", a ruling is replaced by the text `decision`. A penalty is taken back and given again
    with `points`, in thousands: 0 makes it a warning; with None it is only taken back.

    For referees: the view's query checks the permission. Raises `ReasonMissing`, `NothingToCorrect` if the points do
    not change or the new ruling is empty, `NothingToAppeal` if the penalty was taken back meanwhile, `AppealDecided`,
    `TooManyPenalties`, `KeyTaken`, and `ValueError` for points below zero.
    """
    if points is not None and points < 0:
        raise ValueError("a penalty takes points off")
    owner = Appeal.objects.values("tournament_id").get(pk=appeal_id)
    with locked_tournament(owner["tournament_id"]) as tournament:
        if logged_before(key, "appeal.decided", tournament=tournament):
            return
        appeal = Appeal.objects.select_related("penalty__entry__player", "call__table").get(pk=appeal_id)
        if appeal.decided_by_id:
            raise AppealDecided
        if not reason:
            raise ReasonMissing
        changes = outcome == Appeal.Outcome.CHANGED
        if changes:
            _check_change(appeal, points, decision)
        about = _about_penalty(appeal.penalty) if appeal.penalty else _about_ruling(appeal.call)
        if changes and appeal.penalty:
            about |= {"points": None if points is None else decimal_string(points), "before": appeal.penalty.points}
        decided = log(tournament, "appeal.decided", by=by, key=key, reason=reason, outcome=outcome.value, **about)
        if changes and appeal.penalty:
            appeal.replaced_by = _replace(appeal.penalty, points, decided)
        elif changes:
            appeal.decision = decision
        appeal.outcome, appeal.decided_by = outcome, decided
        appeal.save(update_fields=["outcome", "decision", "replaced_by", "decided_by"])


def _check_number_of_appeals(tournament: Tournament) -> None:
    if tournament.appeals.count() >= MOST_PENALTIES:
        raise TooManyAppeals


def _check_change(appeal: Appeal, points: Fraction | None, decision: str) -> None:
    if appeal.penalty is None:
        if not decision:
            raise NothingToCorrect
    elif appeal.penalty.taken_back_by_id:
        raise NothingToAppeal
    elif points == appeal.penalty.exact_points:
        raise NothingToCorrect


def _replace(penalty: Penalty, points: Fraction | None, decided: LogEntry) -> Penalty | None:
    penalty.taken_back_by = decided
    penalty.save(update_fields=["taken_back_by"])
    if points is None:
        return None
    check_number_of_penalties(Penalty.objects.filter(entry__tournament=penalty.entry.tournament_id))
    return Penalty.objects.create(
        entry_id=penalty.entry_id,
        offence=penalty.offence,
        points=decimal_string(points),
        minutes=penalty.minutes,
        round=penalty.round,
        rule=penalty.rule,
        given_by=decided,
    )


def _about_penalty(penalty: Penalty) -> dict[str, Any]:
    entry = penalty.entry
    return {
        "against": "penalty",
        "number": entry.number,
        "offence": penalty.offence,
        "points": penalty.points,
        "round": penalty.round,
    }


def _about_ruling(call: Call | None) -> dict[str, Any]:
    assert call is not None  # noqa: S101 (a constraint of the database)
    return {"against": "ruling", "table": call.table.number, "round": call.round}

"""Give a player a penalty or a warning, and take it back."""

from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.models import Entry, Offence, Penalty, Visitor
from tournament.people.actions.penalty_rows import check_number_of_penalties, log_penalty, take_back


class NoSuchPlayer(NotDone):
    """The player or the round does not exist any more."""

    message = _("The players or rounds were changed meanwhile. Nothing was saved; check the form again.")


@once_per_key
def give_penalty(
    *,
    tournament_id: int,
    key: UUID,
    entry_id: int,
    offence: Offence,
    points: Fraction,
    minutes: int | None,
    round_number: int | None,
    rule: str,
    reason: str,
    by: Visitor,
) -> None:
    """Give a player a penalty: `points` (in thousands) are subtracted from the total of the entry; 0 points are a
    warning. A retry with the same `key` changes nothing.

    For referees: the view's query checks the permission. Raises `NoSuchPlayer`, `TooManyPenalties`, `ReasonMissing`,
    `KeyTaken`, and `ValueError` for points below zero.
    """
    if points < 0:
        raise ValueError("a penalty takes points off")
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "penalty.given", tournament=tournament):
            return
        entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament=tournament).first()
        known = round_number is None or tournament.rounds.filter(number=round_number).exists()
        if entry is None or not known:
            raise NoSuchPlayer
        check_number_of_penalties(Penalty.objects.filter(entry__tournament=tournament))
        columns = log_penalty(
            tournament,
            "penalty.given",
            offence=offence,
            points=points,
            round_number=round_number,
            rule=rule,
            reason=reason,
            by=by,
            key=key,
            number=entry.number,
            minutes=minutes,
        )
        Penalty.objects.create(entry=entry, minutes=minutes, **columns)


def take_back_penalty(*, penalty_id: int, reason: str, by: Visitor) -> None:
    """Take back a penalty, so that it does not count any more. If the penalty was already taken back, nothing changes.

    For referees: the view's query checks the permission. Raises `ReasonMissing` and `Penalty.DoesNotExist`.
    """
    owner = Penalty.objects.values("entry__tournament_id").get(pk=penalty_id)
    with locked_tournament(owner["entry__tournament_id"]) as tournament:
        penalty = Penalty.objects.select_related("entry__player").get(pk=penalty_id)
        take_back(penalty, tournament, "penalty.taken_back", reason=reason, by=by, number=penalty.entry.number)

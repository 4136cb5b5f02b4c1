"""Approve the results of a round, or withdraw the approval."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.games.actions.signatures import end_approval
from tournament.models import Visitor
from tournament.rounds.queries.round import all_signed, signed_sheets


class NotAllSigned(NotDone):
    """A sheet of the round has not been signed, or its signature was withdrawn."""

    message = _("Not every sheet of this round is signed. Nothing was approved.")


class ResultsChanged(NotDone):
    """A result of the round was changed after the page was shown on which the organizer pressed "approve"."""

    message = _("A result of this round was changed meanwhile. Nothing was approved; check the round again.")


@once_per_key
def approve_round(*, tournament_id: int, number: int, key: UUID, by: Visitor, sheets: str = "") -> None:
    """Approve a round: from now on a change of the round's results needs a reason. For organizers.

    `sheets` says which sheets were signed when the organizer's page was shown (`signed_sheets`); if empty, any results
    are approved. If the round is already approved, nothing changes. A repeated submission changes nothing,
    even if the approval was withdrawn meanwhile. Raises `NotAllSigned`, `ResultsChanged`, `KeyTaken` and
    `Round.DoesNotExist`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "round.approved", tournament=tournament):
            return
        round_ = tournament.rounds.get(number=number)
        if round_.approved_by_id is not None:
            return
        if not all_signed(round_):
            raise NotAllSigned
        if sheets and sheets != signed_sheets(round_):
            raise ResultsChanged
        round_.approved_by = log(tournament, "round.approved", by=by, key=key, number=number)
        round_.save(update_fields=["approved_by"])


def withdraw_approval(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Withdraw the approval of a round, if it was approved; from now on the round's results can be changed without a
    reason. For organizers.

    Raises `Round.DoesNotExist`.
    """
    with locked_tournament(tournament_id) as tournament:
        end_approval(tournament.rounds.get(number=number), tournament, by=by)

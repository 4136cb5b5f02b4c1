"""Release a round that was held back, or hold it back again."""

from uuid import UUID

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.models import Visitor


@once_per_key
def release_round(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Release a round, so that its results are shown; for a released round nothing changes. For organizers.

    A repeated submission changes nothing, even if the release was taken back meanwhile. Raises `KeyTaken` and
    `Round.DoesNotExist`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "round.released", tournament=tournament):
            return
        round_ = tournament.rounds.get(number=number)
        if round_.released_by_id is not None:
            return
        round_.released_by = log(tournament, "round.released", by=by, key=key, number=number)
        round_.save(update_fields=["released_by"])


def hold_back_round(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Take a round's release back, if there is one. For organizers. Raises `Round.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        round_ = tournament.rounds.get(number=number)
        if round_.released_by_id is None:
            return
        round_.released_by = None
        round_.save(update_fields=["released_by"])
        log(tournament, "round.release_taken_back", by=by, number=number)

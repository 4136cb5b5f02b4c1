"""The link for the hall: what a projector opens to be the hall's, without an account."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Visitor
from tournament.models.round import new_nonce


def make_hall_link(*, tournament_id: int, by: Visitor) -> None:
    """Make one; where there is one already, another, and the old one and every screen that opened it are shut out.

    For organizers.
    """
    with locked_tournament(tournament_id) as tournament:
        tournament.hall_nonce = new_nonce()
        tournament.save(update_fields=["hall_nonce"])
        log(tournament, "hall.link_made", by=by)


def revoke_hall_link(*, tournament_id: int, by: Visitor) -> None:
    """There is none any more, and every screen that opened it is shut out. For organizers."""
    with locked_tournament(tournament_id) as tournament:
        if not tournament.hall_nonce:
            return
        tournament.hall_nonce = ""
        tournament.save(update_fields=["hall_nonce"])
        log(tournament, "hall.link_revoked", by=by)

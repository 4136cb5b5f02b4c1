"""The hall link: a browser on a projector that opens the link becomes a hall screen, without an account."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_organizer
from tournament.models import Visitor
from tournament.people.actions.renew_links import make_hall_link_of


def make_hall_link(*, tournament_id: int, by: Visitor) -> None:
    """Make a new hall link. Screens that opened the old link lose access. For organizers. Raises
    `NoOrganizerAnyMore`."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        make_hall_link_of(tournament, by=by)


def revoke_hall_link(*, tournament_id: int, by: Visitor) -> None:
    """Remove the hall link; screens that opened the link lose access. For organizers. Raises
    `NoOrganizerAnyMore`."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        if not tournament.hall_nonce:
            return
        tournament.hall_nonce = tournament.hall_carried = ""
        tournament.save(update_fields=["hall_nonce", "hall_carried"])
        log(tournament, "hall.link_revoked", by=by)

"""Revoke a table's link by giving the table a new one."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_organizer
from tournament.models import Table, Visitor
from tournament.models.links import LINK_COLUMNS


def revoke_table_link(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Give the table a new link; phones that opened the old link lose access. For organizers. Raises
    `NoOrganizerAnyMore` and `Table.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        table = Table.objects.get(tournament=tournament, number=number)
        table.renew_link()
        table.save(update_fields=LINK_COLUMNS)
        log(tournament, "table.link_revoked", by=by, number=number)

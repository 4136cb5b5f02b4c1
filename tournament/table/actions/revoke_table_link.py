"""Revoke a table's link."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Table, Visitor
from tournament.models.round import new_nonce


def revoke_table_link(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Give the table a new link; phones that opened the old link lose access. Raises `Table.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        table = Table.objects.get(tournament=tournament, number=number)
        table.link_nonce = new_nonce()
        table.save(update_fields=["link_nonce"])
        log(tournament, "table.link_revoked", by=by, number=number)

"""Give tables and players new private links, so that the old ones stop working."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Entry, Table, Tournament, Visitor
from tournament.models.links import LINK_COLUMNS


def renew_links(*, tournament_id: int, tables: bool, players: bool, by: Visitor) -> None:
    """Renew the links of all tables, of all players, or both. For organizers: the view checks the permission."""
    with locked_tournament(tournament_id) as tournament:
        renew_links_of(tournament, tables=tables, players=players, by=by)


def renew_links_of(tournament: Tournament, *, tables: bool, players: bool, by: Visitor) -> None:
    """Renew these links within another action that holds the lock, such as a change of the team."""
    if tables:
        _renew(Table, list(tournament.tables.all()))
        log(tournament, "links.tables_renewed", by=by)
    if players:
        _renew(Entry, list(tournament.entries.all()))
        log(tournament, "links.players_renewed", by=by)


def renew_player_link(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Give one player a new link. For organizers. Raises `Entry.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        entry = tournament.entries.get(number=number)
        _renew(Entry, [entry])
        log(tournament, "player.link_renewed", by=by, number=number)


def _renew(model: type[Table] | type[Entry], rows: "list[Table] | list[Entry]") -> None:
    for row in rows:
        row.renew_link()
    model._default_manager.bulk_update(rows, LINK_COLUMNS, batch_size=100)  # type: ignore[arg-type]

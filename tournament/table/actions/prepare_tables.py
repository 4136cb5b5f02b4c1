"""Make tables before a round needs them, so that their links can be printed."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Table, Tournament, Visitor


def prepare_tables(*, tournament_id: int, count: int, by: Visitor) -> None:
    """Create the missing tables among tables 1 to `count`, and log this."""
    with locked_tournament(tournament_id) as tournament:
        if make_tables(tournament, count):
            log(tournament, "tables.prepared", by=by, count=count)


def make_tables(tournament: Tournament, count: int) -> int:
    """Create the missing tables among tables 1 to `count`; return how many were created. For actions only: the caller
    holds the lock."""
    existing = set(tournament.tables.values_list("number", flat=True))
    missing = [number for number in range(1, count + 1) if number not in existing]
    Table.objects.bulk_create(Table(tournament=tournament, number=number) for number in missing)
    return len(missing)

"""Make tables before a round needs them, so that their links can be printed."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_TABLES_IN_FILE
from tournament.core.words.limits import with_limit
from tournament.models import Table, Tournament, Visitor


class TooManyTables(NotDone):
    """The tournament would have more tables than `limits.MOST_TABLES_IN_FILE`."""

    message = with_limit(_("An event can have at most %(most)s tables, so none was added."), MOST_TABLES_IN_FILE)


def prepare_tables(*, tournament_id: int, count: int, by: Visitor) -> None:
    """Create tables until the tournament has tables 1 to `count`, and log this. Raises `TooManyTables`."""
    with locked_tournament(tournament_id) as tournament:
        if make_tables(tournament, count):
            log(tournament, "tables.prepared", by=by, count=count)


def make_tables(tournament: Tournament, count: int) -> int:
    """Create tables until the tournament has tables 1 to `count`; return how many were created. For actions only: the
    caller holds the lock. Raises `TooManyTables`."""
    if count > MOST_TABLES_IN_FILE:
        raise TooManyTables
    existing = set(tournament.tables.values_list("number", flat=True))
    missing = [number for number in range(1, count + 1) if number not in existing]
    if missing and len(existing) + len(missing) > MOST_TABLES_IN_FILE:
        raise TooManyTables
    Table.objects.bulk_create(Table(tournament=tournament, number=number) for number in missing)
    return len(missing)

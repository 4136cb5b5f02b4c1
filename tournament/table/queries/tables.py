"""How many tables the hall needs, and the address of a table's screen."""

from tournament.games.queries.seats import playing
from tournament.models import Hanchan, Table, Tournament


def tables_needed(tournament: Tournament) -> int:
    """Return how many tables are needed for all players; at least 1."""
    return len(playing(tournament)) // 4 or 1


def screen_of(table: Table, round_number: int | None) -> str:
    """Return the address of the table's screen for its hanchan of this round; None means the current hanchan."""
    if round_number is None:
        return table.get_absolute_url()
    hanchans = Hanchan.objects.valid().filter(table=table, round__number=round_number)
    hanchan = hanchans.select_related("table", "round__tournament").first()
    return hanchan.get_screen_url() if hanchan else table.get_absolute_url()

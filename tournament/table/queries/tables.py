"""The tables of the hall: how many are needed, and where one is entered."""

from tournament.games.queries.seats import playing
from tournament.models import Hanchan, Table, Tournament


def tables_needed(tournament: Tournament) -> int:
    """Full ones of those who play; one where nobody does yet."""
    return len(playing(tournament)) // 4 or 1


def screen_of(table: Table, round_number: int | None) -> str:
    """Where the table is entered: as it is now, or with the hanchan of this round."""
    if round_number is None:
        return table.get_absolute_url()
    hanchans = Hanchan.objects.valid().filter(table=table, round__number=round_number)
    hanchan = hanchans.select_related("table", "round__tournament").first()
    return hanchan.get_screen_url() if hanchan else table.get_absolute_url()

"""The private links of a tournament: their age and their last use."""

from dataclasses import dataclass

from tournament.core.namesakes import distinct_names
from tournament.models import Entry, Table, Tournament


@dataclass(frozen=True, kw_only=True)
class LinksPage:
    """All tables by number, and all players by number; each player's entry comes with the player's full name."""

    tables: tuple[Table, ...]
    players: tuple[tuple[Entry, str], ...]


def links_page(tournament: Tournament) -> LinksPage:
    """Load the page in a fixed number of queries. Names are in full, for the team."""
    entries = list(tournament.entries.select_related("player").order_by("number"))
    names = distinct_names(entries, for_team=True)
    return LinksPage(
        tables=tuple(tournament.tables.order_by("number")),
        players=tuple((entry, names[entry.pk]) for entry in entries),
    )

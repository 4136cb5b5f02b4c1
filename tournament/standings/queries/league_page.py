"""One page of a league's ranking: some of its rows, searched and sorted, with columns for the newest tournaments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import get_language

from tournament.core.cache import Cache
from tournament.core.queries.visibility import partial_sights
from tournament.core.text import folded
from tournament.models import League, Tournament, Visitor
from tournament.standings.league_rows import By, GroupRow, LeagueRow, LeagueTable
from tournament.standings.queries.cached import state_of
from tournament.standings.queries.league_table import ALL_DAYS, counted, league_table, seen_events
from tournament.standings.queries.statistics import Period

ROWS_ON_A_PAGE = 50
COLUMNS = 12
"""How many tournaments, the newest, have a column and are updated live. Files have all tournaments."""

TABLES: Cache[tuple[Any, ...], LeagueTable] = Cache(30)
"""Cache of whole league tables. The key is the league, its settings, and the state of the tournaments that the reader
may see."""

SORTS: Mapping[str, Callable[[LeagueRow], Any]] = {
    "name": lambda row: folded(row.name),
    "sum": lambda row: -row.season.sum,
    "average": lambda row: -row.season.average,
    "hanchans": lambda row: -row.season.hanchans,
}
"""Sort orders besides the order of places: for each value of `?sort=` the sort key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePage:
    """One page of a league's ranking. `table` has only the rows of this page and the newest tournaments, `whole` has
    all rows and tournaments. `pages` divides the rows or groups into pages; `hidden_columns` is how many tournaments
    have no column."""

    table: LeagueTable
    whole: LeagueTable
    pages: Page[Any]
    query: str
    sort: str

    @property
    def hidden_columns(self) -> int:
        return len(self.whole.tournaments) - len(self.table.tournaments)


def cached_table(league: League, visitor: Visitor, by: By, days: Period = ALL_DAYS) -> LeagueTable:
    """Return the cached ranking over these days for this visitor. The ranking is computed again after any change of a
    tournament in the league, except after a recorded hand."""
    tournaments = counted(league, visitor, days)
    sights = sorted((pk, sight.key) for pk, sight in partial_sights(tournaments, visitor).items())
    events = seen_events(league, visitor).order_by("pk")
    key = (
        *(league.pk, league.counting, league.promoted, league.relegated, by, days, get_language()),
        tuple((event.tournament_id, event.weight, event.is_seen) for event in events),
        tuple(sights),
        state_of(tournaments),
    )
    return TABLES.get(key, 0, lambda: league_table(league, visitor, by=by, days=days))


def newest(league: League, visitor: Visitor, days: Period = ALL_DAYS) -> list[Tournament]:
    """Return the newest tournaments of these days, the earliest first, at most as many as there are columns
    (`COLUMNS`). Only their versions are loaded, and no cache is used."""
    return list(reversed(counted(league, visitor, days).only("version").order_by("-starts_on", "-pk")[:COLUMNS]))


def league_page(
    league: League, visitor: Visitor, by: By, *, query: str, sort: str, page: str, days: Period = ALL_DAYS
) -> LeaguePage:
    """Return one page of the ranking. `page` is the page's number as text, as in the address. If `sort` is unknown, the
    rows are in the order of places."""
    whole = cached_table(league, visitor, by, days)
    folded_query = folded(query)
    named: Sequence[LeagueRow | GroupRow] = whole.rows if by is By.PERSON else whole.groups
    rows: list[Any] = [row for row in named if folded_query in folded(row.name)]
    if by is By.PERSON and sort in SORTS:
        rows.sort(key=SORTS[sort])
    pages = Paginator(rows, ROWS_ON_A_PAGE).get_page(page)
    table = replace(
        whole,
        rows=tuple(replace(row, shares=row.shares[-COLUMNS:]) for row in pages) if by is By.PERSON else (),
        groups=() if by is By.PERSON else tuple(pages),
        tournaments=whole.tournaments[-COLUMNS:],
        weights=whole.weights[-COLUMNS:],
        is_sorted=sort in SORTS,
    )
    return LeaguePage(table=table, whole=whole, pages=pages, query=query, sort=sort if sort in SORTS else "")

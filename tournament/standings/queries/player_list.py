"""The list of players who have a page."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count

from tournament.core.cache import Cache
from tournament.core.text import folded
from tournament.models import Player, ShownAs, Tournament, Visitor
from tournament.models.player import initials
from tournament.standings.queries.cached import State, state_of
from tournament.standings.queries.statistics import about, named_entries

PLAYERS_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """One player in the list. `about` is country and club; `events` is the number of the player's events."""

    player: Player
    name: str
    about: tuple[str, ...]
    events: int


_Listed = tuple[str, int, int]
"""A player's public name in lower case and without accents, the player's id, and the number of the player's events."""

LISTED: Cache[State, list[_Listed]] = Cache(100)
"""Cache of all players who have a page, sorted by name; the cache key is the state of the visible tournaments."""


def player_list(visitor: Visitor, query: str, page: str) -> Page[PlayerLine]:
    """Return one page of the list of players whose own page this visitor may see, in the order of names. `query` is a
    text to search in names; `page` is the number of the page of the list, as text."""
    state = state_of(Tournament.objects.seen_by(visitor).filter(rehearsal_of=None))
    folded_query = folded(query)
    listed = [line for line in LISTED.get(state, 0, lambda: _listed(visitor)) if folded_query in line[0]]
    shown: Page[Any] = Paginator(listed, PLAYERS_ON_A_PAGE).get_page(page)
    players = Player.objects.in_bulk([pk for _name, pk, _events in shown])
    lines = [
        PlayerLine(player=players[pk], name=players[pk].public_name, about=about(players[pk]), events=events)
        for _name, pk, events in shown
        if pk in players
    ]
    return Page(lines, shown.number, shown.paginator)


def _listed(visitor: Visitor) -> list[_Listed]:
    players = Player.objects.filter(entries__in=named_entries(visitor).values("pk")).order_by()
    rows = players.annotate(events=Count("entries")).values_list("name", "shown_as", "pk", "events")
    return sorted(
        (folded(initials(name) if shown_as == ShownAs.INITIALS else name), pk, events)
        for name, shown_as, pk, events in rows
    )

"""The public leagues, and one with its tournaments; its table is `standings.exports.league_json`."""

from collections.abc import Iterable
from typing import Annotated

from django.urls import reverse
from typing_extensions import TypedDict

from tournament.api.exports.tournaments_json import ListedTournamentJson, listed_tournament_json
from tournament.api.exports.values import Link
from tournament.core.json_shapes import Address, means
from tournament.models import League, Tournament


class ListedLeagueJson(TypedDict):
    """A league of a list."""

    slug: Annotated[str, means("its name in addresses")]
    name: Annotated[str, means("what it is called")]
    url: Address
    page: Address


class LeaguesJson(TypedDict):
    """The public leagues."""

    leagues: Annotated[list[ListedLeagueJson], means("by name")]


class LeagueJson(ListedLeagueJson):
    """A league."""

    table: Address
    tournaments: Annotated[list[ListedTournamentJson], means("those that are public")]


def leagues_json(leagues: Iterable[League], link: Link) -> LeaguesJson:
    return {"leagues": [_listed(league, link) for league in leagues]}


def league_json(league: League, tournaments: Iterable[Tournament], link: Link) -> LeagueJson:
    return {
        **_listed(league, link),
        "table": link(reverse("api-league-table", args=[league.slug])),
        "tournaments": [listed_tournament_json(tournament, link) for tournament in tournaments],
    }


def _listed(league: League, link: Link) -> ListedLeagueJson:
    return {
        "slug": league.slug,
        "name": league.name,
        "url": link(reverse("api-league", args=[league.slug])),
        "page": link(league.get_absolute_url()),
    }

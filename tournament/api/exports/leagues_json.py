"""JSON of the public leagues: their list, and one league with its tournaments. A league's table is in
`standings.exports.league_json`."""

from collections.abc import Iterable
from typing import Annotated

from django.urls import reverse
from typing_extensions import TypedDict

from tournament.api.exports.tournaments_json import ListedTournamentJson, listed_tournament_json
from tournament.api.exports.values import Link
from tournament.core.json_shapes import Address, means
from tournament.models import League, Tournament


class ListedLeagueJson(TypedDict):
    """A league in the list of leagues."""

    slug: Annotated[str, means("part of its addresses that names the league")]
    name: Annotated[str, means("name of the league")]
    url: Address
    page: Address


class LeaguesJson(TypedDict):
    """The list of public leagues."""

    leagues: Annotated[list[ListedLeagueJson], means("leagues by name")]


class LeagueJson(ListedLeagueJson):
    """A league with its tournaments."""

    table: Address
    tournaments: Annotated[list[ListedTournamentJson], means("public tournaments of the league")]


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

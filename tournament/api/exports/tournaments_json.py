"""JSON of the API's index, of the list of tournaments, of one tournament, and of errors."""

from collections.abc import Iterable
from typing import Annotated

from django.core.paginator import Page
from django.urls import reverse
from typing_extensions import TypedDict

from tournament.api.exports.rounds_json import ListedRoundJson, listed_round_json
from tournament.api.exports.values import Link, PublicTournament, moment_text
from tournament.core.json_shapes import Address, DayText, always, count, means, moment, one_of
from tournament.core.rules import changed_fields
from tournament.models import Cut, Tournament
from tournament.rounds.queries.overview import Overview
from tournament.standings.exports.standings_json import AnnouncedCutJson, CutJson, announced_cut_json, cut_json

FORMAT = "tenbo-api/1"


class ErrorJson(TypedDict):
    """The body of an answer with status 404 or 405."""

    error: Annotated[str, one_of("kind of error", "not_found", "method_not_allowed")]
    message: Annotated[str, means("explanation for people, in English")]


class IndexJson(TypedDict):
    """The index of the API: the addresses of the list of tournaments, of the list of leagues, and of the API's
    schema."""

    format: Annotated[str, always(FORMAT)]
    tournaments: Address
    leagues: Address
    schema: Address


class ListedTournamentJson(TypedDict):
    """A tournament in a list of tournaments."""

    slug: Annotated[str, means("part of its addresses that names the tournament")]
    name: Annotated[str, means("name of the tournament")]
    place: Annotated[str, means("where it takes place, or empty")]
    starts_on: Annotated[DayText, means("first day of the tournament")] | None
    ruleset: Annotated[str, means("key of its rulebook, such as `ema_2025`")]
    archived: Annotated[bool, means("whether the tournament is closed for changes")]
    url: Address
    page: Address


class TournamentsJson(TypedDict):
    """One page of the list of public tournaments, the latest first."""

    tournaments: Annotated[list[ListedTournamentJson], means("tournaments on this page")]
    count: Annotated[int, count("tournaments on all pages")]
    page: Annotated[int, count("number of this page, from 1")]
    pages: Annotated[int, count("number of the last page")]
    next: Address | None
    previous: Address | None


class PlannedStartJson(TypedDict):
    """The announced start of a round. The round may really start earlier or later."""

    round: Annotated[int, count("number of the round")]
    starts_at: Annotated[str, moment("announced time of the start")]


class LinksJson(TypedDict):
    """Addresses of a tournament's standings, calendar and public file."""

    standings: Address
    team_standings: Address
    calendar: Address
    public_file: Address


class TournamentJson(ListedTournamentJson):
    """A tournament with its progress, its rounds and the addresses of its standings."""

    version: Annotated[int, count("grows with every change of the tournament, also with one that is withheld")]
    state: Annotated[str, one_of("progress of the tournament", "not_started", "playing", "between_rounds", "archived")]
    rules_changed: Annotated[
        list[Annotated[str, means("name of a ruleset field")]], means("rules that differ from the rulebook")
    ]
    players: Annotated[int, count("players in the tournament")]
    tables: Annotated[int, count("tables in the hall")]
    cuts: Annotated[list[CutJson], means("cuts made so far")]
    announced_cuts: Annotated[
        list[AnnouncedCutJson], means("cuts announced for the tournament, in their order, whether made or not")
    ]
    planned_starts: Annotated[list[PlannedStartJson], means("announced starts of later rounds, by number")]
    rounds: Annotated[list[ListedRoundJson], means("rounds started so far, by number")]
    links: LinksJson


def index_json(link: Link) -> IndexJson:
    return {
        "format": FORMAT,
        "tournaments": link(reverse("api-tournaments")),
        "leagues": link(reverse("api-leagues")),
        "schema": link(reverse("api-schema")),
    }


def tournaments_json(page: "Page[Tournament]", link: Link) -> TournamentsJson:
    return {
        "tournaments": [listed_tournament_json(tournament, link) for tournament in page],
        "count": page.paginator.count,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "next": _page(page.next_page_number(), link) if page.has_next() else None,
        "previous": _page(page.previous_page_number(), link) if page.has_previous() else None,
    }


def tournament_json(public: PublicTournament, overview: Overview, cuts: Iterable[Cut], link: Link) -> TournamentJson:
    tournament = public.tournament
    return {
        **listed_tournament_json(tournament, link),
        "version": tournament.version,
        "state": _state(tournament, overview),
        "rules_changed": changed_fields(tournament.ruleset),
        "players": overview.players,
        "tables": overview.tables,
        "cuts": [cut_json(cut) for cut in cuts],
        "announced_cuts": [announced_cut_json(cut) for cut in tournament.cut_plan],
        "planned_starts": [
            {"round": planned.number, "starts_at": moment_text(planned.starts_at)} for planned in overview.planned
        ],
        "rounds": [listed_round_json(state, public, link) for state in reversed(overview.rounds)],
        "links": {
            "standings": link(reverse("api-standings", args=[tournament.slug])),
            "team_standings": link(reverse("api-team-standings", args=[tournament.slug])),
            "calendar": link(reverse("rounds-ics", args=[tournament.slug])),
            "public_file": link(reverse("tournament-json", args=[tournament.slug])),
        },
    }


def listed_tournament_json(tournament: Tournament, link: Link) -> ListedTournamentJson:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
        "ruleset": tournament.ruleset_key,
        "archived": tournament.archived_at is not None,
        "url": link(reverse("api-tournament", args=[tournament.slug])),
        "page": link(tournament.get_absolute_url()),
    }


def _state(tournament: Tournament, overview: Overview) -> str:
    if tournament.archived_at:
        return "archived"
    if overview.latest is None:
        return "not_started"
    return "between_rounds" if overview.latest.is_over else "playing"


def _page(number: int, link: Link) -> str:
    return link(f"{reverse('api-tournaments')}?page={number}")

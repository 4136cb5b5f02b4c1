"""The index of the API, the list of tournaments, one tournament, and errors."""

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
    """An error, as the API answers it."""

    error: Annotated[str, one_of("a stable word", "not_found", "method_not_allowed")]
    message: Annotated[str, means("a sentence")]


class IndexJson(TypedDict):
    """The index: addresses of the lists."""

    format: Annotated[str, always(FORMAT)]
    tournaments: Address
    leagues: Address
    schema: Address


class ListedTournamentJson(TypedDict):
    """A tournament of a list."""

    slug: Annotated[str, means("its name in addresses")]
    name: Annotated[str, means("what it is called")]
    place: Annotated[str, means("where it is, or empty")]
    starts_on: Annotated[DayText, means("its first day")] | None
    ruleset: Annotated[str, means("the key of its rulebook")]
    archived: Annotated[bool, means("whether nothing will change any more")]
    url: Address
    page: Address


class TournamentsJson(TypedDict):
    """One page of the public tournaments, the latest first."""

    tournaments: Annotated[list[ListedTournamentJson], means("those of this page")]
    count: Annotated[int, count("of all")]
    page: Annotated[int, count("this page's number, from 1")]
    pages: Annotated[int, count("how many pages there are")]
    next: Address | None
    previous: Address | None


class PlannedStartJson(TypedDict):
    """The announced start of a round; it may really start earlier or later."""

    round: Annotated[int, count("a round's number")]
    starts_at: Annotated[str, moment("in UTC")]


class LinksJson(TypedDict):
    """Addresses of the other parts of a tournament."""

    standings: Address
    team_standings: Address
    calendar: Address
    public_file: Address


class TournamentJson(ListedTournamentJson):
    """A tournament: its progress, and the addresses of its other parts."""

    version: Annotated[int, count("counts what happened; another number, another state")]
    state: Annotated[str, one_of("how far it is", "not_started", "playing", "between_rounds", "archived")]
    rules_changed: Annotated[
        list[Annotated[str, means("a field of the ruleset")]], means("where its rules differ from its rulebook")
    ]
    players: Annotated[int, count("who play")]
    tables: Annotated[int, count("in the hall")]
    cuts: Annotated[list[CutJson], means("made so far")]
    announced_cuts: Annotated[list[AnnouncedCutJson], means("announced for the event, made or not, in their order")]
    planned_starts: Annotated[list[PlannedStartJson], means("announced for rounds to come, by number")]
    rounds: Annotated[list[ListedRoundJson], means("started so far, by number")]
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

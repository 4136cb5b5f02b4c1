"""The answers of the JSON API. Each is described in `api.exports.api_schema`.

Points are whole numbers, scores and whatever is exact are text as in the standings' file ("-30.3", "50/3"), times are
UTC, seats are 0 to 3 as in `hanchan/1`.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from django.core.paginator import Page
from django.urls import reverse

from scoring.game_format import situation_to_json
from tournament.api.queries import ApiRound, ApiTournament, Asked
from tournament.core.rules import changed_fields
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace
from tournament.games.queries.results import HanchanState, has_begun, results_of, state_of
from tournament.models import League, Round, Tournament
from tournament.rounds.queries.overview import RoundState
from tournament.standings.exports.standings_json import cut_json, result_json

FORMAT = "tenbo-api/1"

Json = dict[str, Any]
Link = Callable[[str], str]
"""A path to the whole address."""


def index_json(link: Link) -> Json:
    """Where everything begins."""
    return {
        "format": FORMAT,
        "tournaments": link(reverse("api-tournaments")),
        "leagues": link(reverse("api-leagues")),
        "schema": link(reverse("api-schema")),
    }


def tournaments_json(page: "Page[Tournament]", link: Link) -> Json:
    """One page of the list, the latest first."""
    return {
        "tournaments": [_listed(tournament, link) for tournament in page],
        "count": page.paginator.count,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "next": _page(page.next_page_number(), link) if page.has_next() else None,
        "previous": _page(page.previous_page_number(), link) if page.has_previous() else None,
    }


def tournament_json(found: ApiTournament, link: Link) -> Json:
    """One tournament: how far it is, and where the rest is."""
    tournament, slug = found.asked.tournament, found.asked.tournament.slug
    return _listed(tournament, link) | {
        "version": found.asked.tournament.version,
        "state": _state(found),
        "rules_changed": changed_fields(tournament.ruleset),
        "players": found.overview.players,
        "tables": found.overview.tables,
        "cuts": [cut_json(cut) for cut in found.cuts],
        "planned_starts": [
            {"round": one.number, "starts_at": _moment(one.starts_at)} for one in found.overview.planned
        ],
        "rounds": [_round(line, found.asked, link) for line in reversed(found.overview.rounds)],
        "links": {
            "standings": link(reverse("api-standings", args=[slug])),
            "calendar": link(reverse("rounds-ics", args=[slug])),
            "public_file": link(reverse("tournament-json", args=[slug])),
        },
    }


def round_json(found: ApiRound, link: Link) -> Json:
    """One round, table by table."""
    return {
        **_head(found.round, found.asked, link),
        "version": found.asked.tournament.version,
        "clock": _clock(found.clock) if found.clock else None,
        "tables": [_table(game, found, link) for game in found.games],
        "tournament": link(reverse("api-tournament", args=[found.asked.tournament.slug])),
    }


def leagues_json(leagues: Iterable[League], link: Link) -> Json:
    """Every public league."""
    return {"leagues": [_league(league, link) for league in leagues]}


def league_json(league: League, tournaments: Iterable[Tournament], link: Link) -> Json:
    """A league and its public tournaments."""
    return _league(league, link) | {
        "table": link(reverse("api-league-table", args=[league.slug])),
        "tournaments": [_listed(tournament, link) for tournament in tournaments],
    }


def error_json(error: str, message: str) -> Json:
    """Why there is no answer: a stable word, and a sentence for whoever writes the program."""
    return {"error": error, "message": message}


def _listed(tournament: Tournament, link: Link) -> Json:
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


def _state(found: ApiTournament) -> str:
    latest = found.overview.latest
    if found.asked.tournament.archived_at:
        return "archived"
    if latest is None:
        return "not_started"
    return "between_rounds" if latest.is_over else "playing"


def _head(round_: Round, asked: Asked, link: Link) -> Json:
    withheld = asked.sight.withholds(round_.number)
    at = [asked.tournament.slug, round_.number]
    return {
        "number": round_.number,
        "started_at": _moment(round_.started_at),
        "withheld_until": withheld.until if withheld else None,
        "url": link(reverse("api-round", args=at)),
        "page": link(reverse("round", args=at)),
    }


def _round(line: RoundState, asked: Asked, link: Link) -> Json:
    return _head(line.round, asked, link) | {
        "tables": line.tables,
        "signed": line.signed,
        "over": line.is_over,
        "approved": line.round.approved_by_id is not None,
    }


def _clock(face: ClockFace) -> Json:
    told = face.countdown
    return {
        "minutes": told.length.total_seconds() / 60,
        "started_at": _moment(told.started_at),
        "paused_at": _moment(told.paused_at),
        "ends_at": _moment(told.signal_at),
    }


def _table(game: Game, found: ApiRound, link: Link) -> Json:
    veiled = found.withheld is not None
    at = [found.asked.tournament.slug, game.hanchan.pk]
    state = state_of(game)
    on = state in (HanchanState.IN_PLAY, HanchanState.TIME_UP) and not veiled
    return {
        "table": game.hanchan.table.number,
        "hanchan": game.hanchan.pk,
        "state": state.value,
        "hands": None if veiled or game.paper else len(game.hands),
        "next_hand": situation_to_json(game.situation) if on else None,
        "seats": _seats(game, veiled=veiled),
        "game": None if veiled or game.paper else link(reverse("api-hanchan", args=at)),
        "page": link(reverse("hanchan", args=at)),
    }


def _seats(game: Game, *, veiled: bool) -> list[Json]:
    results = {result.seat: result for result in results_of(game)} if has_begun(game) and not veiled else {}
    return [
        {
            "seat": seat.seat,
            "number": seat.entry.number,
            "name": seat.entry.public_name,
            "substitute": (game.substitute_name(seat.seat) or None) if not veiled else None,
            "result": result_json(results[seat.seat]) if seat.seat in results else None,
        }
        for seat in game.seats
    ]


def _league(league: League, link: Link) -> Json:
    return {
        "slug": league.slug,
        "name": league.name,
        "url": link(reverse("api-league", args=[league.slug])),
        "page": link(league.get_absolute_url()),
    }


def _page(number: int, link: Link) -> str:
    return link(f"{reverse('api-tournaments')}?page={number}")


def _moment(at: datetime | None) -> str | None:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at else None

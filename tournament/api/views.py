"""The views of the read-only JSON API.

The views ignore cookies: every response contains only what an anonymous visitor may see, so that any site may read it
and any cache store it. All words are English, also the words that replace a name which must not be published.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from hashlib import sha256
from typing import Any

from django.core.paginator import EmptyPage, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt

from scoring.profiles import PROFILES, profile_of
from scoring.schemas import FILES, schema_of
from tournament.api.exports.api_schema import schema
from tournament.api.exports.leagues_json import league_json, leagues_json
from tournament.api.exports.rounds_json import round_json
from tournament.api.exports.tournaments_json import ErrorJson, index_json, tournament_json, tournaments_json
from tournament.api.exports.values import PublicTournament
from tournament.core.addresses import absolute_url
from tournament.core.cache import Cache
from tournament.core.exports.json_parts import json_bytes
from tournament.core.queries.visibility import Sight, sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.text import whole_number
from tournament.games.game_data import game_data
from tournament.games.queries.clock import clock_of, read_clock
from tournament.games.queries.game import load_game, load_games
from tournament.games.queries.stages import stages_of
from tournament.models import STRANGER, Hanchan, League, Tournament
from tournament.rounds.queries.overview import overview
from tournament.standings.exports.league_json import league_json as table_json
from tournament.standings.exports.standings_json import standings_json
from tournament.standings.exports.team_standings_json import team_standings_json
from tournament.standings.forms.leagues import read_by, read_period
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_page import cached_table
from tournament.standings.queries.league_table import days_of
from tournament.standings.queries.team_standings import team_standings

EDITION = 1
"""Part of every ETag: increase it when the format of responses changes."""

MAX_AGE = 5
"""Seconds for which a response may be cached without revalidation."""

TOURNAMENTS_ON_A_PAGE = 50
METHODS = "GET, HEAD, OPTIONS"

ANSWERS: Cache[tuple[int, str, Hashable], bytes] = Cache(256)
"""Cache of response bodies, by the tournament's id, the URL and the variant. The id is needed, because a new tournament
may get the URL of a deleted one."""


@dataclass(frozen=True)
class Answer:
    """A response whose `body` is built only if it is needed. A response about a `public` tournament is cached by the
    tournament's version and by `variant`, the part of the query that changes the response. The body is not built if the
    client already has this version. Any other response is built for each request, and has a hash as ETag."""

    body: Callable[[], Mapping[str, Any]]
    public: PublicTournament | None = None
    variant: Hashable = ()


def json_view(view: Callable[..., Answer]) -> Callable[..., HttpResponseBase]:
    """Decorate a view of the API: any site may read the JSON of the view (CORS), and errors are JSON too."""

    # Cookies are ignored, so CSRF protection is not needed; it would answer a POST in HTML instead of JSON.
    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        response: HttpResponseBase
        with override("en"):
            if request.method == "OPTIONS":
                response = HttpResponse(status=204)
                response["Access-Control-Max-Age"] = "86400"
            elif request.method not in ("GET", "HEAD"):
                response = _error(405, "method_not_allowed", "This API is only read: GET, HEAD or OPTIONS.")
                response["Allow"] = METHODS
            else:
                try:
                    response = _response(request, view(request, **arguments))
                except Http404 as missing:
                    response = _error(404, "not_found", str(missing) or "There is nothing here.")
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Allow-Methods"] = METHODS
        response["Access-Control-Allow-Headers"] = "If-None-Match"
        response["Access-Control-Expose-Headers"] = "ETag"
        response["Content-Language"] = "en"
        return response

    return answer


@json_view
def api(request: HttpRequest) -> Answer:
    """Return the index of the API."""
    return Answer(lambda: index_json(_link(request)))


@json_view
def api_schema(request: HttpRequest) -> Answer:
    """Return the schema of the API as an OpenAPI 3.1 document."""
    return Answer(lambda: schema(absolute_url(request, "/").rstrip("/")))


@json_view
def api_format(request: HttpRequest, name: str) -> Answer:
    """Return the JSON Schema of a file format (`hanchan-1`, `tenbo-1`) or of a profile, such as `profile-ema`."""
    key, profile = name.replace("-", "/"), name.removeprefix("profile-")
    if key not in FILES and name not in {f"profile-{key}" for key in PROFILES}:
        raise Http404("There is no such format.")
    return Answer(lambda: schema_of(key) if key in FILES else profile_of(profile))


@may_lag
@json_view
def api_tournaments(request: HttpRequest) -> Answer:
    """Return the list of public tournaments, one page at a time."""
    # Archived tournaments are included, rehearsals are not.
    pages = Paginator(Tournament.objects.filter(is_public=True, rehearsal_of=None), TOURNAMENTS_ON_A_PAGE)
    try:
        page = pages.page(whole_number(request.GET.get("page", "1"), digits=9) or 0)
    except EmptyPage:
        raise Http404("There is no such page.") from None
    return Answer(lambda: tournaments_json(page, _link(request)))


@may_lag
@json_view
def api_tournament(request: HttpRequest, slug: str) -> Answer:
    """Return one tournament with its rounds and its progress."""
    public = _public_tournament(slug)

    def body() -> Mapping[str, Any]:
        cuts = [cut for cut, _finalists in stages_of(public.tournament).seen(public.sight).cuts]
        return tournament_json(public, overview(public.tournament), cuts, _link(request))

    return Answer(body, public=public)


@may_lag
@json_view
def api_standings(request: HttpRequest, slug: str) -> Answer:
    """Return the standings in the format of the downloaded file. `?after=3` gives the standings after round 3,
    `?show=official` the standings from signed sheets only."""
    public = _public_tournament(slug)
    official, sight = _standings_query(request, public)

    def body() -> Mapping[str, Any]:
        board = leaderboard(public.tournament, official=official, sight=sight)
        return standings_json(public.tournament, board)

    return Answer(body, public=public, variant=(sight.until, official))


@may_lag
@json_view
def api_team_standings(request: HttpRequest, slug: str) -> Answer:
    """Return the teams' standings in the format of the downloaded file; parameters as for `api_standings`."""
    public = _public_tournament(slug)
    official, sight = _standings_query(request, public)

    def body() -> Mapping[str, Any]:
        board = leaderboard(public.tournament, official=official, sight=sight)
        return team_standings_json(public.tournament, team_standings(public.tournament, board))

    return Answer(body, public=public, variant=(sight.until, official))


@may_lag
@json_view
def api_round(request: HttpRequest, slug: str, number: int) -> Answer:
    """Return one round: every table, its seats and points."""
    public = _public_tournament(slug)

    def body() -> Mapping[str, Any]:
        round_ = public.tournament.rounds.filter(number=number).first()
        if round_ is None:
            raise Http404("There is no such round.")
        games = load_games(round_.hanchans.valid().order_by("table__number"))
        clock = read_clock(clock_of(round_), public.tournament.ruleset)
        return round_json(round_, games, clock, public, _link(request))

    return Answer(body, public=public)


@may_lag
@json_view
def api_hanchan(request: HttpRequest, slug: str, pk: int) -> Answer:
    """Return one hanchan in the format hanchan/1; 404 if it has only points from paper, or is withheld."""
    public = _public_tournament(slug)
    hanchan = Hanchan.objects.filter(pk=pk, round__tournament=public.tournament).select_related("round").first()
    if hanchan is None or public.sight.withholds_hanchan(hanchan):
        raise Http404("There is no such hanchan, or it is not shown.")

    def body() -> Mapping[str, Any]:
        game = load_game(hanchan)
        if game.paper:
            raise Http404("This hanchan was entered from paper and has no hands.")
        return game_data(game)

    return Answer(body, public=public)


@may_lag
@json_view
def api_leagues(request: HttpRequest) -> Answer:
    """Return every public league."""
    return Answer(lambda: leagues_json(League.objects.seen_by(STRANGER), _link(request)))


@may_lag
@json_view
def api_league(request: HttpRequest, slug: str) -> Answer:
    """Return one league and its public tournaments."""
    league = _league(slug)
    tournaments = league.tournaments.filter(pk__in=Tournament.objects.seen_by(STRANGER).values("pk"))
    return Answer(lambda: league_json(league, tournaments, _link(request)))


@may_lag
@json_view
def api_league_table(request: HttpRequest, slug: str) -> Answer:
    """Return a league's table by person, in the format of the downloaded file. `?by=club`, `?by=team` or `?by=country`
    adds a table of clubs, teams or countries, and `?period=` (an id) limits both tables to one period."""
    league, by = _league(slug), read_by(request.GET)
    period = read_period(league, request.GET)
    return Answer(lambda: table_json(league, cached_table(league, STRANGER, by, days_of(period)), by, period))


@json_view
def api_unknown(request: HttpRequest, path: str) -> Answer:
    """Answer 404 at any other address below /api/."""
    raise Http404("There is nothing here. Addresses of this API end with a slash; see /api/v1/.")


def _public_tournament(slug: str) -> PublicTournament:
    # These few queries suffice for a 304 response.
    tournament = Tournament.objects.seen_by(STRANGER).filter(slug=slug).first()
    if tournament is None:
        raise Http404("There is no such tournament, or it is not public.")
    return PublicTournament(tournament=tournament, sight=sight_of(tournament, STRANGER))


def _standings_query(request: HttpRequest, public: PublicTournament) -> tuple[bool, Sight]:
    """Return whether only signed sheets count, and the public rounds up to `?after=`. Raises `Http404`."""
    sight = public.sight
    if "after" in request.GET:
        after = whole_number(request.GET["after"], digits=9)
        if after is None or not sight.shows(after):
            raise Http404("There is no such round, or it is not shown.")
        sight = sight.after(after)
    return request.GET.get("show") == "official", sight


def _league(slug: str) -> League:
    league = League.objects.seen_by(STRANGER).filter(slug=slug).first()
    if league is None:
        raise Http404("There is no such league, or it is not public.")
    return league


def _response(request: HttpRequest, answer: Answer) -> HttpResponseBase:
    if answer.public:
        tournament = answer.public.tournament
        etag = f'"{EDITION}-{tournament.pk}-{tournament.version}"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            key = (tournament.pk, absolute_url(request, request.path), answer.variant)
            content = ANSWERS.get(key, tournament.version, lambda: json_bytes(answer.body()))
            response = HttpResponse(content, content_type="application/json")
    else:
        content = json_bytes(answer.body())
        etag = f'"{EDITION}-{sha256(content).hexdigest()[:32]}"'
        full = HttpResponse(content, content_type="application/json", headers={"ETag": etag})
        response = get_conditional_response(request, etag=etag, response=full) or full
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={MAX_AGE}"
    return response


def _error(status: int, error: str, message: str) -> HttpResponse:
    answer: ErrorJson = {"error": error, "message": message}
    return HttpResponse(json_bytes(answer), content_type="application/json", status=status)


def _link(request: HttpRequest) -> Callable[[str], str]:
    return partial(absolute_url, request)

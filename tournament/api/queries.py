"""Queries of the JSON API, which shows what a stranger may see, with or without an account."""

from dataclasses import dataclass

from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator

from tournament.core.queries.visibility import Sight, Withheld, sight_of
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, clock_of, read_clock
from tournament.games.queries.game import load_games
from tournament.games.queries.stages import stages_of
from tournament.models import STRANGER, Cut, League, Round, Tournament
from tournament.rounds.queries.overview import Overview, overview

TOURNAMENTS_ON_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class PublicTournament:
    """A public tournament with what a stranger sees of it."""

    tournament: Tournament
    sight: Sight


@dataclass(frozen=True, kw_only=True)
class ApiTournament:
    """A tournament and its rounds; `cuts` are those that are shown."""

    public: PublicTournament
    overview: Overview
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, kw_only=True)
class ApiRound:
    """A round with its games by table: who sits where alone, while it is `withheld`. No `clock` under rules without
    one."""

    public: PublicTournament
    round: Round
    games: tuple[Game, ...]
    withheld: Withheld | None
    clock: ClockFace | None


def public_tournaments(page: int) -> "Page[Tournament] | None":
    """A page of the public tournaments, archived ones too, but no rehearsals. None where there is no such page."""
    public = Tournament.objects.filter(is_public=True, rehearsal_of=None)
    try:
        return Paginator(public, TOURNAMENTS_ON_A_PAGE).page(page)
    except (EmptyPage, PageNotAnInteger):
        return None


def public_leagues() -> list[League]:
    """Leagues whose table anybody may read."""
    return list(League.objects.seen_by(STRANGER))


def public_tournament(slug: str) -> PublicTournament | None:
    """The tournament of this address, if it is public. As few queries as can be: what was not changed needs no more."""
    tournament = Tournament.objects.seen_by(STRANGER).filter(slug=slug).first()
    if tournament is None:
        return None
    return PublicTournament(tournament=tournament, sight=sight_of(tournament, STRANGER))


def api_tournament(public: PublicTournament) -> ApiTournament:
    """A tournament of the API, in a fixed number of queries."""
    cuts = stages_of(public.tournament).seen(public.sight).cuts
    return ApiTournament(
        public=public,
        overview=overview(public.tournament),
        cuts=tuple(cut for cut, _finalists in cuts),
    )


def api_round(public: PublicTournament, number: int) -> ApiRound | None:
    """A round of the API, in a fixed number of queries; None where there is no such round."""
    round_ = public.tournament.rounds.filter(number=number).first()
    if round_ is None:
        return None
    return ApiRound(
        public=public,
        round=round_,
        games=tuple(load_games(round_.hanchans.valid().order_by("table__number"))),
        withheld=public.sight.withholds(number),
        clock=read_clock(clock_of(round_), public.tournament.ruleset),
    )

"""Queries of the JSON API, which shows what a stranger may see, with or without an account."""

from dataclasses import dataclass

from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator

from tournament.core.queries.visibility import Sight, sight_of
from tournament.models import STRANGER, Tournament

TOURNAMENTS_ON_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class PublicTournament:
    """A public tournament with what a stranger sees of it."""

    tournament: Tournament
    sight: Sight


def public_tournaments(page: int) -> "Page[Tournament] | None":
    """A page of the public tournaments, archived ones too, but no rehearsals. None where there is no such page."""
    public = Tournament.objects.filter(is_public=True, rehearsal_of=None)
    try:
        return Paginator(public, TOURNAMENTS_ON_A_PAGE).page(page)
    except (EmptyPage, PageNotAnInteger):
        return None


def public_tournament(slug: str) -> PublicTournament | None:
    """The tournament of this address, if it is public. As few queries as can be: what was not changed needs no more."""
    tournament = Tournament.objects.seen_by(STRANGER).filter(slug=slug).first()
    if tournament is None:
        return None
    return PublicTournament(tournament=tournament, sight=sight_of(tournament, STRANGER))

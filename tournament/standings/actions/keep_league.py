"""Create a league, or change one. It belongs to no tournament, so no log records it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.slugs import free_slug, slug_of
from tournament.core.errors import NotDone
from tournament.models import League, LeagueEvent, Tournament, User
from tournament.standings.league_terms import USUAL, LeagueTerms


class LeagueExists(NotDone):
    """This person has a league of that name already, most often by pressing the button twice."""

    message = _("You already have a league with this name.")


def create_league(
    *,
    owner: User,
    name: str,
    is_public: bool,
    tournaments: Iterable[Tournament],
    weights: Mapping[int, Decimal] | None = None,
    terms: LeagueTerms = USUAL,
) -> League:
    """Create a league with an address made from its name. `weights` are by tournament id, 1 by default.

    Raises `LeagueExists`.
    """
    with transaction.atomic():
        _refuse_second(owner, name, None)
        slug = free_slug(slug_of(name, otherwise="league"), lambda slug: League.objects.filter(slug=slug).exists())
        league = League.objects.create(name=name, slug=slug, owner=owner, is_public=is_public, **asdict(terms))
        _set_events(league, tournaments, weights or {})
        return league


def edit_league(
    *,
    league: League,
    name: str,
    is_public: bool,
    tournaments: Iterable[Tournament],
    weights: Mapping[int, Decimal] | None = None,
    terms: LeagueTerms = USUAL,
) -> None:
    """Change a league's name, visibility, tournaments and terms; its address stays.

    Raises `LeagueExists`.
    """
    with transaction.atomic():
        _refuse_second(league.owner, name, league)
        League.objects.filter(pk=league.pk).update(name=name, is_public=is_public, **asdict(terms))
        _set_events(league, tournaments, weights or {})


def _set_events(league: League, tournaments: Iterable[Tournament], weights: Mapping[int, Decimal]) -> None:
    league.events.all().delete()
    LeagueEvent.objects.bulk_create(
        LeagueEvent(league=league, tournament=tournament, weight=weights.get(tournament.pk, Decimal(1)))
        for tournament in tournaments
    )


def _refuse_second(owner: User, name: str, league: League | None) -> None:
    # A button pressed twice sends two of these at once; the second waits for the first here.
    User.objects.select_for_update().get(pk=owner.pk)
    same = League.objects.filter(owner=owner, name__iexact=name)
    if (same.exclude(pk=league.pk) if league else same).exists():
        raise LeagueExists

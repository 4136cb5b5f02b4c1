"""Create a league, or change one. A league is nobody's tournament: no log has it."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import NotDone
from tournament.actions.slugs import free_slug, slug_of
from tournament.models import League, Tournament, User


class LeagueExists(NotDone):
    """This person keeps a league of that name; most often it was made by the same button a moment ago."""

    message = _("You already have a league of this name.")


def create_league(*, owner: User, name: str, is_public: bool, tournaments: Iterable[Tournament]) -> League:
    """A new league with an address made from its name. Raises `LeagueExists`."""
    with transaction.atomic():
        _refuse_second(owner, name, None)
        slug = free_slug(slug_of(name, otherwise="league"), lambda slug: League.objects.filter(slug=slug).exists())
        league = League.objects.create(name=name, slug=slug, owner=owner, is_public=is_public)
        league.tournaments.set(tournaments)
        return league


def edit_league(*, league: League, name: str, is_public: bool, tournaments: Iterable[Tournament]) -> None:
    """Change what a league is called, who may read it and what it adds up; its address stays.

    Raises `LeagueExists`.
    """
    with transaction.atomic():
        _refuse_second(league.owner, name, league)
        League.objects.filter(pk=league.pk).update(name=name, is_public=is_public)
        league.tournaments.set(tournaments)


def _refuse_second(owner: User, name: str, league: League | None) -> None:
    # A button pressed twice sends two of these at once; the second waits for the first here.
    User.objects.select_for_update().get(pk=owner.pk)
    same = League.objects.filter(owner=owner, name__iexact=name)
    if (same.exclude(pk=league.pk) if league else same).exists():
        raise LeagueExists

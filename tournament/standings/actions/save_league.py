"""Create or change a league. Changes of leagues are in no log, because a league belongs to no single tournament."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.slugs import free_slug, slug_of
from tournament.core.errors import NotDone
from tournament.models import League, LeagueEvent, Tournament, User


class LeagueExists(NotDone):
    """The owner has a league with this name already, usually because the button was pressed twice."""

    message = _("You already have a league with this name.")


def save_league(
    *, league: League, tournaments: Iterable[Tournament], weights: Mapping[int, Decimal] | None = None
) -> None:
    """Save a new or changed league with these tournaments. `weights` are by the tournament's id; a tournament without a
    weight has weight 1.

    A new league's slug is made from its name, and never changes. Raises `LeagueExists`.
    """
    with transaction.atomic():
        # A button pressed twice sends two requests at once: the second waits here for the first.
        User.objects.select_for_update().get(pk=league.owner_id)
        if League.objects.filter(owner=league.owner_id, name__iexact=league.name).exclude(pk=league.pk).exists():
            raise LeagueExists
        if not league.slug:
            slug = slug_of(league.name, otherwise="league")
            league.slug = free_slug(slug, League.objects.all())
        league.save()
        league.events.all().delete()
        LeagueEvent.objects.bulk_create(
            LeagueEvent(league=league, tournament=tournament, weight=(weights or {}).get(tournament.pk, Decimal(1)))
            for tournament in tournaments
        )

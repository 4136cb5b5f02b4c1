"""Create or change a league. Changes of leagues are in no log, because a league belongs to no single tournament."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.errors import Gone, NotDone
from tournament.core.merge import merge_columns, merged_rows
from tournament.models import Club, League, LeagueEvent, Tournament, User, Visitor
from tournament.standings.words.ladders import ladder_problem

EDITED = (
    "name", "club_id", "is_public", "counted", "ranked_by", "tonpuusen", "best", "least_hanchans", "group_best",
    "promoted", "relegated", "above_id",
)  # fmt: skip


class LeagueExists(NotDone):
    """The league's owner has another league with this name, usually because the button was pressed twice."""

    message = _("You already have a league with this name.")


class LadderClash(NotDone):
    """The chosen league cannot be above the league, because of a change that was saved meanwhile; `message` says
    why."""


def save_league(
    *,
    league: League,
    tournaments: Iterable[Tournament],
    by: Visitor,
    weights: Mapping[int, Decimal] | None = None,
    base: tuple[League, Mapping[int, Decimal]] | None = None,
    detaches_below: League | None = None,
) -> None:
    """Save a new or changed league with these tournaments. `weights` are by the tournament's id; a tournament without a
    weight has weight 1. `base` has the league and the weights that the form was filled in with (see `core.merge`).

    `detaches_below` is taken out of the ladder if it is directly below, even if the visitor may not change that league.
    If the club changes, the league leaves its ladder where the next league is one that nobody may change who may now
    change this league (`_end_ladder`).

    A new league's slug is made from the league's name, and never changes. The owner never changes, and only the owner
    can change the club. Raises `LeagueExists`; `LadderClash`; `Gone` if a chosen tournament was deleted meanwhile;
    `SameMoment`; `League.DoesNotExist` if the visitor may not change the league or the chosen league above it; and
    `Club.DoesNotExist` if the visitor does not organize the chosen club.
    """
    counting = {tournament.pk: (weights or {}).get(tournament.pk, Decimal(1)) for tournament in tournaments}
    is_new = not league.slug
    try:
        with transaction.atomic():
            _save(league, counting, base, by)
            if detaches_below is not None:
                League.objects.filter(pk=detaches_below.pk, above=league).update(above=None)
    except IntegrityError:
        # The database checks only at the commit that the tournaments exist. Their locks would be the wrong way round:
        # who holds an event's lock may wait for the league's owner.
        if Tournament.objects.filter(pk__in=counting).count() < len(counting):
            raise Gone from None
        if is_new:
            raise SameMoment from None
        raise


def _save(
    league: League, counting: dict[int, Decimal], base: tuple[League, Mapping[int, Decimal]] | None, by: Visitor
) -> None:
    stored = _locked_as_stored(league, by)
    if stored is not None and base is not None:
        merge_columns(league, base[0], stored, EDITED)
        counting = merged_rows(counting, base[1], dict(stored.events.values_list("tournament", "weight")))
    # A button pressed twice sends two requests at once: the second waits here for the first.
    User.objects.select_for_update(no_key=True).get(pk=league.owner_id)
    if League.objects.filter(owner=league.owner_id, name__iexact=league.name).exclude(pk=league.pk).exists():
        raise LeagueExists
    if league.club_id is not None and (stored is None or stored.club_id != league.club_id):
        Club.objects.organized_by(by).get(pk=league.club_id)
    if league.above_id is not None and (stored is None or stored.above_id != league.above_id):
        problem = ladder_problem(league, League.objects.owned_by(by).get(pk=league.above_id))
        if problem:
            raise LadderClash(problem)
    if not league.slug:
        slug = slug_of(league.name, otherwise="league")
        league.slug = free_slug(slug, League.objects.all(), is_public=league.is_public)
    league.save()
    if stored is not None and stored.club_id != league.club_id:
        _end_ladder(league)
    league.events.all().delete()
    LeagueEvent.objects.bulk_create(
        LeagueEvent(league=league, tournament_id=tournament, weight=weight) for tournament, weight in counting.items()
    )


def _end_ladder(league: League) -> None:
    """Cut the ladder above and below a league whose club has changed, unless somebody who may change the league may
    also change the next league. Otherwise a former colleague's league would stay on the league's page."""
    staying = User.objects.filter(Q(pk=league.owner_id) | Q(clubs=league.club_id or 0)).values("pk")
    changeable = League.objects.filter(Q(owner__in=staying) | Q(club__organizers__in=staying)).values("pk")
    League.objects.filter(above=league).exclude(pk__in=changeable).update(above=None)
    if league.above_id is not None and not League.objects.filter(pk=league.above_id, pk__in=changeable).exists():
        league.above = None
        league.save(update_fields=["above"])


def lock_leagues(*leagues: League, by: Visitor) -> None:
    """Lock the clubs of these leagues, so that no organizer is removed meanwhile, and then the leagues. Raises
    `League.DoesNotExist` if the visitor may no longer change one of the leagues."""
    ids = {league.pk for league in leagues}
    clubs = League.objects.filter(pk__in=ids, club__isnull=False).values_list("club", flat=True)
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=list(clubs)).order_by("pk"))
    list(League.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    if League.objects.owned_by(by).filter(pk__in=ids).count() != len(ids):
        raise League.DoesNotExist


def _locked_as_stored(league: League, by: Visitor) -> League | None:
    """Lock the clubs on which the permission depends, so that no organizer is removed meanwhile, and then the league
    and all leagues that will be above it, so that these stay a ladder, and the league below, which may be detached.
    Return the stored league, None for a new league. The stored owner is copied to `league`, and also the stored club
    unless `by` is the owner."""
    is_new = not league.slug
    ids = _leagues_from(league.above_id) | ({league.pk} if league.pk else set())
    ids |= set(League.objects.filter(above=league.pk or 0).values_list("pk", flat=True))
    clubs = {league.club_id, *League.objects.filter(pk__in=ids).values_list("club", flat=True)}
    to_lock = Club.objects.filter(pk__in=[pk for pk in clubs if pk is not None])
    list(to_lock.select_for_update(no_key=True).order_by("pk"))
    list(League.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    if not _leagues_from(league.above_id) <= ids:
        raise League.DoesNotExist  # another league has just been put above one of these leagues
    if is_new:
        return None
    stored = League.objects.get(pk=league.pk)
    if stored.club_id not in clubs:
        raise League.DoesNotExist  # the owner has just given the league another club
    League.objects.owned_by(by).get(pk=stored.pk)
    league.owner_id = stored.owner_id
    if by.account is None or stored.owner_id != by.account.pk:
        league.club_id = stored.club_id
    return stored


def _leagues_from(pk: int | None) -> set[int]:
    """Return the ids of this league and of the leagues above it; none without a league."""
    league = League.objects.filter(pk=pk or 0).first()
    return {each.pk for each in (league, *league.leagues_above)} if league else set()

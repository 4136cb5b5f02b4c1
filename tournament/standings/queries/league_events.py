"""The tournaments of a league: those that can be put into it, and those that only other people own."""

from collections.abc import Set

from django.db.models import Q, QuerySet

from tournament.models import League, Membership, Role, Tournament, Visitor


def choosable_tournaments(visitor: Visitor, league: League | None) -> "QuerySet[Tournament]":
    """Return the tournaments that the visitor may put into a league: all that the visitor organizes, and those that are
    already in the league."""
    organized = Tournament.objects.organized_by(visitor).values("pk")
    there = league.tournaments.values("pk") if league else Tournament.objects.none().values("pk")
    return Tournament.objects.filter(Q(pk__in=organized) | Q(pk__in=there), rehearsal_of=None)


def owned_by_others(league: League) -> Set[int]:
    """Return the league's tournaments, by id, of which nobody who may change the league is an owner. A club has such
    tournaments in its leagues when an organizer was removed and kept their nights: the person can still change results
    that count there."""
    may_change = Q(user=league.owner_id)
    if league.club_id is not None:
        may_change |= Q(user__clubs=league.club_id)
    owned = Membership.objects.filter(may_change, role=Role.OWNER).values("tournament")
    return frozenset(league.events.exclude(tournament__in=owned).values_list("tournament", flat=True))

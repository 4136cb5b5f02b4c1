"""Tournaments that can be put into a league, and a league's tournaments that other people own too."""

from collections.abc import Iterable, Set
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from tournament.models import League, Membership, Role, Tournament, User, Visitor


def choosable_tournaments(visitor: Visitor, league: League | None) -> "QuerySet[Tournament]":
    """Return the tournaments that the visitor may put into a league: all that the visitor organizes, and those that are
    already in the league."""
    organized = Tournament.objects.organized_by(visitor).values("pk")
    there = league.tournaments.values("pk") if league else Tournament.objects.none().values("pk")
    choosable = Tournament.objects.filter(Q(pk__in=organized) | Q(pk__in=there), rehearsal_of=None)
    newest_first = F("known").desc(nulls_last=True), "-pk"
    return seen_first(choosable, Tournament.objects.seen_by(visitor), "starts_on", newest_first)


def seen_first(rows: "QuerySet[Any]", seen: "QuerySet[Any]", field: str, order: Iterable[Any]) -> "QuerySet[Any]":
    """Return rows in this order, those that the visitor may not see last. The order may use `known`, the field of the
    rows that are seen: by the field itself, the place of another row would tell its value."""
    is_seen = Exists(seen.filter(pk=OuterRef("pk")))
    annotated: QuerySet[Any] = rows.annotate(is_seen=is_seen).annotate(known=Case(When(is_seen=True, then=F(field))))
    return annotated.order_by("-is_seen", *order)


def owned_by_others(league: League) -> Set[int]:
    """Return the league's tournaments, by id, that have an owner who may not change the league, but can change results
    that count in it. For example, an organizer who was removed from the club may still own club nights in its
    league."""
    may_change = Q(pk=league.owner_id)
    if league.club_id is not None:
        may_change |= Q(clubs=league.club_id)
    others = Membership.objects.filter(role=Role.OWNER).exclude(user__in=User.objects.filter(may_change).values("pk"))
    return frozenset(
        league.events.filter(tournament__in=others.values("tournament")).values_list("tournament", flat=True)
    )

"""Leagues that a visitor may read, and tournaments to choose for one; `standings.queries.league_table` is its table."""

from django.db.models import Q, QuerySet

from tournament.models import League, Tournament, Visitor


def leagues_for(visitor: Visitor) -> "QuerySet[League]":
    """Return the leagues that this visitor may read."""
    return League.objects.seen_by(visitor)


def choosable_tournaments(visitor: Visitor, league: League | None) -> "QuerySet[Tournament]":
    """Return the tournaments that may go into a league: those that the visitor organizes, and those already in it."""
    organized = Tournament.objects.organized_by(visitor).values("pk")
    there = league.tournaments.values("pk") if league else Tournament.objects.none().values("pk")
    return Tournament.objects.filter(Q(pk__in=organized) | Q(pk__in=there), rehearsal_of=None)

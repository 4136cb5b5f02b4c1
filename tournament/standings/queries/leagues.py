"""Leagues that somebody may read, and what can be put into one; `standings.queries.league_table` is its table."""

from django.db.models import Q, QuerySet

from tournament.models import League, Tournament, Visitor


def leagues_for(visitor: Visitor) -> "QuerySet[League]":
    """Those this person may read."""
    return League.objects.seen_by(visitor)


def choosable_tournaments(visitor: Visitor, league: League | None) -> "QuerySet[Tournament]":
    """What this person may put into a league: what they organize, and what the league has already."""
    mine = Tournament.objects.organized_by(visitor).values("pk")
    there = league.tournaments.values("pk") if league else Tournament.objects.none().values("pk")
    return Tournament.objects.filter(Q(pk__in=mine) | Q(pk__in=there), rehearsal_of=None)

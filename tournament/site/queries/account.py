"""Tournaments and leagues on the account page."""

from django.db.models import QuerySet

from tournament.models import League, Tournament, Visitor


def my_tournaments(visitor: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments in which this visitor has a role, with the role."""
    return Tournament.objects.refereed_by(visitor).with_role(visitor)


def my_leagues(visitor: Visitor) -> QuerySet[League]:
    """Return the leagues that this visitor owns."""
    return League.objects.owned_by(visitor)

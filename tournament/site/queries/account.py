"""What an account's own page lists."""

from django.db.models import QuerySet

from tournament.models import League, Tournament, Visitor


def my_tournaments(visitor: Visitor) -> QuerySet[Tournament]:
    """Those this person has a role in, with the role."""
    return Tournament.objects.refereed_by(visitor).with_role(visitor)


def my_leagues(visitor: Visitor) -> QuerySet[League]:
    """Those this person keeps."""
    return League.objects.owned_by(visitor)

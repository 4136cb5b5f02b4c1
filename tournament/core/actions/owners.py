"""Checks, under a tournament's lock, that somebody still owns it."""

from tournament.core.errors import NoOwnerAnyMore
from tournament.models import Role, Tournament, Visitor


def check_owner(tournament: Tournament, by: Visitor) -> None:
    """Raise `NoOwnerAnyMore` unless the visitor owns this locked tournament: other owners may have removed the visitor
    since the page was shown."""
    if by.role_in(tournament) != Role.OWNER:
        raise NoOwnerAnyMore

"""Checks, under a tournament's lock, that somebody still owns or organizes it."""

from tournament.core.errors import NoOrganizerAnyMore, NoOrganizerMeanwhile, NoOwnerAnyMore
from tournament.models import Role, Tournament, Visitor
from tournament.models.tournament import ORGANIZING


def check_owner(tournament: Tournament, by: Visitor) -> None:
    """Raise `NoOwnerAnyMore` unless the visitor owns this locked tournament: other owners may have removed the visitor
    since the page was shown."""
    if by.role_in(tournament) != Role.OWNER:
        raise NoOwnerAnyMore


def check_organizer(tournament: Tournament, by: Visitor) -> None:
    """Raise `NoOrganizerAnyMore` unless the visitor organizes this locked tournament: an owner may have removed the
    visitor while the visitor's form waited for the lock."""
    if by.role_in(tournament) not in ORGANIZING:
        raise NoOrganizerAnyMore


def check_still_organizer(tournament: Tournament, by: Visitor) -> None:
    """Raise `NoOrganizerMeanwhile` unless the visitor organizes this locked tournament. For a change that takes several
    transactions: each of them asks, because an owner may remove the visitor between two of them."""
    if by.role_in(tournament) not in ORGANIZING:
        raise NoOrganizerMeanwhile

"""Keeps the former nights of a club out of it: those whose owners no longer all organize the club (`club_nights`)."""

from collections.abc import Iterator
from contextlib import contextmanager

from tournament.models import Club, Tournament, Visitor


@contextmanager
def kept_out_of_club(tournament: Tournament, by: Visitor) -> Iterator[None]:
    """Context manager for a change of the team of a locked tournament.

    If the change would make a former night a night of its club again, and `by` does not organize the club, the
    tournament leaves the club for good. Whoever was removed from a club could bring a night back otherwise, by making
    an organizer of the club its owner without asking.
    """
    was_night = _is_night(tournament)
    yield
    if was_night or not _is_night(tournament):
        return
    if not Club.objects.organized_by(by).filter(tournaments=tournament).exists():
        tournament.club = None
        tournament.save(update_fields=["club"])


def _is_night(tournament: Tournament) -> bool:
    return Club.objects.of_night(tournament).exists()

"""A tournament whose seating is planned."""

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tournament.models import Tournament, User


def sixteen_players() -> tuple[User, Tournament]:
    """Return an organizer and the organizer's tournament of sixteen players, "Hráč 1" to "Hráč 16"."""
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    for number in range(1, 17):
        EntryFactory(tournament=tournament, number=number, player__name=f"Hráč {number}")
    return organizer, tournament

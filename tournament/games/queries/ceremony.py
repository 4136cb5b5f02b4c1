"""Loads the current ceremony of a tournament, in which the standings are revealed in the hall."""

from tournament.models import Ceremony, Tournament


def ceremony_of(tournament: Tournament) -> Ceremony | None:
    """Return the current ceremony of this tournament; None if there is none."""
    ceremony = Ceremony.objects.filter(tournament=tournament).first()
    if ceremony is not None:
        ceremony.tournament = tournament
    return ceremony

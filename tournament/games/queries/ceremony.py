"""The ceremony of a tournament that is on now."""

from tournament.models import Ceremony, Tournament


def ceremony_of(tournament: Tournament) -> Ceremony | None:
    """The ceremony of this tournament that is on now, if there is one."""
    ceremony = Ceremony.objects.filter(tournament=tournament).first()
    if ceremony is not None:
        ceremony.tournament = tournament
    return ceremony

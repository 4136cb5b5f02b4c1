"""The announcement that an event's mails and players' own pages quote."""

from tournament.models import Announcement, Tournament


def published_announcement(tournament: Tournament) -> Announcement | None:
    """Return the tournament's announcement if it is published, else None."""
    return Announcement.objects.filter(tournament=tournament, is_published=True).first()

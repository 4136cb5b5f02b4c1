"""What of an event's announcement its mails and players' pages repeat."""

from tournament.models import Announcement, Tournament


def published_announcement(tournament: Tournament) -> Announcement | None:
    """The announcement that everybody may read, or None."""
    return Announcement.objects.filter(tournament=tournament, is_published=True).first()

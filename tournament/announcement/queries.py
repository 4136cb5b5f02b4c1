"""An event's announcement, with the state of its entries."""

from dataclasses import dataclass

from tournament.models import Announcement, AnnouncementPicture, Tournament
from tournament.people.queries.enter import EnterPage, enter_page


@dataclass(frozen=True, kw_only=True)
class AnnouncementPage:
    """The announcement, its picture (without loading its content), and the state of the entry form."""

    announcement: Announcement
    picture: AnnouncementPicture | None
    entering: EnterPage


def announcement_of(tournament: Tournament) -> Announcement | None:
    """Return the announcement, published or not; None if nobody has written an announcement."""
    return Announcement.objects.filter(tournament=tournament).first()


def picture_of(tournament: Tournament) -> AnnouncementPicture | None:
    """Return the picture without its content, which is large."""
    return AnnouncementPicture.objects.filter(tournament=tournament).defer("content").first()


def announcement_page(tournament: Tournament, announcement: Announcement) -> AnnouncementPage:
    """Load the data of the page, in a fixed number of queries."""
    return AnnouncementPage(announcement=announcement, picture=picture_of(tournament), entering=enter_page(tournament))


def is_announced(tournament: Tournament) -> bool:
    """Whether everybody who sees the tournament may read its announcement."""
    return Announcement.objects.filter(tournament=tournament, is_published=True).exists()

"""The preview that a chat shows for a link to an announcement."""

from django.urls import reverse
from django.utils.formats import date_format

from tournament.announcement.queries import AnnouncementPage
from tournament.core.previews import Preview, preview_of
from tournament.models import Tournament


def announcement_preview(tournament: Tournament, page: AnnouncementPage) -> Preview:
    """Return the preview of an announcement: day, place and fee, with its picture."""
    about, picture = page.announcement, page.picture
    day = date_format(tournament.starts_on) if tournament.starts_on else ""
    preview = preview_of(tournament.name, [day, about.address or tournament.place, about.fee])
    if picture is None:
        return preview
    address = f"{reverse('announcement-picture', args=[tournament.slug])}?{picture.digest[:12]}"
    return Preview(preview.title, preview.description, address, picture.width, picture.height)

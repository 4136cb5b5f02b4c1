"""The log of a tournament, newest first."""

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch

from tournament.models import Import, LogEntry, Seat, Tournament

ENTRIES_ON_A_PAGE = 50


def import_of(tournament: Tournament) -> Import | None:
    """That it came from elsewhere, if it did."""
    return Import.objects.filter(tournament=tournament).first()


def log_page(tournament: Tournament, page: str) -> Page[LogEntry]:
    """`page` is what the address says; nonsense shows the first page or the last."""
    entries = (
        tournament.log.select_related("hanchan__round", "hanchan__table")
        .prefetch_related(Prefetch("hanchan__seats", Seat.objects.select_related("entry__player").order_by("seat")))
        .order_by("-number")
    )
    return Paginator(entries, ENTRIES_ON_A_PAGE).get_page(page)

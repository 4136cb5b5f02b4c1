"""The first page: what this person runs, and what everybody may follow."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from tournament.models import Tournament, Visitor

TOURNAMENTS_ON_A_PAGE = 20


@dataclass(frozen=True)
class Home:
    """Tournaments carry `my_role`; the public ones leave out those that are listed as one's own."""

    mine: QuerySet[Tournament]
    public: Page[Tournament]
    may_create: bool
    has_archive: bool


def home(visitor: Visitor, page: str) -> Home:
    """`page` is what the address says; nonsense shows the first page or the last."""
    current = Tournament.objects.filter(archived_at=None, rehearsal_of=None)
    mine = current.refereed_by(visitor).with_role(visitor)
    public = current.filter(is_public=True).exclude(pk__in=mine.values("pk")).with_role(visitor)
    return Home(
        mine=mine,
        public=Paginator(public, TOURNAMENTS_ON_A_PAGE).get_page(page),
        may_create=visitor.may_create_tournaments,
        has_archive=archive(visitor).exists(),
    )


def archive(visitor: Visitor) -> QuerySet[Tournament]:
    """The archived tournaments that this person may read."""
    return Tournament.objects.seen_by(visitor).filter(archived_at__isnull=False).with_role(visitor)


def archive_page(visitor: Visitor, page: str) -> Page[Tournament]:
    """The same by pages."""
    return Paginator(archive(visitor), TOURNAMENTS_ON_A_PAGE).get_page(page)

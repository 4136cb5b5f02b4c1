"""The first page: the visitor's own tournaments, and the public ones."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from tournament.models import Ranking, Tournament, Visitor

TOURNAMENTS_ON_A_PAGE = 20
ON_CARD = ("name", "slug", "place", "starts_on", "is_public", "ruleset_key")
"""The columns that a tournament's card shows. The rules, which the card does not show, take most of the row's bytes."""


@dataclass(frozen=True)
class Home:
    """The tournaments on the first page, each with the visitor's role (`my_role`). `public` leaves out the visitor's
    own tournaments."""

    own_tournaments: Page[Tournament]
    public: Page[Tournament]
    may_create: bool
    has_archive: bool
    has_rankings: bool


def home(visitor: Visitor, page: str, own_page: str) -> Home:
    """Load the first page. `page` and `own_page` are the page numbers of the two lists, as in the query string; an
    invalid number gives the first page, a number that is too high the last page."""
    current = Tournament.objects.filter(archived_at=None, rehearsal_of=None).only(*ON_CARD)
    own_tournaments = current.refereed_by(visitor).with_role(visitor)
    public = current.filter(is_public=True).exclude(pk__in=own_tournaments.values("pk")).with_role(visitor)
    return Home(
        own_tournaments=Paginator(own_tournaments, TOURNAMENTS_ON_A_PAGE).get_page(own_page),
        public=Paginator(public, TOURNAMENTS_ON_A_PAGE).get_page(page),
        may_create=visitor.may_create_tournaments,
        has_archive=archive(visitor).exists(),
        has_rankings=Ranking.objects.exists(),
    )


def archive(visitor: Visitor) -> QuerySet[Tournament]:
    """Return the archived tournaments that this visitor may read."""
    return Tournament.objects.seen_by(visitor).filter(archived_at__isnull=False).with_role(visitor).only(*ON_CARD)


def archive_page(visitor: Visitor, page: str) -> Page[Tournament]:
    """Return one page of the archived tournaments that this visitor may read."""
    return Paginator(archive(visitor), TOURNAMENTS_ON_A_PAGE).get_page(page)

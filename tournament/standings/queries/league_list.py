"""The list of leagues, and the decision who may create a league."""

from django.core.paginator import Page, Paginator

from tournament.models import Club, League, Tournament, Visitor

LEAGUES_ON_A_PAGE = 50


def leagues_page(visitor: Visitor, page: str) -> Page[League]:
    """Return one page of the leagues that this visitor may read. `page` is the number of the page as text, as in the
    query string."""
    return Paginator(League.objects.seen_by(visitor), LEAGUES_ON_A_PAGE).get_page(page)


def may_create_leagues(visitor: Visitor) -> bool:
    """Whether this visitor may create a league: a visitor who may create tournaments (TENBO_TOURNAMENT_CREATORS), or
    who organizes a tournament or a club."""
    if visitor.may_create_tournaments:
        return True
    organized = Tournament.objects.organized_by(visitor), Club.objects.organized_by(visitor)
    return any(rows.exists() for rows in organized)

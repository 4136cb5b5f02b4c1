"""Rounds as files: a booklet of one round, and a calendar of all rounds."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.core.addresses import absolute_url
from tournament.core.exports.icalendar import MIME as ICS
from tournament.core.exports.pdf import MIME as PDF
from tournament.core.queries.visibility import sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament, with_rounds
from tournament.core.views.downloads import download
from tournament.rounds.exports.round_pdf import round_pdf as drawn_booklet
from tournament.rounds.exports.rounds_ics import rounds_ics as written_calendar
from tournament.rounds.queries.rounds_calendar import rounds_calendar
from tournament.standings.queries.results_on_paper import booklet


@require_safe
@may_lag
def round_pdf(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Download a round's tables and the standings after it as a booklet, in the event's language."""
    tournament = seen_tournament(request, slug, to_all=True)
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    pages = booklet(round_, sight_of(tournament, request.visitor))
    return download(HttpResponse(drawn_booklet(pages), PDF), f"{slug}-round-{number}.pdf")


@require_safe
@may_lag
def rounds_ics(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the tournament's days and rounds for calendars, in the event's language."""
    tournament = with_rounds(seen_tournament(request, slug, to_all=True))
    calendar = rounds_calendar(tournament)
    feed = written_calendar(calendar, lambda path: absolute_url(request, path))
    response = HttpResponse(feed, content_type=ICS)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response

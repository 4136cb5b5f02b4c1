"""Files to take away: standings, hanchans, whole tournaments."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.archive.exports.envelope_json import envelope_json
from tournament.archive.exports.takeaway import TABLES, all_tables, audit_log
from tournament.archive.queries.envelope import envelope, public_envelope
from tournament.archive.queries.takeaway import takeaway as taken_from
from tournament.core.addresses import absolute_url
from tournament.core.exports.pdf import MIME as PDF
from tournament.core.exports.tables import csv_of
from tournament.core.exports.workbook import MIME, workbook
from tournament.core.forms.moment import moment_asked
from tournament.core.languages import speak
from tournament.core.middleware import TenboRequest
from tournament.core.queries.visibility import seen_version, sight_of, withheld_of
from tournament.core.views.authority import refereed_tournament, seen_tournament
from tournament.games.game_data import game_data
from tournament.games.queries.game import load_game
from tournament.log.exports import log_json as log_data
from tournament.log.forms import LogForm
from tournament.log.queries import LogFilter, log_choices, log_entries
from tournament.models import Hanchan, LogEntry, Tournament
from tournament.models.tournament import ORGANIZING
from tournament.rounds.exports.round_pdf import round_pdf as drawn_booklet
from tournament.rounds.exports.rounds_ics import MIME as ICS
from tournament.rounds.exports.rounds_ics import rounds_ics as written_calendar
from tournament.rounds.queries.rounds_calendar import rounds_calendar
from tournament.standings.exports.results_pdf import results_pdf as drawn_poster
from tournament.standings.exports.standings_csv import standings_csv
from tournament.standings.exports.standings_json import standings_json
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.results_on_paper import booklet, poster


@require_safe
def leaderboard_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """The standings for a spreadsheet; `?show=official` and `?after=` as on the page."""
    tournament = seen_tournament(request, slug)
    sight = sight_of(tournament, request.visitor).after(moment_asked(request.GET, "after"))
    board = leaderboard(tournament, official=request.GET.get("show") == "official", sight=sight)
    return download_csv(standings_csv(tournament, board), f"{slug}-standings.csv")


@require_safe
def leaderboard_json(request: TenboRequest, slug: str) -> HttpResponse:
    """The standings as data; `?show=official` and `?after=` as on the page."""
    tournament = seen_tournament(request, slug)
    sight = sight_of(tournament, request.visitor).after(moment_asked(request.GET, "after"))
    board = leaderboard(tournament, official=request.GET.get("show") == "official", sight=sight)
    data = standings_json(tournament, board, version=seen_version(tournament, sight))
    return download_json(data, f"{slug}-standings.json")


@require_safe
def results_pdf(request: TenboRequest, slug: str) -> HttpResponse:
    """The standings as a poster, in the event's language; `?show=official` and `?after=` as on the page."""
    tournament = seen_tournament(request, slug, to_all=True)
    sight = sight_of(tournament, request.visitor).after(moment_asked(request.GET, "after"))
    page = poster(tournament, official=request.GET.get("show") == "official", sight=sight)
    return download(HttpResponse(drawn_poster(page), PDF), f"{slug}-results.pdf")


@require_safe
def round_pdf(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """A round's tables and the standings after it as a booklet, in the event's language."""
    tournament = seen_tournament(request, slug, to_all=True)
    found = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    pages = booklet(found, sight_of(tournament, request.visitor))
    return download(HttpResponse(drawn_booklet(pages), PDF), f"{slug}-round-{number}.pdf")


@require_safe
def rounds_ics(request: TenboRequest, slug: str) -> HttpResponse:
    """The tournament's days and rounds for calendars, in the event's language."""
    tournament = seen_tournament(request, slug, to_all=True)
    calendar = rounds_calendar(tournament, sight_of(tournament, request.visitor))
    feed = written_calendar(calendar, lambda path: absolute_url(request, path))
    response = HttpResponse(feed, content_type=ICS)
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


@require_safe
def hanchan_json(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """One hanchan as `hanchan/1`. There is none of a hanchan that was entered from paper: it has no hands. Nor of one
    that is not shown yet, but for its own table."""
    hanchan = get_object_or_404(
        Hanchan.objects.seen_by(request.visitor).select_related("round__tournament"),
        pk=pk,
        round__tournament__slug=slug,
    )
    speak(request, hanchan.round.tournament)
    game = load_game(hanchan)
    if game.paper or withheld_of(hanchan, request.visitor):
        raise Http404
    name = f"{slug}-round-{game.hanchan.round.number}-table-{game.hanchan.table.number}.json"
    return download_json(game_data(game), name)


@require_safe
def tournament_json(request: TenboRequest, slug: str) -> HttpResponse:
    """The whole tournament as `tenbo/1`, for its organizers; its public form for everybody else who may see it.

    `?form=public` is the public form for organizers too.
    """
    tournament = seen_tournament(request, slug)
    whole = request.visitor.role_in(tournament) in ORGANIZING and request.GET.get("form") != "public"
    document = envelope(tournament) if whole else public_envelope(tournament, sight_of(tournament, request.visitor))
    response = HttpResponse(envelope_json(document), content_type="application/json")
    return download(response, f"{slug}.json" if whole else f"{slug}-public.json")


@require_safe
@login_required
def log_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """The log for a spreadsheet, for the team; filtered as on its page."""
    return download_csv(csv_of(audit_log(*_log(request, slug))), f"{slug}-log.csv")


@require_safe
@login_required
def log_json(request: TenboRequest, slug: str) -> HttpResponse:
    """The log as data, for the team; filtered as on its page."""
    return download_json(log_data(*_log(request, slug)), f"{slug}-log.json")


@require_safe
@login_required
def takeaway(request: TenboRequest, slug: str) -> HttpResponse:
    """Everything that can be taken away, for the team."""
    tournament = refereed_tournament(request, slug)
    rounds = tournament.rounds.values_list("number", flat=True)
    return render(request, "site/takeaway/page.html", {"tournament": tournament, "rounds": rounds})


@require_safe
@login_required
def takeaway_csv(request: TenboRequest, slug: str, what: str) -> HttpResponse:
    """One table of the tournament for a spreadsheet, for the team: names stand there in full."""
    if what not in TABLES:
        raise Http404
    table = TABLES[what](taken_from(refereed_tournament(request, slug)))
    return download_csv(csv_of(table), f"{slug}-{what}.csv")


@require_safe
@login_required
def takeaway_xlsx(request: TenboRequest, slug: str) -> HttpResponse:
    """All the tables, the log among them, as one workbook, for the team."""
    tournament = refereed_tournament(request, slug)
    book = workbook(all_tables(taken_from(tournament), log_entries(tournament, LogFilter())))
    return download(HttpResponse(book, MIME), f"{slug}.xlsx")


def _log(request: TenboRequest, slug: str) -> tuple[Tournament, "QuerySet[LogEntry]"]:
    tournament = refereed_tournament(request, slug)
    return tournament, log_entries(tournament, LogForm(request.GET, log_choices(tournament)).filter)


def download_csv(text: str, name: str) -> HttpResponse:
    return download(HttpResponse(text, content_type="text/csv; charset=utf-8"), name)


def download_json(data: dict[str, Any], name: str) -> HttpResponse:
    return download(JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}), name)


def download(response: HttpResponse, name: str) -> HttpResponse:
    """As a file of this name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

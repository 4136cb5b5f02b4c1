"""Pages to print: score sheets for tables without a network, lists for the notice board, slips and badges."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.placement import all_points
from tournament.core.addresses import absolute_url
from tournament.core.queries.long_lists import requested_page
from tournament.core.requests import TenboRequest
from tournament.core.text import folded
from tournament.core.views.authority import refereed_tournament
from tournament.models import Hanchan, Round, Tournament
from tournament.screens.queries.hall import round_seats
from tournament.screens.queries.prints import HANDS_ON_A_SHEET, badges_of, blank_seats, printed_tables, slips_page


@require_safe
@login_required
def prints(request: TenboRequest, slug: str) -> HttpResponse:
    """List everything that can be printed."""
    tournament = refereed_tournament(request, slug)
    return render(request, "screens/prints/page.html", {"tournament": tournament, "rounds": tournament.rounds.all()})


@require_safe
@login_required
@never_cache  # the sheets contain the tables' links
def print_sheets(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Print score sheets for the tables of a round, one on each page, with a QR code that opens the table's hanchan."""
    tournament = refereed_tournament(request, slug, to_all=True)
    tables = printed_tables(_round(tournament, number))
    sheets = [(table.number, table.seats, absolute_url(request, _code(tournament, table.hanchan))) for table in tables]
    page = {"sheets": sheets, "number": number, "lines": HANDS_ON_A_SHEET, "total": _total(tournament)}
    return render(request, "screens/prints/sheets.html", {"tournament": tournament} | page)


@require_safe
@login_required
def print_blank_sheet(request: TenboRequest, slug: str) -> HttpResponse:
    """Print a score sheet that fits any table."""
    tournament = refereed_tournament(request, slug, to_all=True)
    sheets = [(None, blank_seats(), "")]
    page = {"sheets": sheets, "number": None, "lines": HANDS_ON_A_SHEET, "total": _total(tournament)}
    return render(request, "screens/prints/sheets.html", {"tournament": tournament} | page)


@require_safe
@login_required
def print_seating(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Print the seats of a round by table and by name, for the notice board."""
    tournament = refereed_tournament(request, slug, to_all=True)
    round_ = _round(tournament, number)
    page = {"tables": printed_tables(round_), "seats": round_seats(round_, for_team=True), "number": number}
    return render(request, "screens/prints/seating.html", {"tournament": tournament} | page)


@require_safe
@login_required
@never_cache  # the slips contain the players' links
def print_schedules(request: TenboRequest, slug: str) -> HttpResponse:
    """Print slips to cut out, one for each player: the QR code of the player's own page, and table, starting wind and
    opponents in every planned round. If there are many players, the slips are on several pages (`?page=2`). The links
    that a referee prints cannot change or cancel an entry (`Entry.is_at_desk`)."""
    tournament = refereed_tournament(request, slug, to_all=True)
    printed = slips_page(tournament, requested_page(request.GET))
    for slip in printed:
        slip.entry.is_at_desk = not tournament.is_of_organizers
    slips = [(slip, slip.schedule, absolute_url(request, slip.entry.get_link())) for slip in printed]
    return render(
        request, "screens/prints/schedules.html", {"tournament": tournament, "slips": slips, "pages": printed}
    )


@require_safe
@login_required
def print_start_list(request: TenboRequest, slug: str) -> HttpResponse:
    """Print the lists of all players by name and by number, with a box to tick."""
    tournament = refereed_tournament(request, slug, to_all=True)
    badges = badges_of(tournament)
    by_name = sorted(badges, key=lambda badge: (folded(badge[1]), badge[0].number))
    page = {"tournament": tournament, "badges": badges, "by_name": by_name}
    return render(request, "screens/prints/start_list.html", page)


@require_safe
@login_required
def print_badges(request: TenboRequest, slug: str) -> HttpResponse:
    """Print name badges, ten to a page."""
    tournament = refereed_tournament(request, slug, to_all=True)
    return render(request, "screens/prints/badges.html", {"tournament": tournament, "badges": badges_of(tournament)})


def _code(tournament: Tournament, hanchan: Hanchan) -> str:
    """Return the path in a sheet's QR code: the table's page for phones; if the tournament is on paper, the form in
    which the team enters the points."""
    return hanchan.get_paper_url() if tournament.is_on_paper else hanchan.get_sheet_link()


def _total(tournament: Tournament) -> int:
    return all_points(rules=tournament.ruleset)


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(tournament.rounds, number=number)

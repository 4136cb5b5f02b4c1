"""The federation's pages: all events and their files, and the decisions which players are one person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.exports.tables import csv_of
from tournament.core.exports.workbook import MIME, workbook
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download, download_csv
from tournament.federation.exports.events import events_sheet, results_sheet
from tournament.federation.persons import persons
from tournament.federation.queries.events import public_events
from tournament.federation.queries.ranking import same_persons
from tournament.federation.views.authority import check_federation
from tournament.models import STRANGER, Ranking
from tournament.people.actions.same_person import answer_same_person, answer_two_people
from tournament.people.queries.same_person import (
    PAIRS_ON_A_PAGE,
    PairKey,
    SharedNumber,
    decided_pairs,
    pair_keys,
    pair_keys_of,
    pairs_of,
    parted_pairs,
    same_number,
    shared_by_many,
)
from tournament.standings.queries.records import public_records, tournament_years

EVENTS_ON_A_PAGE = 50


@require_safe
@login_required
@never_cache
def federation(request: TenboRequest) -> HttpResponse:
    """List all public events, the rankings, and how many pairs of players wait for a decision."""
    check_federation(request)
    page = {
        "events": Paginator(public_events(), EVENTS_ON_A_PAGE).get_page(request.GET.get("page", "")),
        "rankings": Ranking.objects.all(),
        "undecided": len(set(pair_keys()) - decided_pairs().keys()) + len(parted_pairs()),
    }
    return render(request, "federation/federation/page.html", page)


@require_safe
@may_lag
def federation_records(request: TenboRequest) -> HttpResponse:
    """Show the records of all public events to everybody; players whom the federation declared to be one person count
    as one person. `?year=2026` shows one year, `?page=` is the page of the list of yakuman."""
    years = tournament_years(STRANGER)
    chosen = whole_number(request.GET.get("year", ""), digits=4)
    year = chosen if chosen in years else None
    best = public_records(persons(same_persons()), year, request.GET.get("page", ""))
    return render(request, "federation/records/page.html", {"records": best, "years": years, "year": year})


@require_safe
@login_required
@recently_confirmed
@never_cache
def federation_results(request: TenboRequest) -> HttpResponse:
    """Download every public result of all public events as CSV."""
    check_federation(request)
    return download_csv(csv_of(results_sheet(public_events())), "results.csv")


@require_safe
@login_required
@recently_confirmed
@never_cache
def federation_events(request: TenboRequest) -> HttpResponse:
    """Download all public events with their results as one workbook."""
    check_federation(request)
    events = list(public_events())
    sheets = workbook([events_sheet(events), results_sheet(events)])
    return download(HttpResponse(sheets, content_type=MIME), "events.xlsx")


@require_safe_or_post
@login_required
@never_cache
def federation_people(request: TenboRequest) -> HttpResponse:
    """Show pairs of players of different organizers with the same EMA number, undecided pairs first. POST decides
    whether one pair is one person. `?page=` is a page of the list. Pairs of a number that many players have are shown
    only with `?number=`."""
    check_federation(request)
    if request.method != "POST":
        return _same_numbers(request, request.GET.get("number", "").strip()[:40])
    first, _between, second = request.POST.get("pair", "").partition("-")
    key = (whole_number(first, digits=18) or 0, whole_number(second, digits=18) or 0)
    answer = request.POST.get("same")
    if answer == "no" and key in parted_pairs():
        with refusal_as_message(request):
            answer_two_people(key=key, by=request.visitor)
            messages.success(request, _("The two records count as two people."))
        return redirect("federation-people")
    pair = same_number(*key)
    if pair is None or answer not in {"yes", "no"}:
        messages.error(request, _("Choose “Same person” or “Two people”."))
        return redirect("federation-people")
    with refusal_as_message(request):
        answer_same_person(pair=pair, is_same=answer == "yes", by_federation=True, by=request.visitor)
        name = pair.first.name
        said = (
            _("%(name)s counts as one person.")
            if answer == "yes"
            else _("%(name)s: the two records count as two people.")
        )
        messages.success(request, said % {"name": name})
    return redirect("federation-people")


def _same_numbers(request: TenboRequest, number: str) -> HttpResponse:
    """Return the page with the pairs of players. The order is: pairs without a decision, pairs whose numbers no longer
    match, numbers that many players have, decided pairs."""
    keys, decided = pair_keys_of(number) if number else pair_keys(), decided_pairs()
    waiting = [key for key in keys if key not in decided]
    parted = [] if number else parted_pairs()
    rows: list[PairKey | SharedNumber] = [
        *waiting,
        *parted,
        *([] if number else shared_by_many()),
        *(key for key in keys if key in decided),
    ]
    page = Paginator(rows, PAIRS_ON_A_PAGE).get_page(request.GET.get("page", ""))
    pairs = pairs_of([row for row in page if not isinstance(row, SharedNumber)])
    shown = {
        "waiting": [pair for pair in pairs if pair.decision is None and not pair.is_parted],
        "parted": [pair for pair in pairs if pair.is_parted],
        "shared": [row for row in page if isinstance(row, SharedNumber)],
        "decided": [pair for pair in pairs if pair.decision is not None],
        "none_waits": not waiting and not parted,
    }
    return render(request, "federation/people/page.html", {"page": page, "number": number, **shown})

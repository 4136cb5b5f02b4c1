"""The check-in list, for ticking off arrivals on a phone."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.authority import refereed_tournament
from tournament.live.news import follows, shows_all
from tournament.models import Tournament
from tournament.people.actions.check_in import check_in as check_in_player
from tournament.people.actions.check_in import check_in_regular
from tournament.people.queries.check_in import arrivals, expected, missing_regulars, regulars


@require_safe
@login_required
@never_cache
def check_in(request: TenboRequest, slug: str) -> HttpResponse:
    """Show all players, or the players who match the search. A fragment for htmx includes the count of arrivals. The
    response is 204 if nothing has changed since the page was loaded, except for recorded hands."""
    tournament = refereed_tournament(request, slug)
    if shows_all(request, [tournament.pk]):
        return HttpResponse(status=204)
    return _page(request, tournament)


@require_POST
@login_required
def arrival(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Check one player in, or undo the check-in. The request names the new state, so a second touch does not undo the
    first. The response is 404 if the player has left."""
    tournament = refereed_tournament(request, slug)
    entry = get_object_or_404(expected(tournament), number=number)
    here = request.POST.get("here")
    status = 200 if here in {"0", "1"} else 422
    if status == 200:
        check_in_player(tournament_id=tournament.pk, entry_id=entry.pk, is_here=here == "1", by=request.visitor)
    elif not request.htmx:
        return _page(request, tournament, status=status)
    filters = _filters(request).urlencode()
    if not request.htmx:
        return redirect(f"{reverse('check-in', args=[slug])}?{filters}#entry-{number}")
    page = arrivals(tournament, request.visitor)
    touched, name = next(row for row in page.everybody if row[0].pk == entry.pk)
    context = {"tournament": tournament, "arrivals": page, "entry": touched, "name": name, "asked": filters}
    return render(request, "people/check_in/_touched.html", context, status=status)


@require_POST
@login_required
def regular_arrival(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Enter a person from the club's list who has arrived, and check the person in."""
    tournament = refereed_tournament(request, slug)
    player = get_object_or_404(regulars(tournament, request.visitor), pk=pk)
    with refusal_as_message(request):
        check_in_regular(tournament_id=tournament.pk, player_id=player.pk, by=request.visitor)
    if request.htmx:
        return _page(request, tournament)
    return redirect(f"{reverse('check-in', args=[slug])}?{_filters(request).urlencode()}")


def _page(request: TenboRequest, tournament: Tournament, *, status: int = 200) -> HttpResponse:
    filters = _filters(request)
    context = {
        "tournament": tournament,
        "arrivals": arrivals(
            tournament, request.visitor, search=filters.get("q", ""), only_missing="missing" in filters
        ),
        "regulars": missing_regulars(tournament, request.visitor, search=filters.get("q", "")),
        "search": filters.get("q", ""),
        "only_missing": "missing" in filters,
        "asked": filters.urlencode(),
        "follows": follows([tournament]),
    }
    template = "people/check_in/page.html#check-in" if request.htmx else "people/check_in/page.html"
    return render(request, template, context, status=status)


def _filters(request: HttpRequest) -> QueryDict:
    """Return the filter of the list as a query string."""
    filters = QueryDict(mutable=True)
    search = request.GET.get("q", "")[:80]
    if search:
        filters["q"] = search
    if request.GET.get("missing"):
        filters["missing"] = "1"
    return filters

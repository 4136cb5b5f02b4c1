"""Rankings over the events of many organizers. Everybody may read them; the federation's staff make them."""

from copy import copy

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournament.core.queries.long_lists import requested_page
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.federation.actions.save_ranking import save_ranking
from tournament.federation.forms.ranking import RankingForm
from tournament.federation.queries.ranking import cached_ranking, rows_on_page
from tournament.federation.views.authority import check_federation
from tournament.models import Ranking


@require_safe
@may_lag
def rankings(request: TenboRequest) -> HttpResponse:
    """List all rankings."""
    return render(request, "federation/ranking/list.html", {"rankings": Ranking.objects.all()})


@require_safe
@may_lag
def ranking(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a page of a ranking, with each person's results. `?page=` is the page; `?q=` searches for a name."""
    shown = get_object_or_404(Ranking, slug=slug)
    table, query = cached_ranking(shown), request.GET.get("q", "").strip()[:80]
    page = rows_on_page(table, query=query, page=request.GET.get("page", ""))
    return render(
        request, "federation/ranking/page.html", {"ranking": shown, "table": table, "page": page, "query": query}
    )


@require_safe_or_post
@login_required
def ranking_new(request: TenboRequest) -> HttpResponse:
    """Create a ranking."""
    return _edit(request, Ranking())


@require_safe_or_post
@login_required
def ranking_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Change a ranking's name, method and events."""
    check_federation(request)
    return _edit(request, get_object_or_404(Ranking, slug=slug))


def _edit(request: TenboRequest, ranking: Ranking) -> HttpResponse:
    check_federation(request)
    before = copy(ranking)
    form = RankingForm(posted(request), instance=ranking, page=requested_page(request.GET))
    if form.is_valid():
        with refusal_on(form):
            save_ranking(ranking=ranking, weights=form.weights, base=(before, form.weights_before))
            return redirect(ranking)
    page = {"form": form, "new": not ranking.slug, "ranking": ranking}
    return render(request, "federation/ranking/edit.html", page, status=form_status(form))

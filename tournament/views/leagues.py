"""Leagues: the list, one table, and keeping one."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.actions.errors import NotDone
from tournament.actions.keep_league import create_league, edit_league
from tournament.exports.previews import Preview, league_preview
from tournament.forms.leagues import LeagueForm
from tournament.live.fragments import preview_of_site
from tournament.middleware import TenboRequest
from tournament.models import League
from tournament.queries.follows import follows
from tournament.queries.leagues import Order, league_table, leagues_for


@require_safe
def leagues(request: TenboRequest) -> HttpResponse:
    """Every league this person may read."""
    return render(request, "leagues/page.html", {"leagues": leagues_for(request.visitor)})


@require_safe
@vary_on_headers("HX-Request")
def league(request: TenboRequest, slug: str) -> HttpResponse:
    """One league's table, by sum or `?by=average`."""
    league = get_object_or_404(League.objects.seen_by(request.visitor), slug=slug)
    by: Order = "average" if request.GET.get("by") == "average" else "sum"
    table = league_table(league, request.visitor, by=by)

    def said() -> Preview:
        names = [tournament.name for tournament in table.tournaments]
        return league_preview(league, names, [(row.place, row.name) for row in table.rows])

    return render(
        request,
        "league/page.html#league-page" if request.htmx else "league/page.html",
        {
            "league": league,
            "table": table,
            "preview": preview_of_site(request, said, request.visitor),
            "follows": follows(table.tournaments, request.visitor),
            "by": by,
            "mine": league.owner_id == request.user.pk,
        },
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: TenboRequest) -> HttpResponse:
    """A new league, kept by whoever makes it."""
    owner = request.visitor.account
    assert owner is not None  # noqa: S101 (login_required; for mypy)
    form = LeagueForm(request.POST or None, visitor=request.visitor)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return redirect(create_league(owner=owner, **form.cleaned_data))
            except NotDone as not_done:
                form.add_error(None, str(not_done))
                status = 409
    return render(request, "league/edit.html", {"form": form, "back": reverse("leagues"), "new": True}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Change a league; its keeper alone may."""
    league = get_object_or_404(League.objects.owned_by(request.visitor).select_related("owner"), slug=slug)
    form = LeagueForm(request.POST or None, instance=league, visitor=request.visitor)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                edit_league(league=league, **form.cleaned_data)
                return redirect(league)
            except NotDone as not_done:
                form.add_error(None, str(not_done))
                status = 409
    return render(
        request, "league/edit.html", {"form": form, "back": league.get_absolute_url(), "new": False}, status=status
    )

"""The cut by teams after the latest round."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import PLAN_CHANGES, count_of_visitor
from tournament.rounds.actions.team_cut import make_team_cut
from tournament.rounds.forms.team_cut import TeamCutForm
from tournament.rounds.queries.team_cut import team_cut_preview


@require_safe_or_post
@login_required
def team_cut(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the teams and the line of the cut (GET), or make the cut at this line (POST). `count` in the query string is
    how many teams advance."""
    tournament = with_rounds(organized_tournament(request, slug))
    teams = team_cut_preview(tournament)
    asked = request.POST if request.method == "POST" else request.GET
    count = whole_number(asked.get("count", ""), digits=3) or teams.usual
    form = TeamCutForm(teams, count)
    if request.method == "POST":
        if teams.before.made and str(teams.before.made.decided_by.key) == request.POST.get("key"):
            return redirect("cut", slug)  # a retry of the form that made the cut
        form = TeamCutForm(teams, count, request.POST)
        if form.is_valid():
            count_of_visitor(request, PLAN_CHANGES)
            with refusal_on(form):
                make_team_cut(
                    tournament_id=tournament.pk,
                    key=form.cleaned_data["key"],
                    after_round=form.cleaned_data["after"],
                    count=form.cleaned_data["count"],
                    shown=form.cleaned_data["shown"],
                    carry=form.carry,
                    reason=form.cleaned_data["reason"],
                    by=request.visitor,
                )
                messages.success(request, _("The first %(count)s teams advance.") % {"count": count})
                return redirect("cut", slug)
    page = {"tournament": tournament, "teams": teams, "before": teams.before, "form": form, "count": count}
    return render(request, "rounds/team_cut/page.html", page, status=form_status(form))

"""The organizers' page of the players' teams."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.teams import FEWEST_MEMBERS
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.forms.player_teams import PlayerTeamsForm
from tournament.standings.queries.player_teams import player_teams as load_teams


@require_safe_or_post
@login_required
def player_teams(request: TenboRequest, slug: str) -> HttpResponse:
    """Show every team with its members; edit the teams' details and which results count."""
    tournament = organized_tournament(request, slug)
    form = PlayerTeamsForm(tournament, load_teams(tournament), posted(request))
    if form.is_valid():
        with refusal_on(form):
            edit_player_teams(
                tournament_id=tournament.pk,
                teams=form.team_facts,
                counts=form.counts,
                base=form.base,
                by=request.visitor,
            )
            messages.success(request, _("The teams were saved."))
            return redirect("player-teams", slug)
    page = {"tournament": tournament, "form": form, "fewest": FEWEST_MEMBERS}
    return render(request, "people/player_teams/page.html", page, status=form_status(form))

"""The matches of a team season: everybody reads the order of matches, organizers plan it and name the players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import form_status, refusal_as_message, refusal_on
from tournament.core.views.authority import organized_tournament, seen_tournament, with_rounds
from tournament.core.views.rates import PLANS, count_of_visitor
from tournament.models import Tournament
from tournament.rounds.actions.team_matches import MatchesBegun, drop_matches, name_line_up, plan_matches
from tournament.rounds.forms.seating import new_seed
from tournament.rounds.forms.team_matches import LineUpForm, PlanMatchesForm
from tournament.rounds.queries.team_matches import team_matches as load_matches

LINE_UPS_AHEAD = 4
"""The number of coming rounds whose line-ups the page offers to edit: a season can have a hundred rounds."""


@require_safe
@never_cache
def team_matches(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the order of matches. The line-up of a coming round is shown to organizers and referees only, until the
    round starts, and others see no coming match after a cut that is hidden from them. `?round=` is the first round to
    show of a long order."""
    tournament = with_rounds(seen_tournament(request, slug))
    return _page(request, tournament, at=whole_number(request.GET.get("round", "")))


@require_POST
@login_required
def team_matches_plan(request: TenboRequest, slug: str) -> HttpResponse:
    """Add matches for further rounds at the end of the order of matches."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = PlanMatchesForm(load_matches(tournament), request.POST)
    if form.is_valid():
        count_of_visitor(request, PLANS)
        with refusal_on(form):
            plan_matches(
                tournament_id=tournament.pk,
                **form.cleaned_data,
                first=whole_number(request.POST.get("first", "")),
                seed=new_seed(),
                by=request.visitor,
            )
            messages.success(request, _("The matches were planned."))
            return redirect("team-matches", slug)
    return _page(request, tournament, plan=form)


@require_POST
@login_required
def team_matches_drop(request: TenboRequest, slug: str) -> HttpResponse:
    """Remove the matches of the rounds that have not started."""
    tournament = with_rounds(organized_tournament(request, slug))
    with refusal_as_message(request):
        drop_matches(tournament_id=tournament.pk, by=request.visitor)
        messages.success(request, _("The matches to come were removed."))
    return redirect("team-matches", slug)


@require_POST
@login_required
def line_up(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Save who plays for each team in one round."""
    tournament = with_rounds(organized_tournament(request, slug))
    matches = load_matches(tournament, at=number)
    of_round = next((match_round for match_round in matches.rounds if match_round.number == number), None)
    if of_round is None:
        messages.error(request, str(MatchesBegun.message))
        return redirect("team-matches", slug)
    form = LineUpForm(of_round, matches, request.POST)
    if form.is_valid():
        with refusal_on(form):
            name_line_up(
                tournament_id=tournament.pk, number=number, players=form.players, base=form.base, by=request.visitor
            )
            messages.success(request, _("The line-up of round %(number)s was saved.") % {"number": number})
            return redirect("team-matches", slug)
    return _page(request, tournament, wrong=form)


def _page(
    request: TenboRequest,
    tournament: Tournament,
    *,
    at: int | None = None,
    plan: PlanMatchesForm | None = None,
    wrong: LineUpForm | None = None,
) -> HttpResponse:
    """Render the page; `plan` (matches) or `wrong` (a line-up) is a submitted form with errors."""
    matches = load_matches(tournament, at=at, sight=sight_of(tournament, request.visitor))
    named_now = matches.to_come[:LINE_UPS_AHEAD] if tournament.may_organize else []
    forms = {match_round.number: LineUpForm(match_round, matches) for match_round in named_now}
    if wrong is not None and wrong.of_round.number in forms:
        forms[wrong.of_round.number] = wrong
    context = {
        "tournament": tournament,
        "matches": matches,
        "to_come": [(match_round, forms.get(match_round.number)) for match_round in matches.to_come],
        "played": [(match_round, None) for match_round in reversed(matches.rounds) if match_round.has_started],
        "is_earlier": at is not None and at < matches.next_number,
        "plan": plan or PlanMatchesForm(matches),
    }
    failed = plan or wrong
    status = form_status(failed) if failed else 200
    return render(request, "rounds/team_matches/page.html", context, status=status)

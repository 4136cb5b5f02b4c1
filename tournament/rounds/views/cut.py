"""The cut after the latest round: preview it, make it, and take it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import PLAN_CHANGES, count_of_visitor
from tournament.models import Tournament
from tournament.people.forms.penalties import TakeBackForm
from tournament.rounds.actions.make_cut import follow_at_cut, make_cut, take_back_cut
from tournament.rounds.forms.cut import CutForm, FollowForm, LineForm
from tournament.rounds.forms.seating import new_seed
from tournament.rounds.queries.cut import CutPreview, DrawnBy, cut_after_latest

WITHOUT_TABLES = (DrawnBy.STANDINGS, DrawnBy.LIVES)


@require_safe_or_post
@login_required
def cut(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the standings with a line by GET: `?count=16`, `?by=tables`, `?by=level` or `?by=lives`, and `&seed=` for a
    draw. POST makes the cut; with `look` it only previews another line."""
    tournament = with_rounds(organized_tournament(request, slug))
    before = cut_after_latest(tournament)
    data = request.POST if request.method == "POST" else request.GET
    line_form = _line_form(before, data)
    form = CutForm.empty(before, line_form, request.POST)
    if request.method != "POST" or "look" in request.POST:
        return _page(request, tournament, before, line_form, form, 422 if line_form.errors else 200)
    form = CutForm(before, line_form.lines, request.POST)
    if line_form.is_valid() and form.is_valid():
        count_of_visitor(request, PLAN_CHANGES)
        with refusal_on(form):
            make_cut(
                tournament_id=tournament.pk,
                key=form.cleaned_data["key"],
                after_round=form.cleaned_data["after"],
                finalists=form.finalists,
                carry=form.carry,
                seed=form.cleaned_data["seed"],
                reason=form.cleaned_data["reason"],
                by=request.visitor,
                drawn_by=line_form.drawn_by,
            )
            went_on = len(form.finalists)
            text = ngettext("%(count)s player advances.", "%(count)s players advance.", went_on)
            messages.success(request, text % {"count": went_on})
            return redirect("cut", tournament.slug)
    return _page(request, tournament, before, line_form, form, form_status(form) if line_form.is_valid() else 422)


@require_POST
@login_required
def cut_follow(request: TenboRequest, slug: str) -> HttpResponse:
    """Let another player advance instead of a finalist who left."""
    tournament = with_rounds(organized_tournament(request, slug))
    before = cut_after_latest(tournament)
    form = FollowForm(before, request.POST)
    if form.is_valid():
        with refusal_on(form):
            follow_at_cut(
                tournament_id=tournament.pk,
                key=form.cleaned_data["key"],
                after_round=form.cleaned_data["after"],
                left=form.cleaned_data["left"],
                follower=form.cleaned_data["follower"],
                reason=form.cleaned_data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("The next player in the standings advances."))
            return redirect("cut", tournament.slug)
    line_form = _line_form(before, QueryDict())
    empty = CutForm.empty(before, line_form)
    return _page(request, tournament, before, line_form, empty, form_status(form), follow=form)


@require_POST
@login_required
def cut_take_back(request: TenboRequest, slug: str) -> HttpResponse:
    """Take the cut back with a reason, unless a later round was started."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = TakeBackForm(request.POST)
    after = whole_number(request.POST.get("after", ""), digits=5)
    if form.is_valid() and after is not None:
        with refusal_on(form):
            take_back_cut(
                tournament_id=tournament.pk,
                after_round=after,
                reason=form.cleaned_data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("The cut was undone."))
            return redirect("cut", tournament.slug)
    before = cut_after_latest(tournament)
    line_form = _line_form(before, QueryDict())
    status = 422 if after is None else form_status(form)
    return _page(request, tournament, before, line_form, CutForm.empty(before, line_form), status, take_back=form)


def _line_form(before: CutPreview, data: QueryDict) -> LineForm:
    if data.keys() & {"count", "by"}:
        return LineForm(before, data)
    return LineForm(before, initial={"count": before.usual})


def _page(
    request: TenboRequest,
    tournament: Tournament,
    before: CutPreview,
    line_form: LineForm,
    form: CutForm,
    status: int,
    *,
    take_back: TakeBackForm | None = None,
    follow: FollowForm | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "before": before,
        "line_form": line_form,
        "form": form,
        "drawn_by": line_form.drawn_by,
        "at_tables": before.at_tables(line_form.drawn_by) if line_form.drawn_by not in WITHOUT_TABLES else [],
        "lives": before.lives if line_form.drawn_by is DrawnBy.LIVES else {},
        "rows": before.around(form.lines[0]),
        "take_back": take_back or TakeBackForm(),
        "follow": follow or FollowForm(before),
        "other_seed": new_seed(),
    }
    return render(request, "rounds/cut/page.html", context, status=status)

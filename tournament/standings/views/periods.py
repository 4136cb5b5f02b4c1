"""Pages for the periods of a league, and for promotion and relegation at the end of a period."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.models import League, LeaguePeriod
from tournament.standings.actions.save_periods import record_promotion, save_periods, take_back_promotion
from tournament.standings.forms.periods import LeaguePeriodsForm, PromotionForm
from tournament.standings.queries.promotion import promotion_page


@require_safe_or_post
@login_required
def league_periods(request: TenboRequest, slug: str) -> HttpResponse:
    """Change the periods of a league. Its owner and the organizers of its club may do this. All leagues of a ladder
    (leagues with promotion between them) have the periods of the top league."""
    league = get_object_or_404(League.objects.owned_by(request.visitor), slug=slug)
    if league.top != league:
        return redirect("league-periods", league.top.slug)
    form = LeaguePeriodsForm(league, posted(request))
    if form.is_valid():
        with refusal_on(form):
            save_periods(league=league, saved=form.edited, removed=form.removed, base=form.before, by=request.visitor)
            messages.success(request, _("The periods were saved."))
            return redirect("league-periods", league.slug)
    page = {"league": league, "form": form}
    return render(request, "standings/league/periods.html", page, status=form_status(form))


@require_safe_or_post
@login_required
def league_promotion(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show who would go up and down between this league and the league below it after a period. A POST records the
    promotion."""
    upper, lower, period = _border(request, slug, pk)
    page = promotion_page(upper, lower, period, request.visitor)
    form = PromotionForm(page, posted(request))
    if form.is_valid():
        with refusal_on(form):
            record_promotion(upper=upper, lower=lower, period=period, up=form.up, down=form.down, by=request.visitor)
            messages.success(request, _("Promotion and relegation are recorded."))
            return redirect("league-promotion", slug, pk)
    context = {"league": upper, "page": page, "form": form}
    return render(request, "standings/league/promotion.html", context, status=form_status(form))


@require_POST
@login_required
def league_promotion_take_back(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Take back the recorded promotion of a period."""
    upper, lower, period = _border(request, slug, pk)
    take_back_promotion(upper=upper, lower=lower, period=period, by=request.visitor)
    messages.success(request, _("The promotion was taken back."))
    return redirect("league-promotion", slug, pk)


def _border(request: TenboRequest, slug: str, pk: int) -> tuple[League, League, LeaguePeriod]:
    """Return the league, the league below this league, and a period of both leagues. Raises `Http404` if the visitor
    may not change both leagues."""
    owned = League.objects.owned_by(request.visitor)
    upper = get_object_or_404(owned, slug=slug)
    lower = owned.filter(above=upper).first()
    if lower is None:
        raise Http404
    return upper, lower, get_object_or_404(upper.ladder_periods, pk=pk)

"""Correct the rules after the first hand: a preview first, then the correction with a reason."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.presets import RULESETS
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.core.views.rates import RULES_CORRECTIONS, count_of_visitor
from tournament.core.words.rules import ruleset_choices
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.forms.rules import RulesForm
from tournament.site.forms.rules_correction import AcceptRulesForm
from tournament.site.queries.rules_correction import plan_rules


@require_safe_or_post
@login_required
def rules_correction(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the form of the rules. POST previews the effect of a change; POST with `accept` and a reason carries the
    change out.

    `?ruleset=` fills the fields in from another rulebook.
    """
    tournament = organized_tournament(request, slug)
    if tournament.rules is None:
        return redirect("rules-edit", tournament.slug)
    start = RULESETS.get(request.GET.get("ruleset", ""), tournament.ruleset)
    form = RulesForm(start, request.POST or None)
    page = {"tournament": tournament, "form": form, "rulesets": ruleset_choices(), "plan": None, "accept": None}
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, RULES_CORRECTIONS)
    if request.method != "POST" or not form.is_valid():
        return render(request, "site/rules_correction/page.html", page, status=form_status(form))

    accept = AcceptRulesForm(request.POST) if "accept" in request.POST else None
    if accept and accept.is_valid():
        with refusal_on(accept):
            correct_rules(
                tournament_id=tournament.pk, rules=form.cleaned_rules, by=request.visitor, **accept.cleaned_data
            )
            messages.success(request, _("The rules were corrected, and everything was recalculated."))
            return redirect("rules", tournament.slug)
    plan = plan_rules(tournament, form.cleaned_rules)
    status = form_status(accept) if accept else 200
    problem = accept.problem if accept else ""
    if accept is None or problem:
        accept = AcceptRulesForm.shown(plan.digest, reason=request.POST.get("reason", ""))
    page |= {"plan": plan, "accept": accept, "problem": problem}
    return render(request, "site/rules_correction/page.html", page, status=status)

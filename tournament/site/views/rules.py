"""The rules of a tournament, and all rulebooks."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.presets import RULESETS
from tournament.core.requests import TenboRequest
from tournament.core.rules import compared_rules, rules_page
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, seen_tournament
from tournament.site.actions.edit_rules import edit_rules
from tournament.site.forms.rules import RulesForm
from tournament.site.queries.rules_page import rules_page_html
from tournament.standings.queries.publication import publication_of


@require_safe
def rulesets(request: TenboRequest) -> HttpResponse:
    """Show all rulebooks side by side."""
    return render(request, "site/rules/rulesets.html", {"keys": list(RULESETS), "groups": compared_rules()})


@require_safe
def rules_in_words(request: TenboRequest) -> HttpResponse:
    """Show how scoring works, rule by rule, with the rule numbers that error messages name."""
    return render(
        request, "site/rules/in_words.html", {"text": rules_page_html(get_language() or settings.LANGUAGE_CODE)}
    )


@require_safe
def ruleset(request: TenboRequest, key: str) -> HttpResponse:
    """Show one rulebook, field by field."""
    if key not in RULESETS:
        raise Http404
    return render(request, "site/rules/ruleset.html", {"rules": rules_page(RULESETS[key])})


@require_safe
def rules(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the rules of a tournament, and the day on which the rules and the format became public."""
    tournament = seen_tournament(request, slug)
    page = {
        "tournament": tournament,
        "rules": rules_page(tournament.ruleset),
        "publication": publication_of(tournament),
    }
    return render(request, "site/rules/page.html", page)


@require_safe_or_post
@login_required
def rules_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit single rules so that they differ from the rulebook, before the first hand."""
    tournament = organized_tournament(request, slug)
    form = RulesForm(tournament.ruleset, request.POST or None)
    if form.is_valid():
        with refusal_on(form):
            edit_rules(
                tournament_id=tournament.pk, rules=form.cleaned_rules, base=tournament.ruleset, by=request.visitor
            )
            messages.success(request, _("The rules were changed."))
            return redirect("rules", tournament.slug)
    page = {"tournament": tournament, "form": form}
    return render(request, "site/rules/edit.html", page, status=form_status(form))

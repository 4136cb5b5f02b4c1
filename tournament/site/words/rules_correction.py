"""The words for what other rules do to a tournament that is being played."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.words.refusals import refusal_words
from tournament.core.words.rules import rule_title, rule_value
from tournament.games.words.hands import in_clauses
from tournament.site.queries.rules_correction import InTheWay, Resettled, RulesPlan
from tournament.table.correction import Obstacle

register = template.Library()


@register.simple_tag
def rule_changed(plan: RulesPlan, field: str) -> SafeString:
    """Minutes: 90 → 60, the new value bold."""
    before, after = (rule_value(field, getattr(rules, field)) for rules in (plan.before, plan.after))
    return format_html(
        _("{rule}: {before} → <strong>{after}</strong>"), rule=rule_title(field), before=before, after=after
    )


@register.simple_tag
def resettled_words(hanchan: Resettled) -> str:
    """What happens to one hanchan: 3 hands, signed anew."""
    said = []
    if hanchan.hands_changed:
        count = hanchan.hands_changed
        said.append(
            ngettext("%(count)s hand pays differently", "%(count)s hands pay differently", count) % {"count": count}
        )
    if hanchan.taken_back:
        said.append(_("it goes on, and its sheet becomes unsigned"))
    elif hanchan.reopens:
        said.append(_("it goes on"))
    elif hanchan.ends:
        said.append(_("it is over"))
    if hanchan.signed_anew:
        said.append(_("its sheet is signed again"))
    elif hanchan.before.signatures and not hanchan.before.sheet and hanchan.results_change:
        said.append(_("confirmations are cancelled"))
    return in_clauses(said) or _("its points or scores change")


@register.simple_tag
def in_the_way_words(found: InTheWay) -> str:
    """Why it cannot be: hand 5 comes after the end of the game."""
    if found.refused and found.refused.code == "no_clock":
        return _("Time was called here, and these rules have no clock. Give them minutes below.")
    if found.line is None and found.refused:
        way_out = _("%(refusal)s Remove these points, correct the rules, then enter them again.")
        return way_out % {"refusal": refusal_words(found.refused)}
    if found.line is None:
        return ""
    number = found.line.number
    if found.refused:
        return _("Hand %(number)s: %(refusal)s") % {"number": number, "refusal": refusal_words(found.refused)}
    if found.line.obstacle is Obstacle.TIME_UP:
        return _("Hand %(number)s: the clock would have left no time for it.") % {"number": number}
    return _("Hand %(number)s: the game would have ended before it.") % {"number": number}


@register.simple_tag
def in_the_way_address(found: InTheWay) -> str:
    """Where it is looked at, or corrected."""
    on_paper = found.hanchan.time_called_after is None or (found.refused and found.refused.code != "no_clock")
    name = "correction" if found.line else "paper" if on_paper else "hanchan"
    return reverse(name, args=[found.hanchan.tournament.slug, found.hanchan.pk])

"""Words for the effects of a correction of the rules."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.words.refusals import refusal_words
from tournament.core.words.rules import rule_title, rule_value
from tournament.games.words.hands import in_clauses
from tournament.site.queries.rules_correction import RecomputedHanchan, RulesObstacle, RulesPlan
from tournament.table.correction import Obstacle

register = template.Library()


@register.simple_tag
def rule_changed(plan: RulesPlan, field: str) -> SafeString:
    """Describe a changed rule, such as "Minutes: 90 → 60", with the new value in bold."""
    before, after = (rule_value(field, getattr(rules, field)) for rules in (plan.before, plan.after))
    return format_html(
        _("{rule}: {before} → <strong>{after}</strong>"), rule=rule_title(field), before=before, after=after
    )


@register.simple_tag
def recomputed_words(hanchan: RecomputedHanchan) -> str:
    """Describe what a correction of the rules does to one hanchan, such as "3 hands, signed anew"."""
    changes = []
    if hanchan.hands_changed:
        count = hanchan.hands_changed
        changes.append(
            ngettext("%(count)s hand pays differently", "%(count)s hands pay differently", count) % {"count": count}
        )
    if hanchan.taken_back:
        changes.append(_("the hanchan goes on, and its sheet becomes unsigned"))
    elif hanchan.reopens:
        changes.append(_("the hanchan goes on"))
    elif hanchan.ends:
        changes.append(_("the hanchan is over"))
    if hanchan.signed_again:
        changes.append(_("the sheet is replaced, and nobody has to sign again"))
    elif hanchan.before.signatures and not hanchan.before.sheet and hanchan.results_change:
        changes.append(_("confirmations are cancelled"))
    return in_clauses(changes) or _("points or scores change")


@register.simple_tag
def obstacle_words(obstacle: RulesObstacle) -> str:
    """Explain which recorded hand or result is impossible under the new rules, such as "hand 5 comes after the end of
    the game"."""
    if obstacle.refused and obstacle.refused.code == "no_clock":
        return _(
            "The game at this table ended because time was up, so the new rules need a time limit. Enter the minutes"
            " below."
        )
    if obstacle.line is None and obstacle.refused:
        way_out = _(
            "%(refusal)s First remove the points that were entered from the paper sheet. Then correct the rules and"
            " enter the points again."
        )
        return way_out % {"refusal": refusal_words(obstacle.refused)}
    if obstacle.line is None:
        return ""
    number = obstacle.line.number
    if obstacle.refused:
        return _("Hand %(number)s: %(refusal)s") % {"number": number, "refusal": refusal_words(obstacle.refused)}
    if obstacle.line.obstacle is Obstacle.TIME_UP:
        return _("Hand %(number)s: time would have been up before this hand.") % {"number": number}
    return _("Hand %(number)s: the hanchan would have ended before this hand.") % {"number": number}


@register.simple_tag
def obstacle_address(obstacle: RulesObstacle) -> str:
    """Return the path of the page where the obstacle can be viewed or corrected."""
    on_paper = obstacle.hanchan.time_called_after is None or (obstacle.refused and obstacle.refused.code != "no_clock")
    name = "correction" if obstacle.line else "paper" if on_paper else "hanchan"
    return reverse(name, args=[obstacle.hanchan.tournament.slug, obstacle.hanchan.pk])

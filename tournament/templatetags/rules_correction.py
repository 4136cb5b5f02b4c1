"""The words for what other rules do to a tournament that is being played."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.forms.refusals import refusal_words
from tournament.models import Hanchan
from tournament.queries.correction import Obstacle
from tournament.queries.rules_correction import InTheWay, Resettled, RulesPlan
from tournament.templatetags.rules import rule_title, rule_value

register = template.Library()


@register.simple_tag
def rule_changed(plan: RulesPlan, field: str) -> SafeString:
    """Minutes: 90 → 60, the new value bold."""
    before, after = (rule_value(field, getattr(rules, field)) for rules in (plan.before, plan.after))
    return format_html("{}: {} → <strong>{}</strong>", rule_title(field), before, after)


@register.simple_tag
def hanchan_label(hanchan: Hanchan) -> str:
    """Round 2, table 7."""
    return _("Round %(round)s, table %(table)s") % {"round": hanchan.round.number, "table": hanchan.table.number}


@register.simple_tag
def resettled_words(hanchan: Resettled) -> str:
    """What happens to one hanchan: 3 hands, signed anew."""
    said = []
    if hanchan.hands_changed:
        count = hanchan.hands_changed
        said.append(
            ngettext("%(count)s hand pays otherwise", "%(count)s hands pay otherwise", count) % {"count": count}
        )
    if hanchan.reopens:
        said.append(_("it is not over then, and goes on"))
    elif hanchan.signed_anew:
        said.append(_("signed anew"))
    elif hanchan.before.signatures:
        said.append(_("confirmations are taken back"))
    return get_text_list(said, _("and")) or _("only the score")


@register.simple_tag
def in_the_way_words(found: InTheWay) -> str:
    """Why it cannot be: hand 5 comes after the end of the game."""
    if found.refused and found.refused.code == "no_clock":
        return _("Time was called here, and these rules have no clock. Give them minutes below.")
    if found.line is None:
        return refusal_words(found.refused) if found.refused else ""
    hand = _("Hand %(number)s:") % {"number": found.line.number}
    if found.refused:
        return f"{hand} {refusal_words(found.refused)}"
    if found.line.obstacle is Obstacle.TIME_UP:
        return f"{hand} " + _("the clock would have left no time for it.")
    return f"{hand} " + _("the game would have ended before it.")


@register.simple_tag
def in_the_way_address(found: InTheWay) -> str:
    """Where it is looked at, or corrected."""
    name = "correction" if found.line else "hanchan"
    return reverse(name, args=[found.hanchan.tournament.slug, found.hanchan.pk])

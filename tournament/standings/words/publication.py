"""Words for the announced rules and format of an event, and for their changes."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.announced_cuts import AnnouncedCut
from tournament.core.words.cuts import announced_cut
from tournament.core.words.names import tie_break_name
from tournament.core.words.rules import rule_title, rule_value, rules_name
from tournament.standings.publication import AnnouncedChange

register = template.Library()


@register.filter
def change_title(change: AnnouncedChange) -> str:
    """Return the name of the changed field."""
    if change.is_rule:
        return rule_title(change.field)
    titles = {
        "rulebook": _("Rulebook"),
        "announced_cuts": _("Announced cuts"),
        "tie_breaks": _("Equal totals"),
        "final_seats": _("Seats of the final"),
        "sit_out": _("Sitting out a round"),
        "is_public": _("Visibility"),
    }
    return titles[change.field]


@register.filter
def before_words(change: AnnouncedChange) -> str:
    return _value(change, change.before)


@register.filter
def after_words(change: AnnouncedChange) -> str:
    return _value(change, change.after)


def _value(change: AnnouncedChange, value: Any) -> str:
    if change.is_rule:
        return rule_value(change.field, value)
    match change.field:
        case "rulebook":
            return rules_name(value)
        case "announced_cuts":
            return cuts_words(value)
        case "tie_breaks":
            return ties_words(value)
        case "final_seats":
            return " · ".join(value.splitlines()) or pgettext("seats", "none")
        case "sit_out":
            return sit_out_words(value)
        case _:
            return pgettext("tournament", "public") if value else pgettext("tournament", "private")


@register.filter
def cuts_words(cuts: Sequence[AnnouncedCut]) -> str:
    """Return the announced cuts in words, in the order in which they are to be made."""
    return " · ".join(map(announced_cut, cuts)) or _("no cut announced")


@register.filter
def ties_words(criteria: Sequence[str]) -> str:
    """Return the tie-break criteria in words, in the order in which they are applied."""
    return ", ".join(tie_break_name(criterion) for criterion in criteria) or _("a shared place")


@register.filter
def sit_out_words(sit_out: tuple[str, str]) -> str:
    """Return the score for a round that a player sits out, in words."""
    kind, points = sit_out
    return {"nothing": _("counts nothing"), "average": _("counts the player’s own average")}.get(
        kind, _("counts %(points)s") % {"points": points.replace("-", "−")}
    )

"""A ruleset, its fields and their values in words."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.tiles.words import MAY_BE_ABSENT, YAKU, YAKUMAN
from scoring.uma import FloatingUma, Tenths
from tournament.core.rules import changed_fields
from tournament.core.words.names import ruleset_name
from tournament.core.words.rule_choices import CHOICES
from tournament.core.words.rule_fields import FIELDS, Words
from tournament.core.words.scores import gap, points
from tournament.core.words.yaku import yaku_name

register = template.Library()

LIABLE_YAKU: dict[str, Words] = {
    "daisangen": gettext_lazy("big three dragons"),
    "daisuushii": gettext_lazy("big four winds"),
    "suukantsu": gettext_lazy("four kongs"),
}
"""The yakuman for which a ruleset can provide liability (pao)."""

YAKU_CHOICES: dict[str, tuple[str, ...]] = {
    "pao_yaku": tuple(LIABLE_YAKU),
    "double_yakuman": tuple(name for name in YAKU.values() if name in YAKUMAN),
    "absent_yaku": tuple(name for name in YAKU.values() if name in MAY_BE_ABSENT),
}
"""The yaku that the form offers for a field, in the order of the tile counter."""

NO_LIMIT: dict[str, Words] = {
    "target_points": pgettext_lazy("points", "none"),
    "riichi_min_points": pgettext_lazy("points", "none"),
    "minutes": gettext_lazy("no clock"),
}
"""The words for a field whose number is empty, by field, for example "none"."""


@register.filter
def rule_title(field: str) -> str:
    """Return the name of a field."""
    return str(FIELDS[field][0])


@register.filter
def rule_sentence(field: str) -> str:
    """Return the explanation of what a field decides."""
    return str(FIELDS[field][1])


@register.filter
def rules_name(rules: Ruleset) -> str:
    """Return a ruleset's name and the number of differences from its preset: "WRC 2015, 2 changes"."""
    count = len(changed_fields(rules))
    if not count:
        return ruleset_name(rules.key)
    text = ngettext("%(name)s, %(count)s change", "%(name)s, %(count)s changes", count)
    return text % {"name": ruleset_name(rules.key), "count": count}


def rule_yaku(name: str) -> str:
    """Return the name of a yaku that a field of a ruleset contains: "big three dragons", "tanyao"."""
    return str(LIABLE_YAKU.get(name) or yaku_name(name))


@register.simple_tag
def rule_value(field: str, value: Any) -> str:
    """Return a field's value for people: "30,000", "yes", "all three"."""
    if value is None:
        return str(NO_LIMIT[field])
    if (field, value) in CHOICES:
        return str(CHOICES[field, value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, frozenset):
        listed = [yaku for yaku in YAKU.values() if yaku in value]
        return ", ".join(rule_yaku(yaku) for yaku in listed) or pgettext("yaku", "none")
    if isinstance(value, FloatingUma):
        return _floating(value)
    if isinstance(value, tuple):
        return _row(value)
    return _amount(value)


def _amount(value: Tenths) -> str:
    return points(value) if isinstance(value, int) else gap(value)


def _row(uma: tuple[Tenths, ...]) -> str:
    return " / ".join(_amount(part) for part in uma)


def _floating(uma: FloatingUma) -> str:
    """Return a floating uma in words. It has a line for each number of players who end with the return points or more:
    "1: 12 / −1 / −3 / −8" is the uma of the four places if there is one such player."""
    rows = "\n".join(f"{count}: {_row(row)}" for count, row in enumerate(uma.rows))
    return _("by the number of players at zero or above:\n%(rows)s") % {"rows": rows}


def ruleset_choices() -> list[tuple[str, str]]:
    """Return the key and the name of every preset."""
    return [(key, ruleset_name(key)) for key in RULESETS]

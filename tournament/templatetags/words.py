"""What stored keys are called on a page: roles, rules, how a table stands, what a log entry says."""

from datetime import timedelta

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Role

register = template.Library()

# A sentence for whoever has to choose. The values themselves are `scoring.presets`.
RULESETS: dict[str, tuple[str | Promise, str | Promise]] = {
    "wrc_2015": (
        _("WRC 2015"),
        _(
            "World Riichi Championship 2015, what most clubs know. One winner for each hand, 4 han 30 fu is a mangan,"
            " uma 15, 5, −5, −15."
        ),
    ),
    "ema_2016": (
        _("EMA 2016"),
        _(
            "European rules of 2016: several players may win by one discard, 4 han 30 fu is not rounded up, and the"
            " winner takes the riichi bets left at the end."
        ),
    ),
    "ema_2025": (
        _("EMA 2025"),
        _(
            "European rules since 2026, as EMA 2016 but with 4 han 30 fu as a mangan. A certified EMA event, one that"
            " counts for the MERS ranking, uses these today."
        ),
    ),
    "tenhou": (
        _("Tenhou"),
        _(
            "As in the online game Tenhou: 25,000 points to start with, counted yakuman, abortive draws, and the game"
            " ends when somebody falls below zero."
        ),
    ),
}


@register.filter
def ruleset_name(key: str) -> str:
    """A ruleset's name; its key, where it has none here."""
    return str(RULESETS[key][0]) if key in RULESETS else key


@register.filter
def ruleset_sentence(key: str) -> str:
    """What whoever chooses it has to know of a ruleset."""
    return str(RULESETS[key][1]) if key in RULESETS else ""


@register.filter
def role_name(role: str) -> str:
    """What a role is called."""
    return str(Role(role).label)


@register.filter
def minutes(duration: timedelta) -> int:
    """A duration in whole minutes."""
    return int(duration.total_seconds() // 60)

"""Words for the quality of a seating."""

from django import template
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.rounds.apart import ApartChoice, Missed

register = template.Library()

MEETINGS: dict[str, str | Promise] = {
    "team": gettext_lazy("Meetings of team-mates"),
    "club": gettext_lazy("Meetings of two players from the same club"),
    "country": gettext_lazy("Meetings of two players from the same country"),
}

MATES: dict[str, str | Promise] = {
    "team": gettext_lazy("Round %(round)s, table %(table)s: %(names)s are from the same team"),
    "club": gettext_lazy("Round %(round)s, table %(table)s: %(names)s are from the same club"),
    "country": gettext_lazy("Round %(round)s, table %(table)s: %(names)s are from the same country"),
    "table": gettext_lazy("Round %(round)s: %(names)s sits at table %(table)s, not at the reserved table"),
}

GROUPS: dict[str, str | Promise] = {
    "team": gettext_lazy("teams"),
    "club": gettext_lazy("clubs"),
    "country": gettext_lazy("countries"),
}


@register.simple_tag
def against_bound(count: int, fewest: int, known: int | None) -> str:
    """Return words that compare a count with the lower bound `fewest`, and with the count of the best known plan
    (`known`, None if no plan is known)."""
    if count <= fewest:
        return _("no plan can be better")
    numbers = {"fewest": fewest, "known": known}
    if known is None:
        return (
            _("fewer than %(fewest)s is impossible") % numbers
            if fewest
            else _("it is not known whether a better plan exists")
        )
    if known < count:
        return _("the best known plan has %(known)s") % numbers
    if fewest:
        return _("no better plan is known; fewer than %(fewest)s is impossible") % numbers
    return _("no better plan is known")


@register.filter
def meetings_of(kind: str) -> str:
    """Return the words for meetings between members of this kind of groups, as the page of a plan's quality
    names them."""
    return str(MEETINGS[kind])


@register.filter
def missed_words(missed: Missed) -> str:
    """Put a wish that was not fulfilled into a sentence."""
    names = get_text_list(list(missed.names), _("and"))
    return str(MATES[missed.kind]) % {"round": missed.round, "table": missed.table, "names": names}


@register.filter
def group_name(kind: str) -> str:
    """Return the plural of a kind of groups: teams, clubs, countries."""
    return str(GROUPS[kind])


@register.filter
def group_count(choice: ApartChoice) -> str:
    """Return how many groups of this kind there are, such as "5 clubs"."""
    if not choice.groups:
        return _("none has two or more players")
    text = ngettext("%(count)s has at least two players", "%(count)s have at least two players", choice.groups)
    return text % {"count": choice.groups}

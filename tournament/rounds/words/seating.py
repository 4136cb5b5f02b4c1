"""Words for a seating plan and its quality."""

from collections.abc import Iterator
from functools import cache

from django import template
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.seats import STARTING_WINDS
from tournament.games.words.hands import wind
from tournament.rounds.apart import ApartChoice, WishShown
from tournament.rounds.queries.plan_shown import PlannedRound, PlanShown, Schedule

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
def unmet_words(wish: WishShown) -> str:
    """Put a wish that was not fulfilled into a sentence."""
    names = get_text_list(list(wish.names), _("and"))
    return str(MATES[wish.kind]) % {"round": wish.round, "table": wish.table, "names": names}


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


# --- The seats, drawn here: 1,000 players have 24,000 in 12 rounds, for which a template takes ten times as long ---


@register.filter
def with_cells(plan: PlanShown) -> Iterator[tuple[Schedule, SafeString]]:
    """Yield each player's schedule, and its table cells for all rounds as HTML that is already escaped."""
    words = {each: wind(each) for each in STARTING_WINDS}
    winds = {each: format_html('<abbr title="{}">{}</abbr>', word, word[:1]) for each, word in words.items()}
    for schedule in plan.by_player:
        cells = (f"{seat.table}{winds[seat.wind]}" if seat else "–" for seat in schedule.seats)
        drawn = "".join(f'<td class="number">{cell}</td>' for cell in cells)
        yield schedule, mark_safe(drawn)  # noqa: S308 (numbers and our own words)


@register.filter
def with_cards(plan: PlanShown) -> Iterator[tuple[PlannedRound, SafeString]]:
    """Yield each round, and the cards of its tables as HTML that is already escaped."""
    title = conditional_escape(_("Table %(number)s"))
    winds = {each: format_html('<dt class="wind-{}">{}</dt>', each.value, wind(each)) for each in STARTING_WINDS}
    person = cache(_person)  # escaped once for all rounds
    for planned in plan.by_round:
        cards = []
        for number, seats in enumerate(planned.tables, start=1):
            four = "".join(f"{winds[each]}<dd>{person(name, path)}</dd>" for each, name, path in seats)
            cards.append(f'<li class="card"><h3>{title % {"number": number}}</h3><dl class="seats">{four}</dl></li>')
        yield planned, mark_safe("\n".join(cards))  # noqa: S308 (`_person` escapes the names)


def _person(name: str, path: str) -> SafeString:
    return format_html('<a class="player-link" href="{}">{}</a>', path, name) if path else conditional_escape(name)

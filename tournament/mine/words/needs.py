"""Words for the points and wins that a player still needs to reach a goal."""

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.needs import Bound
from scoring.outcome import Value, Yakuman
from tournament.core.words.scores import points
from tournament.games.words.hands import value_words
from tournament.mine.hand_lines import DrawLine, WinLine
from tournament.mine.queries.needs import Wish

register = template.Library()


@register.filter
def goal_words(wish: Wish) -> str:
    """Return the player's goal, as a heading."""
    place = wish.place or 1
    if wish.at == "table":
        if place == 1:
            return _("First at the table")
        return _("%(place)s or better at the table") % {"place": place}
    if place == 1:
        return _("First in the tournament")
    return _("Place %(place)s or better in the tournament") % {"place": place}


@register.filter
def bound_words(bound: int | Bound) -> str:
    """Return the points that are needed, in words."""
    if bound is Bound.ANY:
        return _("any points")
    if bound is Bound.NEVER:
        return _("out of reach")
    return points(bound)


@register.filter
def values_words(values: tuple[Value, ...]) -> str:
    """List hand values that pay the same: "2 han 30 fu or 1 han 60 fu"; yakuman are left out if there is another
    value."""
    counted: list[Value] = [value for value in values if not isinstance(value, Yakuman)]
    shown = counted or [values[0]]
    return _(" or ").join(value_words(value) for value in sorted(shown, key=_by_fu))


def _by_fu(value: Value) -> tuple[int, int]:
    return (getattr(value, "fu", None) or 0, getattr(value, "han", 0))


@register.filter
def price_words(line: WinLine) -> str:
    """Return the payments of the cheapest win: "3,900", "2,000 from each", or "1,000/2,000" (from each other player and
    from East)."""
    if line.discarder is not None:
        return points(line.each[0])
    if len(line.each) == 1:
        return _("%(points)s from each") % {"points": points(line.each[0])}
    return "/".join(points(each) for each in line.each)


@register.filter
def draw_words(line: DrawLine) -> str:
    """Return, in words, whether an exhaustive draw is enough for the goal, and which other players have to be
    tenpai."""
    if not line.enough:
        return _("not enough")
    if len(line.enough) == line.cases:
        return _("enough, whoever else is tenpai")
    with_whom = [get_text_list(list(names), _("and")) or _("nobody else") for names in line.enough]
    return _("enough if these players are tenpai too: %(whom)s") % {"whom": "; ".join(with_whom)}

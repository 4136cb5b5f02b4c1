"""Template filter for the results in the table of the standings: `{% load results %}{{ result|drawn }}`."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.core.threads.interruption import raise_if_interrupted
from tournament.games.queries.results import Result

register = template.Library()


class ShownResult(NamedTuple):
    """The parts of a result that the table of the standings shows. `substitute` says whether a substitute played."""

    place: int
    score: Fraction
    substitute: bool
    official: bool


@register.filter
def drawn(result: Result) -> SafeString:
    """Return a result's HTML: the score, and before it the place at the table; if a substitute played, a sign instead
    of the place."""
    shown = ShownResult(result.place, result.score, bool(result.substitute), result.official)
    return _drawn(shown, get_language())


@lru_cache(maxsize=10_000)
def _drawn(shown: ShownResult, language: str | None) -> SafeString:
    """Return the HTML of a result in the active `language`. Cached, because after twelve rounds 200 players have 2,400
    results, and a recorded hand changes only four of them."""
    html = render_to_string("standings/leaderboard/_result.html", {"result": shown})
    raise_if_interrupted()  # `{% if %}` may have swallowed the exception: do not cache incomplete HTML
    return SafeString(html.strip())

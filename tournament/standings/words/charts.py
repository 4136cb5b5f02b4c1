"""Template tags for charts. The numbers of each chart are also shown as a table.

    {% load charts %}{% points_chart page.game page.then %} {% placements_chart counts %}

The page needs static/css/charts.css. `tournament.core.charts` computes the coordinates.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from scoring.outcome import Limit
from scoring.seats import SEATS, STARTING_WINDS
from tournament.core.charts import bars, edge, line_chart, middle, place_numbers, round_numbers
from tournament.games.game import Game
from tournament.games.words.hands import han_fu_words, limit_name, wind
from tournament.models import Tournament
from tournament.standings.queries.places import Places

register = template.Library()


@register.inclusion_tag("components/chart_points.html")
def points_chart(game: Game, then: Game | None = None) -> dict[str, Any]:
    """Chart the points of the four seats over the hanchan, under their public names. Each hand is a link to the same
    page with the points after this hand. `then` is the game after the selected hand, None if no hand is selected."""
    after = [game.played[0].before.points, *(played.after.points for played in game.played)]
    rows = [[points[seat] for points in after] for seat in SEATS]
    chart = line_chart(rows, round_numbers(min(map(min, rows)), max(map(max, rows))))
    winds = [played.before.round_wind for played in game.played]
    begins = [at for at, current in enumerate(winds) if at == 0 or winds[at - 1] is not current]
    return {
        "chart": chart,
        "lines": list(zip(chart.lines, SEATS, game.public_names, strict=True)),
        "rounds": [(wind(winds[at]), edge(at + 1, chart.columns), edge(at + 1, chart.columns, 100)) for at in begins],
        "start": after[0],
        "hands": list(zip(game.hands, game.played, strict=True)),
        "chosen": _column(then, chart.columns),
        "names": game.public_names,
    }


@register.inclusion_tag("components/chart_places.html")
def places_chart(places: Places, entry: int, tournament: Tournament, standings: str) -> dict[str, Any]:
    """Chart the place of an entry (by id) after each round, with links to the standings (at the address `standings`)
    after the round."""
    own_places = places.of_entry.get(entry, ())
    chart = line_chart([own_places], place_numbers(places.last), best_is_low=True)
    middles = [middle(at, chart.columns, 100) for at in range(chart.columns)]
    tops = [None if place is None else chart.percent(place) for place in own_places]
    return {
        "chart": chart,
        "line": chart.lines[0],
        "rounds": list(zip(places.rounds, own_places, middles, tops, strict=True)),
        "tournament": tournament,
        "standings": standings,
    }


@register.inclusion_tag("components/chart_bars.html")
def placements_chart(counts: Sequence[int]) -> dict[str, Any]:
    """Chart how often a player was first, second, third and fourth."""
    return _bars([f"{place}" for place in range(1, len(counts) + 1)], counts, of=_("Place"), counted=_("Hanchans"))


@register.inclusion_tag("components/chart_bars.html")
def values_chart(values: Mapping[int | Limit, int]) -> dict[str, Any]:
    """Chart how often hands of each value were won, by han or by limit."""
    labels = [limit_name(value) if isinstance(value, Limit) else han_fu_words(value, None) for value in values]
    return _bars(labels, list(values.values()), of=_("Value"), counted=_("Hands"))


def _bars(labels: Sequence[str], counts: Sequence[int], *, of: str, counted: str) -> dict[str, Any]:
    return {"bars": list(zip(labels, bars(counts), strict=True)), "all": sum(counts), "of": of, "counted": counted}


def _column(then: Game | None, columns: int) -> tuple[int, int] | None:
    """Return the left edge and the width of the selected hand's column, in units of the plot; None if no hand is
    selected."""
    if then is None:
        return None
    at = len(then.hands)
    return edge(at, columns), edge(at + 1, columns) - edge(at, columns)


@register.filter
def wind_letter(seat: int) -> str:
    """Return the first letter of a seat's starting wind, for narrow columns."""
    return wind(STARTING_WINDS[seat])[0].upper()

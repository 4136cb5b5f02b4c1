"""Charts: what happened, where people would rather look than read. Each has its numbers as a table too.

    {% load charts %}{% points_chart page.game page.then %}

The page takes static/css/charts.css. Sums and places are asked of `tournament.charts`.
"""

from typing import Any

from django import template

from scoring.seats import SEATS, Seat
from tournament.charts import edge, line_chart, round_numbers
from tournament.queries.game import Game
from tournament.templatetags.hands import wind

register = template.Library()


@register.inclusion_tag("components/chart_points.html")
def points_chart(game: Game, then: Game | None = None) -> dict[str, Any]:
    """The points of the four seats from the start on, under the names that anybody may read. Each hand leads to the
    table as it lay after it; `then` is the one that is looked at."""
    after = [game.played[0].before.points, *(played.after.points for played in game.played)]
    rows = [[points[seat] for points in after] for seat in SEATS]
    chart = line_chart(rows, round_numbers(min(map(min, rows)), max(map(max, rows))))
    winds = [played.before.round_wind for played in game.played]
    begins = [at for at, one in enumerate(winds) if at == 0 or winds[at - 1] is not one]
    return {
        "chart": chart,
        "lines": list(zip(chart.lines, SEATS, game.public_names, strict=True)),
        "rounds": [(wind(winds[at]), edge(at + 1, chart.columns), edge(at + 1, chart.columns, 100)) for at in begins],
        "start": after[0],
        "hands": list(zip(game.hands, game.played, strict=True)),
        "chosen": _column(then, chart.columns),
        "names": game.public_names,
    }


def _column(then: Game | None, columns: int) -> tuple[int, int] | None:
    """Where the column of the last hand begins, and its width."""
    if then is None:
        return None
    at = len(then.hands)
    return edge(at, columns), edge(at + 1, columns) - edge(at, columns)


@register.filter
def wind_letter(seat: int) -> str:
    """The first letter of the wind that a seat started with: where there is no room for its name."""
    return wind(Seat(seat).wind(Seat.EAST))[0].upper()

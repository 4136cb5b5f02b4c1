"""Computes the coordinates of charts, for the templates components/chart_*.html, which draw SVG.

This module knows no tournament, word or colour. A plot is 1,000 units wide and high; positions in it are whole numbers,
counted from its upper left corner. The plot is stretched to its frame. Texts must not be stretched, so their positions
are in whole per cent of the frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass

WHOLE = 1000
LABEL_GAP = 8
"""Height of a label at the end of a line, in per cent of the plot's height."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The values at the bottom and at the top of a plot. On a plot of players' places the lowest number, first place,
    is at the top."""

    bottom: int
    top: int

    def at(self, value: int, whole: int = WHOLE) -> int:
        """Return the distance of a value from the top of a plot that is `whole` units high.

        For example, 30,000 is a quarter of the way down a plot whose bottom is 0 and whose top is 40,000. Place 2 is a
        third of the way down a plot whose bottom is 4 and whose top is 1.

        >>> Scale(0, 40_000).at(30_000), Scale(4, 1).at(2, 100)
        (250, 33)
        """
        return round(whole * (self.top - value) / (self.top - self.bottom))


@dataclass(frozen=True, slots=True)
class Tick:
    """A horizontal line for a `value`, `y` units below the top of the plot. The position of its label is `percent` per
    cent below the top."""

    value: int
    y: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A line of a chart.

    `places` are the points through which the line goes, pairs of x and y as in "83 500 250 250". `dots` is an SVG path
    that draws these points. `label` is the position of the line's label, in per cent below the top.
    """

    places: str
    dots: str
    label: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A chart of lines over columns of equal width."""

    columns: int
    ticks: tuple[Tick, ...]
    lines: tuple[ChartLine, ...]
    scale: Scale

    def percent(self, value: int) -> int:
        """Return the position of a label for this value, in per cent below the top of the plot."""
        return self.scale.at(value, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: `width` is in per cent of the widest bar."""

    count: int
    width: int


def round_numbers(low: int, high: int, most: int = 9) -> tuple[int, ...]:
    """Return at most `most` round numbers with equal distances. The first is at most `low`, and the last is at least
    `high`. The distance is 1, 2 or 5, or one of these digits with zeros after it.

    >>> round_numbers(-1_500, 44_000)
    (-10000, 0, 10000, 20000, 30000, 40000, 50000)
    """
    step = 1
    while True:
        for factor in (1, 2, 5):
            width = step * factor
            first, last = low // width, max(-(-high // width), low // width + 1)
            if last - first < most:
                return tuple(width * number for number in range(first, last + 1))
        step *= 10


def place_numbers(last: int, most: int = 5) -> tuple[int, ...]:
    """Return the ticks on a plot of players' places: the first place, the last, and at most `most` round numbers
    between them.

    >>> place_numbers(40), place_numbers(43), place_numbers(4)
    ((1, 10, 20, 30, 40), (1, 10, 20, 30, 43), (1, 2, 3, 4))
    """
    last = max(last, 2)
    step = next(step for power in (1, 10, 100, 1000) for step in (power, 2 * power, 5 * power) if last <= most * step)
    between = [place for place in range(step, last, step) if place > 1 and 2 * (last - place) >= step]
    return (1, *between, last)


def line_chart(rows: Sequence[Sequence[int | None]], ticks: Sequence[int], *, best_is_low: bool = False) -> LineChart:
    """Return a chart with a line for each row, and a column for each number of a row; None leaves a gap in the line.
    The first and the last of `ticks`, which are sorted, are the ends of the plot."""
    scale = Scale(ticks[-1], ticks[0]) if best_is_low else Scale(ticks[0], ticks[-1])
    columns = len(rows[0])
    drawn = [[(middle(at, columns), scale.at(y)) for at, y in enumerate(row) if y is not None] for row in rows]
    labels = apart([places[-1][1] // (WHOLE // 100) if places else 0 for places in drawn], LABEL_GAP)
    return LineChart(
        scale=scale,
        columns=columns,
        ticks=tuple(Tick(value, scale.at(value), scale.at(value, 100)) for value in ticks),
        lines=tuple(
            ChartLine(
                places=" ".join(f"{x} {y}" for x, y in places),
                dots="".join(f"M{x} {y}h0" for x, y in places),
                label=label,
            )
            for places, label in zip(drawn, labels, strict=True)
        ),
    )


def bars(counts: Sequence[int]) -> tuple[Bar, ...]:
    """Return a bar for each count, as wide as its share of the largest count.

    >>> [bar.width for bar in bars([2, 4, 0, 2])]
    [50, 100, 0, 50]
    """
    most = max(counts, default=0) or 1
    return tuple(Bar(count=count, width=round(100 * count / most)) for count in counts)


def middle(column: int, columns: int, whole: int = WHOLE) -> int:
    """Return the x coordinate of the middle of a column, in a plot that is `whole` wide and has `columns` columns. The
    first column is 0.

    >>> [middle(column, 4) for column in range(4)]
    [125, 375, 625, 875]
    """
    return whole * (2 * column + 1) // (2 * columns)


def edge(column: int, columns: int, whole: int = WHOLE) -> int:
    """Return the x coordinate of the left edge of a column, in a plot that is `whole` wide and has `columns` columns.
    The first column is 0."""
    return whole * column // columns


def apart(places: Sequence[int], gap: int) -> tuple[int, ...]:
    """Move positions (in per cent below the top) so that neighbours are at least `gap` apart and none is below the
    bottom.

    >>> apart([50, 20, 52, 99], 8)
    (50, 20, 58, 99)
    >>> apart([99, 99], 8)
    (92, 100)
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved, least = list(places), 0
    for index in order:
        moved[index] = least = max(places[index], least)
        least += gap
    most = 100
    for index in reversed(order):
        moved[index] = most = min(moved[index], most)
        most -= gap
    return tuple(moved)

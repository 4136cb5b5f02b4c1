"""Font sizes for names on the hall screen."""

from collections.abc import Sequence

from django import template

from tournament.screens.queries.hall import Grid

register = template.Library()


@register.filter
def fit(name: str, grid: Grid) -> str:
    """Return the CSS class for the font size of a name: "" if the name fits, "long" and "longer" for smaller letters,
    "longest" for two lines. In the example names of up to 20 letters fit.

    >>> [fit("x" * letters, Grid(columns=2, rows=12, longest=20)) for letters in (20, 26, 32, 33)]
    ['', 'long', 'longer', 'longest']
    """
    steps = ((1.0, ""), (1.3, "long"), (1.6, "longer"))
    return next((size for most, size in steps if len(name) <= most * grid.longest), "longest")


@register.filter
def crowd(names: Sequence[str]) -> str:
    """Return the CSS class for the size of names that are revealed together. The class depends on how many names there
    are; for a single name also on its length.

    >>> [crowd(["x" * letters]) for letters in (14, 20, 28, 29)]
    ['one', 'one long', 'one longer', 'one longest']
    >>> [crowd(["Li Na"] * count) for count in (2, 4, 5, 13)]
    ['two', 'few', 'many', 'crowd']
    """
    counts = ((1, "one"), (2, "two"), (4, "few"), (12, "many"))
    size = next((word for most, word in counts if len(names) <= most), "crowd")
    if size != "one":
        return size
    lengths = ((14, ""), (20, " long"), (28, " longer"))
    return size + next((word for most, word in lengths if len(names[0]) <= most), " longest")

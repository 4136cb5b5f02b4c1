"""Names on the hall's screen: as large as their line allows."""

from django import template

from tournament.queries.hall import Grid

register = template.Library()


@register.filter
def fit(name: str, grid: Grid) -> str:
    """A class for the size of a name: "" for one that fits, "long", and for two lines "longer" and "longest".

    >>> [fit("x" * letters, Grid(columns=2, rows=12, longest=20)) for letters in (20, 25, 26, 41)]
    ['', 'long', 'longer', 'longest']
    """
    steps = ((1.0, ""), (1.25, "long"), (2.0, "longer"))
    return next((size for most, size in steps if len(name) <= most * grid.longest), "longest")

"""Font sizes for names on the hall screen."""

from collections.abc import Sized

from django import template

from tournament.screens.queries.hall import Grid

register = template.Library()


@register.filter
def fit(name: str, grid: Grid) -> str:
    """Return the CSS class for a name's size: "" if it fits, else "long", and on two lines "longer" or "longest".

    >>> [fit("x" * letters, Grid(columns=2, rows=12, longest=20)) for letters in (20, 25, 26, 41)]
    ['', 'long', 'longer', 'longest']
    """
    steps = ((1.0, ""), (1.25, "long"), (2.0, "longer"))
    return next((size for most, size in steps if len(name) <= most * grid.longest), "longest")


@register.filter
def crowd(people: Sized) -> str:
    """Return the CSS class for so many names at once.

    >>> [crowd(range(count)) for count in (1, 2, 4, 5, 13)]
    ['one', 'two', 'few', 'many', 'crowd']
    """
    steps = ((1, "one"), (2, "two"), (4, "few"), (12, "many"))
    return next((name for most, name in steps if len(people) <= most), "crowd")

"""Template filters for points and scores, with grouped digits and a real minus sign.

*Points* lie on the table (32,600); a *score* comes after uma, in thousands (+30.3).
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def points(value: int) -> str:
    """Write points on the table, such as 32,600 or −1,500."""
    return _sign(value, plus="") + number_format(abs(value), force_grouping=True)


@register.filter
def change(value: int) -> str:
    """Write a change of points with its sign: +2,600, −1,500, or 0."""
    return _sign(value, plus="+" if value else "") + number_format(abs(value), force_grouping=True)


@register.filter
def score(value: Fraction | str | int) -> str:
    """Return a score with its sign and one decimal, such as +30.3. A score that needs more decimals is rounded to two:
    −16.67."""
    return _written(Fraction(value), get_language())


@lru_cache(maxsize=20_000)
def _written(exact: Fraction, language: str | None) -> str:
    """Format a score in the active `language`. Cached, because the scores of a site repeat and formatting takes
    time."""
    places = 1 if (exact * 10).denominator == 1 else 2
    rounded = Decimal(round(abs(exact) * 10**places)).scaleb(-places)
    return _sign(exact, plus="+" if exact else "") + number_format(rounded, places, force_grouping=True)


@register.filter
def gap(value: Fraction) -> str:
    """Return a distance between two totals, without a sign and with one decimal, such as 12.4. A distance that needs
    more decimals is rounded to two."""
    return score(value).removeprefix("+")


@register.filter
def average(value: Fraction) -> str:
    """Return a mean score, rounded to two decimals: −3.50. Zeros at the end are kept, so that a column of mean scores
    lines up."""
    rounded = Decimal(round(abs(value) * 100)).scaleb(-2)
    return _sign(value, plus="+" if value else "") + number_format(rounded, 2, force_grouping=True)


@register.filter
def ranking_points(value: Fraction) -> str:
    """Write a ranking's total, from 0 to 1000, rounded to two decimals: 658.97."""
    return number_format(Decimal(round(value * 100)).scaleb(-2), 2, force_grouping=True)


@register.filter
def penalty(value: Fraction | str | int) -> str:
    """Write a penalty with a minus sign: −20.0 if 20 points are subtracted from a total; "0" for no points."""
    exact = Fraction(value)
    return score(-exact) if exact else "0"


@register.filter
def decimal(value: Fraction) -> str:
    """Write a positive number that has a finite decimal form: 1.5, 2."""
    return number_format((Decimal(value.numerator) / value.denominator).normalize())


@register.filter
def share(part: int, whole: int) -> str:
    """Return a part of a whole in percent, with one decimal: 23.4%; a dash if the whole is 0."""
    if not whole:
        return "–"
    return _("%(number)s%%") % {"number": number_format(Decimal(round(Fraction(1_000 * part, whole))).scaleb(-1), 1)}


@register.filter
def mean(value: Fraction | None) -> str:
    """Write a mean of places, rounded to two decimals: 2.48; a dash for None."""
    return "–" if value is None else number_format(Decimal(round(value * 100)).scaleb(-2), 2)


@register.filter
def mean_points(value: Fraction | None) -> str:
    """Write a mean of points, rounded to a whole number: 5,867; a dash for None."""
    return "–" if value is None else points(round(value))


@register.filter
def zipped(first: Iterable[Any], second: Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    """Return the items of two sequences in pairs, seat by seat: `{% for change, after in deltas|zipped:points %}`."""
    return zip(first, second, strict=True)


@register.filter
def sign(value: Fraction | str | int) -> str:
    """Return the CSS class for a number's sign: "negative", "positive" or "zero"."""
    number = Fraction(value)
    return "negative" if number < 0 else "positive" if number else "zero"


def _sign(value: Fraction | int, *, plus: str) -> str:
    return MINUS if value < 0 else plus

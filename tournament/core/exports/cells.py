"""Cells of a spreadsheet: text that is no formula, and exact numbers."""

from fractions import Fraction

from scoring.game_writing import decimal_string

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def text(cell: str) -> str:
    """A text cell that no spreadsheet takes for a formula: names come from whoever typed them.

    >>> text("=HYPERLINK(1)"), text("Novák")
    ("'=HYPERLINK(1)", 'Novák')
    """
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA_STARTS) else cell


def number(exact: Fraction) -> str:
    """A number for a spreadsheet: exact where decimals are, else to four places, for 25/3 would open as a date.

    >>> number(Fraction(-303, 10)), number(Fraction(50, 3))
    ('-30.3', '16.6667')
    """
    written = decimal_string(exact)
    return f"{float(exact):.4f}" if "/" in written else written

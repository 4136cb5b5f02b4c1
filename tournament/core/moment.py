"""Reads the earlier round or hand that a query string asks for."""

from collections.abc import Mapping

from tournament.core.text import whole_number


def requested_moment(query: Mapping[str, str], name: str) -> int | None:
    """Return the number of a round or hand in this query parameter, as in `?after=3`; None if it is missing or not a
    number."""
    return whole_number(query.get(name, ""), digits=4)

"""The moment of the past that an address names."""

from collections.abc import Mapping

from tournament.core.text import whole_number


def moment_asked(query: Mapping[str, str], name: str) -> int | None:
    """The number of a round or a hand in the address, as `?after=3`; None without one, or if it is no number."""
    return whole_number(query.get(name, ""), digits=4)

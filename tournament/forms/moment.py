"""Which moment of the past an address asks for."""

from collections.abc import Mapping


def moment_asked(query: Mapping[str, str], name: str) -> int | None:
    """The number of a round or a hand in the address, as `?after=3`; None for now, and for nonsense."""
    written = query.get(name, "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 5 else None

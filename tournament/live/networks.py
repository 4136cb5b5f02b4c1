"""The network that a request came from, and how many live streams each network may have open."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.core.addresses import network_of_client
from tournament.live.types import Scope

MOST_OF_NETWORK = 1_600
"""The most streams that one network may have open; further browsers poll instead. Each stream takes memory, in a proxy
too, and without a limit one network could take all of it."""


def network_of(scope: Scope) -> str:
    """Return the network that this request came from, as `core.addresses.client_network` does."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    client = scope.get("client")
    return network_of_client(",".join(forwarded), client[0] if client else "")


class Networks:
    """Counts the open streams of each network."""

    def __init__(self) -> None:
        self._streams: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._streams)

    @contextmanager
    def one_more(self, scope: Scope) -> Iterator[bool]:
        """Count a stream of this network during the `with` block. The value of the context manager is False if the
        network has too many streams."""
        network = network_of(scope)
        has_room = self._streams[network] < MOST_OF_NETWORK
        if not has_room:
            yield False
            return
        self._streams[network] += 1
        try:
            yield True
        finally:
            self._streams[network] -= 1
            if not self._streams[network]:
                del self._streams[network]

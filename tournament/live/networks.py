"""The network that a request came from."""

from tournament.core.addresses import network_of_client
from tournament.live.types import Scope


def network_of(scope: Scope) -> str:
    """Return the network that this request came from, as `core.addresses.client_network` does."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    client = scope.get("client")
    return network_of_client(",".join(forwarded), client[0] if client else "")

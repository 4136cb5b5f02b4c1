"""Two addresses that a proxy hides: the one people type to reach us, and the one a request came from."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def absolute_url(request: HttpRequest, path: str) -> str:
    """The whole address of a path, for links that are printed, mailed or drawn as a QR code.

    The organizer's laptop asks for localhost, which no phone can open: a configured address goes first.
    """
    if settings.TENBO_ADDRESS:
        return f"{settings.TENBO_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def leads_to_this_computer(address: str) -> bool:
    """Whether the address leads every device to itself, as `localhost` does."""
    host = urlsplit(address).hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.")


def client_address(request: HttpRequest) -> str:
    """The address a request came from, as seen by the outermost proxy that is ours.

    Everything further left in X-Forwarded-For was written by the client, who may lie to escape a lockout.
    """
    proxies: int = settings.TENBO_PROXIES
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if 0 < proxies <= len(hops):
        return hops[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))

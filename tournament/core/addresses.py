"""Absolute URLs of this site, and the network address that a request came from."""

from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a path, for links that are printed, mailed or drawn as a QR code.

    A configured address is preferred, because a request from the organizer's laptop may name localhost, which no phone
    can open.
    """
    if settings.TENBO_ADDRESS:
        return f"{settings.TENBO_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def secure_address(request: HttpRequest, path: str) -> str:
    """Return the URL by which a visitor who came by http can open this path by https; "" if the site has no https, or
    the visitor came by https."""
    host, _port = split_domain_port(request.get_host())
    address = settings.TENBO_SECURE_ADDRESSES.get(host)
    return f"{address}{path}" if address and not request.is_secure() else ""


def leads_to_this_computer(address: str) -> bool:
    """Whether a device that opens this address reaches only itself, as with `localhost`."""
    host = urlsplit(address).hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.")


def client_address(request: HttpRequest) -> str:
    """Return the address that a request came from, as the outermost of our own proxies saw it."""
    return _client(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def private_client_address(request: HttpRequest) -> str:
    """Return `client_address` if it belongs to a private network; "" if it is public, this computer's own or none."""
    address = client_address(request)
    try:
        numeric = ip_address(address)
    except ValueError:
        return ""
    return address if numeric.is_private and not numeric.is_loopback else ""


def client_network(request: HttpRequest) -> str:
    """Return the network that a request came from, for rate limits and turns: the IPv4 address, or the /48 of an IPv6
    address. That is the most that a provider gives to one customer, who could otherwise be 65,536 networks. Neighbours
    may share it, as they may share an IPv4 address."""
    return network_of_client(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def network_of_client(forwarded: str, peer: str) -> str:
    """Return `client_network` for a request with the header X-Forwarded-For `forwarded` that came from the address
    `peer`."""
    address = _client(forwarded, peer)
    try:
        numeric = ip_address(address)
    except ValueError:
        return address
    if isinstance(numeric, IPv4Address):
        return address
    # A dual-stack proxy writes 192.0.2.1 as ::ffff:192.0.2.1, whose /48 would contain all of IPv4.
    return str(numeric.ipv4_mapped or ip_network(f"{address}/48", strict=False))


def _client(forwarded: str, peer: str) -> str:
    """Return the address that the outermost of our own proxies saw.

    Every address further left in X-Forwarded-For was written by the client, who may forge it to escape a rate limit.
    """
    proxies: int = settings.TENBO_PROXIES
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    return _without_port(hops[-proxies]) if 0 < proxies <= len(hops) else peer


def _without_port(address: str) -> str:
    """Return an address of X-Forwarded-For without its port, which some proxies add and which differs at each
    connection.

    >>> [_without_port(address) for address in ("192.0.2.1:5001", "[2001:db8::4]:5001", "2001:db8::4")]
    ['192.0.2.1', '2001:db8::4', '2001:db8::4']
    """
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address

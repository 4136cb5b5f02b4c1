"""Checks the URLs to which messages are sent.

The browser sends the URL of its push service, so the URL may be forged. Without this check somebody could make the site
send requests into the site's own network (SSRF).
"""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PUSH_HOSTS = (
    "fcm.googleapis.com",  # Chrome, Edge on Android, Brave, Opera, Samsung
    "jmt17.google.com",
    "push.services.mozilla.com",  # Firefox
    "push.apple.com",  # Safari
    "notify.windows.com",  # Edge
)
"""The hosts of the browsers' push services; subdomains are allowed too."""

BELOW = re.compile(r"(?:[a-z0-9-]{1,63}\.)*")
"""Pattern for the subdomain labels that an address may have before one of `PUSH_HOSTS`. Labels of any other form would
fail only in the DNS lookup."""

LONGEST_HOST = 253
"""The most characters of a host's name in the DNS."""


@dataclass(frozen=True, kw_only=True)
class BrowserKeys:
    """A browser's push subscription: the URL for messages, and two keys to encrypt the messages with, in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def is_push_endpoint(address: str) -> bool:
    """Whether this is the https URL of a known browser's push service, or a URL of a service in TENBO_PUSH_SERVICES.

    >>> is_push_endpoint("https://updates.push.services.mozilla.com/wpush/v2/abc")
    True
    >>> is_push_endpoint("https://push.apple.com.evil.example/abc"), is_push_endpoint("http://fcm.googleapis.com/abc")
    (False, False)
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if (
        len(host) > LONGEST_HOST
        or not address.isascii()
        or not address.isprintable()
        or " " in address
        or parts.username is not None
    ):
        return False
    if origin_of(parts) in settings.TENBO_PUSH_SERVICES:
        return True
    is_known = any(host.endswith(known) and BELOW.fullmatch(host.removesuffix(known)) for known in PUSH_HOSTS)
    return is_known and parts.scheme == "https" and port in {None, 443} and not parts.netloc.endswith(":")


def origin_of(parts: SplitResult) -> str:
    """Return the scheme, host and port of a URL. In a signature for the push service the origin is the audience."""
    return f"{parts.scheme}://{parts.netloc}".lower()


def service_of(endpoint: str) -> str:
    """Return the browser's push service that this URL belongs to: one of `PUSH_HOSTS`, or else the origin of the URL.

    >>> service_of("https://web.push.apple.com/abc"), service_of("http://127.0.0.1:8000/abc")
    ('push.apple.com', 'http://127.0.0.1:8000')
    """
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    return next((known for known in PUSH_HOSTS if host == known or host.endswith(f".{known}")), origin_of(parts))

"""Which addresses messages may be sent to.

A browser says where its push service is, so anybody can say anything: without this check the site could be made to send
requests into its own network.
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
"""The hosts of the browsers' own push services; hosts below them count too."""

BELOW = re.compile(r"(?:[a-z0-9-]{1,63}\.)*")
"""What may stand before such a host. Other names end in an error only where they are looked up."""


@dataclass(frozen=True, kw_only=True)
class BrowserKeys:
    """What a browser's push service gave it: the address for messages, and two keys to encrypt them with."""

    endpoint: str
    p256dh: str
    auth: str


def is_push_endpoint(address: str) -> bool:
    """Whether this is an https address of a browser's push service, or of one that the operator trusts.

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
    if not address.isascii() or not address.isprintable() or " " in address or parts.username is not None:
        return False
    if origin_of(parts) in settings.TENBO_PUSH_SERVICES:
        return True
    is_known = any(host.endswith(known) and BELOW.fullmatch(host.removesuffix(known)) for known in PUSH_HOSTS)
    return is_known and parts.scheme == "https" and port in {None, 443} and not parts.netloc.endswith(":")


def origin_of(parts: SplitResult) -> str:
    """Scheme, host and port of an address: what a push service checks our signature for."""
    return f"{parts.scheme}://{parts.netloc}".lower()

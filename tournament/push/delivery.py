"""Delivers one message to one browser: encrypts it with the browser's keys (RFC 8291), signs it with the site's key,
and posts it to the browser's push service."""

import http.client
import logging
import ssl
import time
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from enum import StrEnum
from functools import cache
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid.utils import b64urldecode

from tournament.core.text import whole_number
from tournament.core.threads.deadline import ended_after
from tournament.push.endpoints import BrowserKeys, is_push_endpoint, origin_of
from tournament.push.keys import vapid

logger = logging.getLogger(__name__)

TIMEOUT = 5
"""Timeout in seconds for connecting to a push service, for the TLS handshake, and for a request with its answer."""

SIGNATURE_HOURS = 12
"""Hours for which a signature is valid; push services refuse more than 24."""


@dataclass(frozen=True, kw_only=True)
class PushRequest:
    """A message for one browser. Until it is delivered, a later message with the same `topic` replaces it.

    `payload` is JSON for the service worker, and is sent encrypted. `ttl` is how many seconds the push service keeps
    the message for a phone that is off.
    """

    browser: BrowserKeys
    payload: bytes
    topic: str
    ttl: int


class Delivered(StrEnum):
    """The answer of a push service."""

    SENT = "sent"
    GONE = "gone"  # the browser has unsubscribed
    REFUSED = "refused"  # a retry would be refused too
    FAILED = "failed"  # no answer, or busy


@dataclass(frozen=True)
class PushAnswer:
    """The result of a request. `status` is the HTTP status, 0 if there was no answer. `after` is the service's
    `Retry-After`."""

    outcome: Delivered
    status: int = 0
    after: timedelta | None = None

    def __str__(self) -> str:
        return f"{self.outcome} {self.status}"


def deliver(request: PushRequest) -> PushAnswer:
    """Send a message, without following redirects. This uses no database, so it may run in any thread.

    Every exception is caught, because an unexpected address or key must not stop the other messages.
    """
    try:
        return _deliver(request)
    except Exception:
        logger.exception("A message was given up")
        return PushAnswer(Delivered.REFUSED)


def _deliver(request: PushRequest) -> PushAnswer:
    if not is_push_endpoint(request.browser.endpoint):
        return PushAnswer(Delivered.REFUSED)
    parts = urlsplit(request.browser.endpoint)
    try:
        body, headers = _encrypted(request), _headers(request, parts)
    except (ValueError, http_ece.ECEException):  # malformed keys
        return PushAnswer(Delivered.REFUSED)
    connection = _connect(parts)
    try:
        connection.connect()
        with ended_after(connection.sock, TIMEOUT):
            connection.request("POST", f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", body, headers)
            response = connection.getresponse()
        return _answer(response.status, response.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException):
        return PushAnswer(Delivered.FAILED)
    finally:
        connection.close()


def _connect(parts: SplitResult) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "http":  # only for services in TENBO_PUSH_SERVICES
        return http.client.HTTPConnection(host, parts.port, timeout=TIMEOUT)
    return http.client.HTTPSConnection(host, parts.port, timeout=TIMEOUT, context=tls_context())


@cache
def tls_context() -> ssl.SSLContext:
    """Return the context for push services, which checks their certificates. All threads of the process share it:
    making one parses the certificates of all authorities, which takes 40 ms of CPU."""
    return ssl.create_default_context()


def _encrypted(request: PushRequest) -> bytes:
    sealed: bytes = http_ece.encrypt(
        request.payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=b64urldecode(request.browser.p256dh.encode()),
        auth_secret=b64urldecode(request.browser.auth.encode()),
        version="aes128gcm",
    )
    return sealed


def _headers(request: PushRequest, parts: SplitResult) -> dict[str, str]:
    claims = {"aud": origin_of(parts), "sub": _contact(), "exp": int(time.time()) + SIGNATURE_HOURS * 3600}
    signed: dict[str, str] = vapid().sign(claims)
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(request.ttl),
        "Topic": request.topic,
        "Urgency": "high",  # also delivered to phones that save power
    }


def _contact() -> str:
    """Return the contact of the site's operator for the push service: a URL or a mail address."""
    site = urlsplit(settings.TENBO_ADDRESS)
    if site.scheme == "https":
        return f"https://{site.hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _answer(status: int, retry_after: str) -> PushAnswer:
    if 200 <= status < 300:
        return PushAnswer(Delivered.SENT, status)
    if status in {404, 410}:
        return PushAnswer(Delivered.GONE, status)
    if status == 429 or status >= 500:
        seconds = whole_number(retry_after, digits=5)
        return PushAnswer(Delivered.FAILED, status, None if seconds is None else timedelta(seconds=seconds))
    return PushAnswer(Delivered.REFUSED, status)

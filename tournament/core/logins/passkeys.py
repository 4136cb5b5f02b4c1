"""Creates and checks passkeys by WebAuthn, with the library python-fido2 and without the database.

A browser's answer is the text of `PublicKeyCredential.toJSON()`. A passkey belongs to the host name of the page, and
requires a fingerprint, a face or a PIN, so it counts as two factors.
"""

import json
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from fido2.cose import UnsupportedKey
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

LONGEST_ANSWER = 20_000
"""The most characters of a browser's answer. python-fido2 copies the rest of a list for each item that it reads, so an
answer of two megabytes would take a minute, which nothing interrupts."""

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, NotImplementedError)
"""Exceptions that python-fido2 raises for a browser's wrong or unreadable answer, or for a passkey of an algorithm that
it does not know."""


class WrongPasskey(Exception):
    """The browser's answer is unreadable, or not made by an expected passkey for this challenge."""


def are_possible(origin: str) -> bool:
    """Whether browsers create and use passkeys at this origin. The origin must be https with a host name (no IP
    address), or localhost.

    >>> are_possible("https://tenbo.example.org"), are_possible("http://localhost:8000")
    (True, True)
    >>> are_possible("http://tenbo.local"), are_possible("https://192.168.1.20:8443")
    (False, False)
    """
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return parts.scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return False


def creation_options(origin: str, handle: bytes, name: str, present: Iterable[bytes]) -> tuple[str, str]:
    """Return the options with which a browser creates a passkey, as JSON, and the challenge. `handle` is an opaque id
    of the account; `present` are the credentials that the account already has."""
    options, state = _server(origin).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        credentials=[AttestedCredentialData(credential) for credential in present],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return json.dumps(dict(options)["publicKey"]), state["challenge"]


def created_credential(origin: str, challenge: str, answer: str) -> bytes:
    """Return the credential in the browser's answer to `creation_options`. Raises `WrongPasskey`, also without a
    challenge."""
    if not challenge:
        raise WrongPasskey
    try:
        credential = _server(origin).register_complete(_state(challenge), json.loads(answer)).credential_data
    except UNREADABLE as error:
        raise WrongPasskey from error
    if credential is None or isinstance(credential.public_key, UnsupportedKey):
        raise WrongPasskey
    return bytes(credential)


def login_options(origin: str) -> tuple[str, str]:
    """Return the options for a login with a passkey, as JSON, and the challenge. Any passkey for this host is accepted;
    the account is found by the passkey's id."""
    options, state = _server(origin).authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return json.dumps(dict(options)["publicKey"]), state["challenge"]


def check_use(origin: str, challenge: str, answer: str, credential: bytes) -> None:
    """Check that the browser's answer was made with this passkey, for this origin and challenge. Raises
    `WrongPasskey`."""
    if not challenge:
        raise WrongPasskey  # an answer without a challenge could be replayed for ever
    try:
        known = [AttestedCredentialData(bytes(credential))]
        _server(origin).authenticate_complete(_state(challenge), known, json.loads(answer))
    except UNREADABLE as error:
        raise WrongPasskey from error


def id_of(credential: bytes) -> str:
    """Return a credential's id, as browsers write it: base64url."""
    return websafe_encode(AttestedCredentialData(credential).credential_id)


def id_in(answer: str) -> str:
    """Return the id of the passkey that the browser used. Raises `WrongPasskey`."""
    if len(answer) > LONGEST_ANSWER:
        raise WrongPasskey
    try:
        written = str(json.loads(answer)["id"])
    except UNREADABLE as error:
        raise WrongPasskey from error
    if not written.isascii() or "\0" in written:
        raise WrongPasskey
    return written


def _server(origin: str) -> Fido2Server:
    host = urlsplit(origin).hostname or ""
    return Fido2Server(PublicKeyCredentialRpEntity(id=host, name="Tenbo"), verify_origin=lambda used: used == origin)


def _state(challenge: str) -> dict[str, Any]:
    return {"challenge": challenge, "user_verification": UserVerificationRequirement.REQUIRED}

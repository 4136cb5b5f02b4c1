"""The two ceremonies of WebAuthn, making a passkey and using one, as python-fido2 checks them. No database.

A browser's answer is the text of `PublicKeyCredential.toJSON()`. A passkey belongs to the host name by which the page
was asked for, and has its owner show a finger, a face or a PIN: so it is two factors in itself.
"""

import json
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What python-fido2 raises for an answer that is wrong, or that is none."""


class WrongPasskey(Exception):
    """The browser's answer is no passkey, or not the one that was asked for."""


def are_possible(origin: str) -> bool:
    """Whether browsers make and use passkeys at this origin: by https or on this computer, and by a name.

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


def to_make(origin: str, handle: bytes, name: str, present: Iterable[bytes]) -> tuple[str, str]:
    """The options of a new passkey as JSON, and its challenge. `handle` stands for the account, and says nothing."""
    options, state = _server(origin).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        credentials=[AttestedCredentialData(credential) for credential in present],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return json.dumps(dict(options)["publicKey"]), state["challenge"]


def made(origin: str, challenge: str, answer: str) -> bytes:
    """The new passkey's credential. Raises `WrongPasskey`, also without a challenge."""
    if not challenge:
        raise WrongPasskey
    try:
        credential = _server(origin).register_complete(_state(challenge), json.loads(answer)).credential_data
    except UNREADABLE as error:
        raise WrongPasskey from error
    if credential is None:
        raise WrongPasskey
    return bytes(credential)


def to_use(origin: str) -> tuple[str, str]:
    """The options of a login as JSON, and its challenge. Any passkey for this host will do: it says whose it is."""
    options, state = _server(origin).authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return json.dumps(dict(options)["publicKey"]), state["challenge"]


def check_use(origin: str, challenge: str, answer: str, credential: bytes) -> None:
    """Check that the answer was made with this passkey, for this page. Raises `WrongPasskey`."""
    if not challenge:
        raise WrongPasskey  # an answer to nothing would be good for ever
    try:
        known = [AttestedCredentialData(bytes(credential))]
        _server(origin).authenticate_complete(_state(challenge), known, json.loads(answer))
    except UNREADABLE as error:
        raise WrongPasskey from error


def id_of(credential: bytes) -> str:
    """A credential's id, as browsers write it: base64url."""
    return websafe_encode(AttestedCredentialData(credential).credential_id)


def id_in(answer: str) -> str:
    """The id of the passkey that the browser used. Raises `WrongPasskey`."""
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

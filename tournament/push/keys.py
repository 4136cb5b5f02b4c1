"""The site's key pair for push services (VAPID, RFC 8292), from TENBO_PUSH_KEY, or created once and stored in
TENBO_VAR.

A push service accepts a message only if it is signed with the key that the browser subscribed with. If the file is
lost, a new pair is created: earlier subscriptions get no more messages, and their pages offer to subscribe again.
"""

from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from tournament.environment import secret_in


@cache
def vapid() -> Vapid02:
    """Return the key pair in TENBO_PUSH_KEY, else the pair in the file, which is created if it does not exist. Raises
    `ImproperlyConfigured`."""
    private_key: str = settings.TENBO_PUSH_KEY or secret_in(settings.VAR / "push-key", _new_private_key)
    try:
        return Vapid02.from_string(private_key)
    except ValueError as error:
        raise ImproperlyConfigured("TENBO_PUSH_KEY, or var/push-key, is no P-256 private key") from error


@cache
def server_key() -> str:
    """Return the public key in base64url, for browsers (`applicationServerKey`)."""
    return str(b64urlencode(vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def _new_private_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return str(b64urlencode(number.to_bytes(32, "big")))

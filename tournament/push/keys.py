"""The site's key pair for push services (VAPID, RFC 8292), made once and kept in TENBO_VAR, or given by TENBO_PUSH_KEY.

A push service accepts a message only if it is signed by the key that the browser subscribed with. If the file is lost,
a new pair is made: nothing is sent to earlier subscriptions any more, and their pages offer to subscribe anew.
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
    """The operator's key pair, or that of the file, which is created if there is none, readable by nobody else."""
    private_key: str = settings.TENBO_PUSH_KEY or secret_in(settings.VAR / "push-key", _new_private_key)
    try:
        return Vapid02.from_string(private_key)
    except ValueError as error:
        raise ImproperlyConfigured("TENBO_PUSH_KEY, or var/push-key, is no P-256 private key") from error


@cache
def server_key() -> str:
    """The public key, as browsers want it (`applicationServerKey`)."""
    return str(b64urlencode(vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def _new_private_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return str(b64urlencode(number.to_bytes(32, "big")))

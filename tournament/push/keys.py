"""The site's key pair for push services (VAPID, RFC 8292), made once and kept in TENBO_VAR.

A push service accepts a message only if it is signed by the key that the browser subscribed with. If the file is lost,
a new pair is made: nothing is sent to earlier subscriptions any more, and their pages offer to subscribe anew.
"""

from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from tournament.environment import secret_in


@cache
def vapid() -> Vapid02:
    """The key pair; its file is created if there is none, readable by nobody else."""
    return Vapid02.from_string(secret_in(settings.VAR / "push-key", _new_private_key))


@cache
def server_key() -> str:
    """The public key, as browsers want it (`applicationServerKey`)."""
    return str(b64urlencode(vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def _new_private_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return str(b64urlencode(number.to_bytes(32, "big")))

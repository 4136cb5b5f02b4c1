"""Tokens of private links, computed from a row's nonce and the site's secret key."""

import hashlib

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def link_token(salt: str, value: str, length: int, *, secret: str | None = None) -> str:
    return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()[:length]


def is_link_token(token: str, salt: str, value: str, length: int) -> bool:
    """Whether `token` is a token of the link that is computed from `salt` and `value`. Tokens of the site's current
    secret key and of former keys are valid, so that printed links still work after a change of the key."""
    return any(constant_time_compare(token, right) for right in link_tokens(salt, value, length))


def link_tokens(salt: str, value: str, length: int) -> list[str]:
    """Return all valid tokens of a link: first the token computed with the current secret key, then those computed with
    former keys."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [link_token(salt, value, length, secret=secret) for secret in secrets]


def former_desk_token(hashed: str) -> str:
    """Return the token that earlier versions of Tenbo put into the link that referees show to a player at the desk. It
    was computed without the secret key, from `hashed`, the hash of the player's own token. Anybody with a hand-over
    file knows this hash, so the token is safe only for a tournament that was never handed over."""
    return token_hash(f"desk:{hashed}")[:30]


def token_hash(token: str) -> str:
    """Hash a token for another site, which can then check the token but not reproduce it."""
    return hashlib.sha256(token.encode()).hexdigest()

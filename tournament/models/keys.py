"""Tokens of links, which follow from a row's nonce and the site's secret key."""

import hashlib

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def link_token(salt: str, value: str, length: int, *, secret: str | None = None) -> str:
    return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()[:length]


def is_link_token(token: str, salt: str, value: str, length: int) -> bool:
    """Whether this is the token under the present secret key, or under a former one: printed links live on."""
    return any(constant_time_compare(token, right) for right in link_tokens(salt, value, length))


def link_tokens(salt: str, value: str, length: int) -> list[str]:
    """All tokens that open this link here: the present one first, then those under former secret keys."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [link_token(salt, value, length, secret=secret) for secret in secrets]


def token_hash(token: str) -> str:
    """What another site keeps of a token, which it then knows and cannot tell: tokens are too long to be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()

"""Tokens of links, which follow from a row's nonce and the site's secret key."""

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def link_token(salt: str, value: str, length: int, *, secret: str | None = None) -> str:
    return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()[:length]


def is_link_token(token: str, salt: str, value: str, length: int) -> bool:
    """Whether this is the token under the present secret key, or under a former one: printed links live on."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(constant_time_compare(token, link_token(salt, value, length, secret=secret)) for secret in secrets)

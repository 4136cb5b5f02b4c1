"""Sends errors to a Sentry-compatible service, if the operator has configured one."""

import json
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from tournament.core.telemetry.logs import values_without_keys


def report_errors_to(dsn: str) -> None:
    """Send errors to this DSN, without request bodies, people's network addresses and the secret keys of links; with an
    empty DSN do nothing.

    Raises ImproperlyConfigured if the package is missing or the DSN is wrong.
    """
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "TENBO_SENTRY_DSN needs the package sentry-sdk: pip install 'sentry-sdk>=2.75,<3'"
        ) from None
    try:
        sentry_sdk.init(
            dsn,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            before_send=scrubbed,
        )
    except ValueError as error:
        raise ImproperlyConfigured(f"TENBO_SENTRY_DSN is no address of Sentry: {error}") from error


def scrubbed(event: Any, _hint: Any) -> Any:
    """Return the event with "…" in place of every secret key."""
    return values_without_keys(json.loads(json.dumps(event, default=str)))

"""The configuration of Python's `logging`: where log lines go and how they are formatted."""

from typing import Any


def logging_settings(*, lines: str, every_request: bool) -> dict[str, Any]:
    """Return the value of Django's LOGGING. `lines` is "text" or "json"; with `every_request` each request is logged.

    Errors go to the console with tracebacks, whether DEBUG is on or not.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {
                "()": "tournament.core.telemetry.logs.LineFormatter",
                "fmt": "{asctime} {levelname} {name} [{request_id}]: {message}",
                "style": "{",
            },
            "json": {"()": "tournament.core.telemetry.logs.JsonLines"},
        },
        "filters": {
            "no_flood": {"()": "tournament.core.telemetry.logs.NoFlood"},
            "short_errors": {"()": "tournament.core.telemetry.logs.ShortErrors"},
            "short_messages": {"()": "tournament.core.telemetry.logs.ShortMessages"},
            "with_request_id": {"()": "tournament.core.telemetry.logs.WithRequestId"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": lines,
                "filters": ["with_request_id", "no_flood", "short_errors", "short_messages"],
            },
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "tournament": {"level": "INFO"},
            "tournament.requests": {"level": "INFO" if every_request else "WARNING"},
        },
    }

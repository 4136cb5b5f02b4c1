"""How the answers write addresses and times."""

from collections.abc import Callable
from datetime import UTC, datetime

Link = Callable[[str], str]
"""A path to the whole address."""


def moment_text(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def moment_or_null(at: datetime | None) -> str | None:
    return moment_text(at) if at else None

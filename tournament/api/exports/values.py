"""Values that all responses share: the public tournament, URLs and times."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from tournament.core.queries.visibility import Sight
from tournament.models import Tournament

Link = Callable[[str], str]
"""A function from a path to the absolute URL."""


@dataclass(frozen=True, kw_only=True)
class PublicTournament:
    """A public tournament; `sight` has the rounds that an anonymous visitor may see."""

    tournament: Tournament
    sight: Sight


def moment_text(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def moment_or_null(at: datetime | None) -> str | None:
    return moment_text(at) if at else None

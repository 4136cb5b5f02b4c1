"""Map from a document's ids to those of the rows made of it so far."""

from dataclasses import dataclass, field
from typing import Any

from scoring.rules import Ruleset
from tournament.models import Table, Tournament

AT_ONCE = 500
"""Rows in one statement."""


@dataclass(kw_only=True)
class Made:
    """The tournament, its tables by number, and our ids by the document's: of entries, hanchans and entries of the log,
    None of None."""

    rules: Ruleset
    tournament: Tournament
    tables: dict[int, Table] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    hanchans: dict[int, int] = field(default_factory=dict)
    log: dict[int | None, Any] = field(default_factory=lambda: {None: None})

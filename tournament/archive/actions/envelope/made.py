"""What was made of a document so far: its ids lead to ours."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from scoring.rules import Ruleset
from tournament.archive.forms.document import MOMENT
from tournament.archive.forms.envelope import Document
from tournament.models import Table, Tournament

AT_ONCE = 500
"""Rows in one statement."""

Json = dict[str, Any]


@dataclass(kw_only=True)
class Made:
    """The tournament, its tables by number, and our ids by the document's: of entries, hanchans and entries of the log,
    None of None."""

    document: Document
    rules: Ruleset
    tournament: Tournament
    tables: dict[int, Table] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    hanchans: dict[int, int] = field(default_factory=dict)
    log: dict[int | None, Any] = field(default_factory=lambda: {None: None})

    def said_hanchans(self) -> Iterator[Json]:
        return chain.from_iterable(round_["hanchans"] for round_ in self.document["rounds"])


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def at(text: str) -> datetime.datetime:
    """A time that the reading found right."""
    return datetime.datetime.strptime(text, MOMENT).replace(tzinfo=datetime.UTC)

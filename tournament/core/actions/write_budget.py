"""Limits how much the forms of one account write to the database, whatever they store: entries of logs, corrected
hands, mails, plans, copies. Without this limit a script could fill the disk, where hands are stored too.

The forms of tables without an account count for the account that is accountable for the event, apart from its own.
Recorded hands and signatures are neither counted nor refused.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import connection
from django.http import HttpRequest

from tournament.core.actions.rates import Use, check, spend
from tournament.core.queries.accountable import accountable
from tournament.core.queries.disk import is_nearly_full
from tournament.core.rates import Rate
from tournament.models import Membership

WRITTEN = Rate("kilobytes written", 400_000, timedelta(days=1))
"""Limit, in kilobytes, on what the forms of an account write. The largest file that may be imported writes about a
quarter; a day with two thousand players writes much less."""

WRITTEN_NEARLY_FULL = Rate("kilobytes written to a nearly full disk", 20_000, timedelta(days=1))
"""The limit while the disk is nearly full: what is left of it is for hands. An event of 400 players goes on."""

IN_PLAY = frozenset({"hand-record", "hand-undo", "handover", "sheet", "own-sheet", "time-up"})
"""Forms that are neither counted nor refused: hands and signatures must always be stored."""

ALWAYS_DONE = frozenset({
    "login", "login-passkey", "login-second", "logout", "logins-end", "login-end", "password_change", "passkey-remove",
    "confirm", "member-role", "member-remove", "invitation-revoke", "club-organizer-remove", "person-remove",
    "club-person-remove", "entry-remove", "links", "entry-renew", "table-revoke", "club-table-renew", "hall-link-new",
    "hall-link-remove", "tournament-archive", "tournament-delete", "laptop-file", "laptop-back", "laptop-call-back",
    "laptop-return",
})  # fmt: skip
"""Forms that are counted but never refused: they end rights, remove people, replace links, or end an event."""

OVERHEAD = 16
"""Bytes that each stored value takes beside its own, with its share of the row and of indexes."""


def budget_of(request: HttpRequest) -> str:
    """Return the subject whose budget pays for this form; empty if the form is not counted."""
    match = request.resolver_match
    if request.method in {"GET", "HEAD", "OPTIONS"} or match is None or match.url_name in IN_PLAY:
        return ""
    if request.user.is_authenticated:  # not `visitor`, which views read only after they remember the link
        return f"account {request.user.pk}"
    if not match.func.__module__.startswith("tournament.table.") or "slug" not in match.kwargs:
        return ""
    slug = match.kwargs["slug"]
    account = accountable(Membership.objects.filter(tournament__slug=slug))
    return f"tables of account {account}" if account else f"tables of event {slug}"


def check_budget(request: HttpRequest, subject: str) -> None:
    """Raise `TooOften` if the subject's budget is used up, but not for the forms of `ALWAYS_DONE`."""
    if request.resolver_match is not None and request.resolver_match.url_name not in ALWAYS_DONE:
        check(*_uses(subject))


def charge(subject: str, written: int) -> None:
    """Charge this many bytes, even beyond the limit: they are written already."""
    spend(written / 1_000, *_uses(subject))


def _uses(subject: str) -> list[Use]:
    return [(WRITTEN, subject), *([(WRITTEN_NEARLY_FULL, subject)] if is_nearly_full() else [])]


class Written:
    """Adds up the bytes of the values that statements store."""

    size = 0

    def __call__(self, execute: Callable[..., Any], sql: str, values: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            rows = values if many else [values]
            self.size += sum(_size(value) for row in rows for value in row or ())
        return execute(sql, values, many, context)


@contextmanager
def counted() -> Iterator[Written]:
    """Add up what the block writes to the database."""
    written = Written()
    with connection.execute_wrapper(written):
        yield written


def _size(value: Any) -> int:
    if isinstance(value, list | tuple):  # a column of many rows, on PostgreSQL
        return sum(map(_size, value))
    if hasattr(value, "obj"):  # JSON or bytes of psycopg, which is not imported for SQLite
        value = value.obj if isinstance(value.obj, bytes | memoryview) else json.dumps(value.obj, default=str)
    return OVERHEAD + (len(value) if isinstance(value, str | bytes | memoryview) else 8)

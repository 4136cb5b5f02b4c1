"""Limits how much the forms of one account write to the database, whatever they store: entries of logs, corrected
hands, mails, plans, copies. Without this limit a script could fill the disk, where hands are stored too.

Accounts are free, so what they store together is limited too:

                                                     a day    while the disk is nearly full
    an account                                      400 MB     20 MB
    all new accounts of a network                     1 GB     30 MB
    all new accounts of the site                      2 GB     60 MB
    all young accounts of a network                   2 GB    100 MB
    all accounts of the site                             -    300 MB

Accounts are new in their first day, and then young until they are 30 days old (`core.queries.new_accounts`). So
strangers in the hall's network stop no known organizer, and have to prepare for a month to store much. The last limit
keeps room for hands whatever they have prepared. Forms that are never refused go on when the account's own limit is
used up, and may rewrite the same rows again and again: these are charged to the account alone, so that it uses at most
its own limit of what it shares.

Forms without an account count for the account that is accountable for the event, apart from its own: those by which
tables change what was entered have limits like an account's, and all others are never refused for what others stored.
Those are the forms of strangers and players, and those by which a table's phone starts a hanchan of a club night or
subscribes to messages. Recorded hands and signatures are neither counted nor refused.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from itertools import chain
from typing import Any, TypeVar

from django.db import DatabaseError, connection
from django.http import HttpRequest
from django.urls import ResolverMatch

from tournament.core.actions.rates import Use, check, is_used_up, spend_own
from tournament.core.addresses import client_network
from tournament.core.errors import StoredTooMuch, StoredTooMuchTogether, TooOften
from tournament.core.queries.accountable import accountable
from tournament.core.queries.disk import is_nearly_full
from tournament.core.queries.new_accounts import is_new_user, is_young_user
from tournament.core.rates import Rate
from tournament.core.threads.interruption import uninterrupted
from tournament.models import Membership, Tournament, User

WRITTEN = Rate("kilobytes written", 400_000, timedelta(days=1))
"""Limit, in kilobytes, on what the forms of an account write. Starting a round of 400 players writes about 70."""

WRITTEN_NEARLY_FULL = Rate("kilobytes written to a nearly full disk", 20_000, timedelta(days=1))
"""The limit while the disk is nearly full: what is left of it is for hands. An event of 400 players goes on."""

OF_NEW_IN_NETWORK = Rate("kilobytes written by new accounts of one network", 1_000_000, timedelta(days=1))
OF_NEW = Rate("kilobytes written by all new accounts", 2_000_000, timedelta(days=1))
OF_YOUNG_IN_NETWORK = Rate("kilobytes written by young accounts of one network", 2_000_000, timedelta(days=1))
"""Limits of accounts together."""

NEARLY_FULL = {
    WRITTEN: WRITTEN_NEARLY_FULL,
    OF_NEW_IN_NETWORK: Rate("kilobytes of a network's new accounts, nearly full", 30_000, timedelta(days=1)),
    OF_NEW: Rate("kilobytes of all new accounts, nearly full", 60_000, timedelta(days=1)),
    OF_YOUNG_IN_NETWORK: Rate("kilobytes of a network's young accounts, nearly full", 100_000, timedelta(days=1)),
}
"""For each limit the one that holds beside it while the disk is nearly full."""

OF_ALL_NEARLY_FULL = Rate("kilobytes of all accounts, nearly full", 300_000, timedelta(days=1))
"""The limit of all accounts together while the disk is nearly full. It leaves most of the last gigabyte to hands."""

LONGEST_WAIT = timedelta(days=1)
"""How long a limit refuses forms at most, however much forms that are never refused have stored beyond it."""

TABLES = "tables of account "
"""The beginning of the subject of the forms, without an account, by which tables change what was entered."""

STRANGERS = "strangers of account "
"""The beginning of the subject of all other forms without an account, which are never refused. When it is used up, no
mail is written that would only be shown on the site."""

MARK = "write_budget"
"""The attribute of a view that has its `Mark`. `functools.wraps` copies it to a view that is decorated again."""

OVERHEAD = 16
"""Bytes that each stored value takes beside its own, with its share of the row and of indexes."""


class Mark(Enum):
    """How the budget treats the forms of a view that does not treat them like most."""

    NOT_COUNTED = "neither counted nor refused"
    NEVER_REFUSED = "counted, but never refused"


View = TypeVar("View", bound=Callable[..., Any])


def not_counted(view: View) -> View:
    """Mark a view whose forms are neither counted nor refused: hands and signatures must always be stored, and others
    store little or have limits of their own."""
    return _marked(view, Mark.NOT_COUNTED)


def never_refused(view: View) -> View:
    """Mark a view whose forms are counted but never refused, because they let people in or out, end rights, hide or
    remove people, replace links, or end an event."""
    return _marked(view, Mark.NEVER_REFUSED)


def _marked(view: View, mark: Mark) -> View:
    setattr(view, MARK, mark)
    return view


@dataclass(frozen=True)
class WriteBudget:
    """Who pays for a form: the limit `WRITTEN` of the subject, and the limits that its account shares with others."""

    subject: str
    shared: tuple[Use, ...] = ()

    @property
    def is_of_strangers(self) -> bool:
        return self.subject.startswith(STRANGERS)


def budget_of(request: HttpRequest) -> WriteBudget | None:
    """Return the budget that pays for this form; None if the form is not counted."""
    match = request.resolver_match
    if request.method in {"GET", "HEAD", "OPTIONS"} or match is None or _mark(match) == Mark.NOT_COUNTED:
        return None
    if request.user.is_authenticated:  # not `visitor`, which views read only after they remember the link
        return WriteBudget(f"account {request.user.pk}", _shared(request.user, client_network(request)))
    slug = match.kwargs.get("slug", "")
    account = accountable(Membership.objects.filter(tournament__slug=slug)) if slug else None
    if account is None:
        return None
    if not match.func.__module__.startswith("tournament.table."):
        return WriteBudget(f"{STRANGERS}{account}")
    return _budget_of_tables(request, account)


def budget_of_laptop(request: HttpRequest, tournament: Tournament) -> WriteBudget | None:
    """Return the budget that pays for what a laptop sends: that of the event's tables. None if the event has no
    organizer."""
    account = accountable(tournament.memberships.all())
    return None if account is None else _budget_of_tables(request, account)


def _budget_of_tables(request: HttpRequest, account: int) -> WriteBudget:
    return WriteBudget(f"{TABLES}{account}", _shared(User.objects.get(pk=account), client_network(request)))


def _shared(user: User, network: str) -> tuple[Use, ...]:
    if is_new_user(user):
        return (OF_NEW_IN_NETWORK, network), (OF_NEW, "")
    return ((OF_YOUNG_IN_NETWORK, network),) if is_young_user(user) else ()


def check_budget(request: HttpRequest, budget: WriteBudget) -> None:
    """Raise `StoredTooMuch` or `StoredTooMuchTogether` if the budget is used up, but not for strangers and forms that
    are never refused."""
    match = request.resolver_match
    if match is not None and _mark(match) != Mark.NEVER_REFUSED and not budget.is_of_strangers:
        _check(budget)


def check_budget_like_others(request: HttpRequest) -> None:
    """Raise `StoredTooMuch` or `StoredTooMuchTogether` if the budget of the visitor's account is used up. For what a
    form that is never refused can do besides, such as showing a name again that it hid: otherwise both, by turns, could
    be stored without end."""
    budget = budget_of(request)
    if budget is not None and request.user.is_authenticated:
        _check(budget)


def check_size(budget: WriteBudget, size: int) -> None:
    """Raise `StoredTooMuch` or `StoredTooMuchTogether` if the budget has not so many bytes left."""
    _check(budget, size / 1_000)


def _check(budget: WriteBudget, amount: float = 1) -> None:
    try:
        check(*chain.from_iterable(_limits(budget)), amount=amount)
    except TooOften as exception:
        is_alone = _is_used_up(WriteBudget(budget.subject))
        raise (StoredTooMuch if is_alone else StoredTooMuchTogether)(exception.wait) from exception


def is_used_up_by_strangers(tournament: Tournament) -> bool:
    """Whether strangers and players have used up the budget of the event's account."""
    return _is_used_up(WriteBudget(f"{STRANGERS}{accountable(tournament.memberships.all())}"))


def charge(budget: WriteBudget, written: int) -> None:
    """Charge this many bytes, even beyond the subject's own limit: they are written already. Shared limits are charged
    only with what the own limit had left, because forms that are never refused go on beyond it.

    The form's work is done, and its sender must learn that, also if the charge cannot be stored.
    """
    if written:
        with uninterrupted(), suppress(DatabaseError):
            for own, *shared in _limits(budget):
                spend_own(written / 1_000, own, *shared, longest_wait=LONGEST_WAIT)


def _mark(match: ResolverMatch) -> Mark | None:
    return getattr(match.func, MARK, None)


def _is_used_up(budget: WriteBudget) -> bool:
    return is_used_up(*chain.from_iterable(_limits(budget)))


def _limits(budget: WriteBudget) -> list[list[Use]]:
    """Return the limits of a day, and those that hold beside them while the disk is nearly full. Each list begins with
    the limit of the subject alone; it shares the others."""
    of_day = [(WRITTEN, budget.subject), *budget.shared]
    if not is_nearly_full():
        return [of_day]
    of_all = [] if budget.is_of_strangers else [(OF_ALL_NEARLY_FULL, "")]
    return [of_day, [*((NEARLY_FULL[rate], subject) for rate, subject in of_day), *of_all]]


class Written:
    """Adds up the bytes of the values that statements store: all values of new rows, and the texts, JSON and bytes of
    changed rows, because a number takes the place of another."""

    size = 0

    def __call__(self, execute: Callable[..., Any], sql: str, values: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            values = list(values) if many else values  # an iterator is read here, and then by the database
            rows, measure = values if many else [values], _size if sql.startswith("INSERT") else _replaced
            self.size += sum(measure(value) for row in rows for value in row or ())
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
    stored = _encoded(value)
    return OVERHEAD + (8 if stored is None else len(stored))


def _replaced(value: Any) -> int:
    if isinstance(value, list | tuple):
        return sum(map(_replaced, value))
    return len(_encoded(value) or b"")


def _encoded(value: Any) -> bytes | None:
    """Return the bytes of a text, JSON or bytes; None for a number, a time or nothing."""
    stored = getattr(value, "obj", value)  # JSON and bytes of psycopg, which is not imported for SQLite
    if stored is not value and not isinstance(stored, bytes):
        stored = json.dumps(stored, ensure_ascii=False, default=str)
    if isinstance(stored, str):
        return stored.encode(errors="replace")
    return stored if isinstance(stored, bytes) else None

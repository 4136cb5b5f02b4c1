"""The log that every action writes, in the transaction of its change."""

from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone

from tournament.core.actions.publish import publish
from tournament.core.errors import KeyTaken
from tournament.models import Hanchan, LogEntry, Table, Tournament, Visitor
from tournament.models.log import SOMEBODY


def actor_name(by: Visitor, table: Table | None = None) -> str:
    """Who did it: an account's name, or the table whose link was used.

    Kept in English, whoever acts; `tournament.core.words.names.who` says it to each reader.
    """
    if by.account is not None:
        return by.account.get_full_name() or by.account.get_username()
    return f"Table {table.number}" if table else SOMEBODY


def logged_before(key: UUID, *kinds: str, tournament: Tournament, hanchan: Hanchan | None = None) -> LogEntry | None:
    """What the same submission did when it came before; None for a new one. For actions: the caller holds the lock.

    Raises `KeyTaken` where its key did another kind of thing, or the same elsewhere: answered as a repetition,
    that submission would be lost without a word.
    """
    entry = LogEntry.objects.filter(key=key).first()
    if entry is None:
        return None
    elsewhere = entry.tournament_id != tournament.pk or (hanchan is not None and entry.hanchan_id != hanchan.pk)
    if elsewhere or entry.kind not in kinds:
        raise KeyTaken
    return entry


def log(
    tournament: Tournament,
    kind: str,
    *,
    by: Visitor,
    actor: str = "",
    hanchan: Hanchan | None = None,
    key: UUID | None = None,
    reason: str = "",
    **data: Any,
) -> LogEntry:
    """Append to a locked tournament's log, and raise its version, by which its readers know of the change.

    `actor` names what is no person: a command.
    """
    tournament.version += 1
    tournament.save(update_fields=["version"])
    publish(tournament)
    return tournament.log.create(
        number=tournament.version,
        kind=kind,
        hanchan=hanchan,
        data=data,
        reason=reason,
        user=by.account,
        actor=actor or actor_name(by, hanchan.table if hanchan else None),
        key=key,
        at=timezone.now(),
    )


def as_kept(value: Any) -> Any:
    """A field's value as the log's JSON has it."""
    return value.isoformat() if isinstance(value, date) else value

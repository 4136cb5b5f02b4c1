"""Writes the log of a tournament: each action adds an entry, in the transaction in which it makes its change."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from tournament.core.acknowledged import acknowledge
from tournament.core.actions.mark_namesakes import changes_names
from tournament.core.actions.submissions import digest_for
from tournament.core.errors import KeyTaken, LogFull
from tournament.core.limits import LOGGED_IN_PLAY, LOGGED_WITH_NEW_LINKS, LOGGED_WITHOUT_REMOVALS
from tournament.core.telemetry.measures import commits
from tournament.models import Actor, ActorKind, Hanchan, LogEntry, Table, Tournament, User, Visitor
from tournament.models.log import NOBODY, RECORDED

BEFORE_DIGESTS = ""
"""`content` of log entries from old versions, which stored no digest, and of entries about a removed person. After an
upgrade, a phone may retry a hand that has such an entry."""

CHANNEL = "tenbo"
"""Name of PostgreSQL's notification channel. A message is only "id version"; each subscriber then reads the data that
it may see."""

ALWAYS_LOGGED = frozenset({
    "person.removed", "person.mentions_erased", "player.removed", "players.merged", "entry.cancelled", "team.left",
    "team.removed", "team.invitation_revoked", "hall.link_revoked", "tournament.archived", "tournament.returned",
    "tournament.called_back", "tournament.brought_back",
})  # fmt: skip
"""Kinds of entries that are logged even in a full log: people are removed or withdraw, roles and open links end, the
tournament is archived or comes back. Each follows an earlier change, which a full log refuses, so they are few; only
merges follow a new player of another event, for which a form pays (`write_budget`)."""

NEW_LINKS = ("links.", "player.link", "table.link", "hall.")
"""Beginnings of the kinds about new links. Log space is reserved for them, so that old links can always be replaced."""

STILL_LOGGED = (
    "person.", "player.edited", "player.renamed", "players.merged", "entry.", "tournament.", "team.", *NEW_LINKS,
)  # fmt: skip
"""Beginnings of the kinds that are logged even when the log is too full to record hands: people are corrected, links
are replaced, the tournament is archived or handed over."""

WHILE_AWAY = "while_away"
"""Key in the data of a log entry that this site wrote while the tournament was away on a laptop. The laptop's log uses
the same numbers. When the laptop's log arrives, this entry is moved to its end and numbered again
(`archive.actions.replace_facts`)."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """The arguments of `log` for one of several changes that an action logs together (`log_together`)."""

    kind: str
    hanchan: Hanchan | None = None
    reason: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    protects: bool = False


def account_name(by: Visitor) -> str:
    """Return the name of the visitor's account; empty without an account."""
    return by.account.get_full_name() or by.account.get_username() if by.account else ""


def actor_of(by: Visitor, *, table: Table | None = None, player: int | None = None) -> Actor:
    """Return the author of a change: the account or, without an account, the player or the table whose link was used.

    An account outside the team changes something at a table only by the table's link, so the table is the author.
    Otherwise one link could write an account's long name into the tournament's file with each hand. The account's id,
    which is in no file, still tells the team who it was.
    """
    user_id = by.account.pk if by.account else None
    if table is not None and (user_id is None or by.role_in(table.tournament) is None):
        return Actor(kind=ActorKind.TABLE, number=table.number, user_id=user_id)
    if user_id is not None:
        return Actor(kind=ActorKind.ACCOUNT, name=account_name(by), user_id=user_id)
    return NOBODY if player is None else Actor(kind=ActorKind.PLAYER, number=player)


def logged_before(
    key: UUID,
    *kinds: str,
    tournament: Tournament | None = None,
    hanchan: Hanchan | None = None,
    user: User | None = None,
) -> LogEntry | None:
    """Return the log entry of an earlier submission with this idempotency key, or None. For actions that are decorated
    by `once_per_key`: the caller holds the lock.

    Raises `KeyTaken` if the earlier submission differs from this one in its kind of change, tournament, hanchan,
    account or content. This submission is then not a retry, and treating it as a retry would lose it.
    """
    entry = LogEntry.objects.filter(key=key).first()
    if entry is None:
        return None
    known = {"tournament_id": tournament, "hanchan_id": hanchan, "user_id": user}
    elsewhere = any(row is not None and getattr(entry, name) != row.pk for name, row in known.items())
    if elsewhere or entry.kind not in kinds or entry.content not in {digest_for(key), BEFORE_DIGESTS}:
        raise KeyTaken
    return entry


def has_room(tournament: Tournament, kind: str) -> bool:
    """Whether a tournament's log takes another entry of this kind. An action that must not fail leaves out changes that
    it cannot log."""
    if tournament.version < LOGGED_IN_PLAY or kind in ALWAYS_LOGGED:
        return True
    most = LOGGED_WITH_NEW_LINKS if kind.startswith(NEW_LINKS) else LOGGED_WITHOUT_REMOVALS
    return tournament.version < most and kind.startswith(STILL_LOGGED)


def written_while_away(tournament: Tournament) -> list[LogEntry]:
    """Return the entries at the end of the log that were written on this site while the tournament is away: changes to
    people who play in other tournaments too. The tournament's laptop does not know these entries."""
    if tournament.away_since is None:
        return []
    newest_first = tournament.log.order_by("-number").iterator(chunk_size=50)
    return list(takewhile(lambda entry: WHILE_AWAY in entry.data, newest_first))[::-1]


def log(
    tournament: Tournament,
    kind: str,
    *,
    by: Visitor,
    actor: Actor | None = None,
    hanchan: Hanchan | None = None,
    key: UUID | None = None,
    reason: str = "",
    protects: bool = False,
    **data: Any,
) -> LogEntry:
    """Append an entry to a locked tournament's log and raise the tournament's version, so that caches become stale.

    While a tournament is away, only people's details are still changed in it. The log entries of these changes are
    marked by `WHILE_AWAY`.

    Raises `LogFull` if the log has `LOGGED_IN_PLAY` entries or more. Some kinds of entries have a reserve beyond this
    limit (`STILL_LOGGED`, `NEW_LINKS`, `ALWAYS_LOGGED`). A change that `protects` people is always logged, whatever its
    kind: the end of a right, a withdrawn consent, or the new links that follow. Whatever leads back to where it can be
    made again must be refused by a full log, or have a rate limit; otherwise the two fill the disk by turns.

    Pass `actor` if the author is not the one that `actor_of` returns for the hanchan's table, but for example a player
    (by link) or a command. Players in `data` are numbers, never names.
    """
    change = Change(kind=kind, hanchan=hanchan, reason=reason, data=data, protects=protects)
    entry = _next_entry(tournament, change, by=by, actor=actor, key=key)
    _save_version(tournament)
    entry.save(force_insert=True)
    return entry


def log_together(tournament: Tournament, changes: Iterable[Change], *, by: Visitor) -> list[LogEntry]:
    """Append an entry for each of these changes of the team to a locked tournament's log, as `log` does, with two SQL
    statements in all."""
    actor = actor_of(by)
    entries = [_next_entry(tournament, change, by=by, actor=actor) for change in changes]
    if entries:
        _save_version(tournament)
    return LogEntry.objects.bulk_create(entries)


def _save_version(tournament: Tournament) -> None:
    tournament.save(update_fields=["version", "official_version"])
    publish(tournament)
    transaction.on_commit(partial(acknowledge, tournament.pk, tournament.version))


def _next_entry(
    tournament: Tournament, change: Change, *, by: Visitor, actor: Actor | None = None, key: UUID | None = None
) -> LogEntry:
    """Return the next log entry for this change, without saving it, and raise the tournament's version in memory."""
    kind, hanchan = change.kind, change.hanchan
    if not change.protects and not has_room(tournament, kind):
        raise LogFull
    actor = actor or actor_of(by, table=hanchan.table if hanchan else None)
    data = change.data | ({WHILE_AWAY: True} if tournament.away_since is not None else {})
    tournament.changes_names |= changes_names(kind, data.get("after") or ())
    tournament.version += 1
    if kind != RECORDED:  # also for an undone hand, which may withdraw a signed sheet
        tournament.official_version = tournament.version
    transaction.on_commit(partial(commits.committed, tournament.pk, tournament.version, kind))
    return LogEntry(
        tournament=tournament,
        number=tournament.version,
        kind=kind,
        hanchan=hanchan,
        data=data,
        reason=change.reason,
        actor_kind=actor.kind,
        actor_number=actor.number,
        actor_name=actor.name,
        user_id=actor.user_id,
        key=key,
        content=digest_for(key),
        at=timezone.now(),
    )


def publish(tournament: Tournament) -> None:
    """Notify every server process of the tournament's new version as soon as this transaction commits. On SQLite
    nothing is sent, because the processes poll the version."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{tournament.pk} {tournament.version}"])


def json_value(value: Any) -> Any:
    """Return a field's value as the log's JSON stores it: dates as ISO text."""
    return value.isoformat() if isinstance(value, date) else value

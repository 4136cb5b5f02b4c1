"""Finds out to whom sessions belong, because an account or a link has turns of its own in a queue, however many
sessions it has. Anybody can open a link a thousand times."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.logins.sessions import SessionStore
from tournament.core.requests import SESSION_ENTRIES, SESSION_HALLS, SESSION_TABLES, is_id
from tournament.live.newest import own_connection
from tournament.models import Entry
from tournament.models.player import BY_FORM

LONGEST_KEY = 40
"""The most characters of a session's key."""

MOST_KEYS = 500
"""The most sessions in one query, because databases limit the number of a query's parameters."""

NOBODY = ""
"""The owner of a session without an account and without a link that an organizer has given: everybody can get links of
entries by filling in an entry form."""


def session_owners(keys: Collection[str]) -> dict[str, str]:
    """Return the owners, by session key, of those of these sessions that exist and have not expired: an account or
    link, such as "account 7" or "player 12", or `NOBODY`. Raises `DatabaseError`."""
    possible = [key for key in keys if key.isascii() and key.isalnum() and len(key) <= LONGEST_KEY]
    owners: dict[str, str] = {}
    with own_connection():
        for start in range(0, len(possible), MOST_KEYS):
            owners |= _owners(possible[start : start + MOST_KEYS])
    return owners


def given_entries() -> QuerySet[Entry]:
    """Return the entries whose links somebody got from an organizer: not by a form that accepts everybody, unless the
    person has been seated."""
    by_team = ~BY_FORM | Q(tournament__terms__is_moderated=True) | Q(seats__isnull=False)
    return Entry.objects.accepted().filter(by_team)


def _owners(keys: Collection[str]) -> dict[str, str]:
    sessions = Session.objects.filter(expire_date__gt=timezone.now(), session_key__in=keys)
    stored = dict(sessions.values_list("session_key", "session_data"))
    opened = {key: SessionStore().decode(data) for key, data in stored.items()}
    own = {key: _newest(data, SESSION_ENTRIES) for key, data in opened.items()}
    players = set(given_entries().filter(pk__in={pk for pk in own.values() if pk}).values_list("pk", flat=True))
    return {key: _owner(data, own[key] if own[key] in players else None) for key, data in opened.items()}


def _owner(session: Mapping[str, Any], player: int | None) -> str:
    if account := session.get(SESSION_KEY):
        return f"account {account}"
    if player is not None:
        return f"player {player}"
    links = {"table": _newest(session, SESSION_TABLES), "hall": _newest(session, SESSION_HALLS)}
    return next((f"{kind} {pk}" for kind, pk in links.items() if pk), NOBODY)


def _newest(session: Mapping[str, Any], kind: str) -> int | None:
    """Return the id in the newest link of this kind that the session has opened."""
    opened = session.get(kind)
    ids = [key for key in opened if is_id(key)] if isinstance(opened, dict) else []
    return int(ids[-1]) if ids else None

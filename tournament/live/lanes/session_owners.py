"""Finds out to whom sessions belong, because an account or a link has turns of its own in a queue, however many
sessions it has. Anybody can open a link a thousand times."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.logins.sessions import SessionStore
from tournament.core.queries.new_accounts import NEW
from tournament.core.requests import SESSION_ENTRIES, SESSION_HALLS, SESSION_TABLES, is_id
from tournament.live.newest import own_connection
from tournament.models import ClubTable, Entry, Membership, Role, Table, Tournament, User
from tournament.models.player import BY_FORM

LONGEST_KEY = 40
"""The most characters of a session's key."""

MOST_KEYS = 500
"""The most sessions in one query, because databases limit the number of a query's parameters."""

NOBODY = ""
"""The owner of a session without an account and without a link that an organizer has given: everybody can get links of
entries by filling in an entry form."""

LINKS = {"player": SESSION_ENTRIES, "table": SESSION_TABLES, "hall": SESSION_HALLS}
"""The session keys of links by their kind; the first kind of which a session has a link is its owner."""

CLUB_TABLE = "club table"
"""The kind of a club's table, whose link puts that of an event's table into the session."""

Link = tuple[str, int]
"""A link's kind and the id of its row."""


def session_owners(keys: Collection[str]) -> dict[str, str]:
    """Return the owners, by session key, of those of these sessions that exist and have not expired: an account or
    link, such as "account 7" or "player 12", or `NOBODY`. Raises `DatabaseError`."""
    possible = [key for key in keys if key.isascii() and key.isalnum() and len(key) <= LONGEST_KEY]
    owners: dict[str, str] = {}
    with own_connection():
        for start in range(0, len(possible), MOST_KEYS):
            owners |= _owners(possible[start : start + MOST_KEYS])
    return owners


def _owners(keys: Collection[str]) -> dict[str, str]:
    rows = Session.objects.filter(expire_date__gt=timezone.now(), session_key__in=keys)
    sessions = {key: SessionStore().decode(data) for key, data in rows.values_list("session_key", "session_data")}
    accounts = {key: int(data[SESSION_KEY]) for key, data in sessions.items() if is_id(str(data.get(SESSION_KEY)))}
    joined = User.objects.filter(pk__in=set(accounts.values()), date_joined__lt=timezone.now() - NEW)
    old = set(joined.values_list("pk", flat=True))
    opened = {key: _newest_links(data) for key, data in sessions.items() if key not in accounts}
    nonces = _nonces({link for each in opened.values() for link in each})
    links = {key: [link for link, nonce in each.items() if nonces.get(link) == nonce] for key, each in opened.items()}
    owners = link_owners({link for each in links.values() for link in each})
    by_link = {key: next((owners[link] for link in each if link in owners), NOBODY) for key, each in links.items()}
    return by_link | {key: f"account {pk}" if pk in old else "new account" for key, pk in accounts.items()}


def link_owners(links: Collection[Link]) -> dict[Link, str]:
    """Return the owners of sessions that have opened these links, without the links that anybody gets. All links of an
    event that only new accounts own count as one, because anybody can create an event with hundreds of links."""
    ids = {kind: {pk for each, pk in links if each == kind} for kind in (*LINKS, CLUB_TABLE)}
    entries = given_entries().filter(pk__in=ids["player"])
    tables = Table.objects.filter(pk__in=ids["table"])
    events = {("player", pk): event for pk, event in entries.values_list("pk", "tournament")}
    events |= {("table", pk): event for pk, event in tables.values_list("pk", "tournament")}
    events |= {("hall", pk): pk for pk in ids["hall"]}
    joined_before = timezone.now() - NEW
    owned = Membership.objects.filter(role=Role.OWNER, user__date_joined__lt=joined_before)
    old = set(owned.filter(tournament__in=set(events.values())).values_list("tournament", flat=True))
    owners = {(kind, pk): f"{kind} {pk}" if event in old else f"event {event}" for (kind, pk), event in events.items()}
    of_clubs = ClubTable.objects.filter(pk__in=ids[CLUB_TABLE], club__organizers__date_joined__lt=joined_before)
    return owners | {(CLUB_TABLE, pk): f"{CLUB_TABLE} {pk}" for pk in of_clubs.values_list("pk", flat=True)}


def given_entries() -> QuerySet[Entry]:
    """Return the entries whose links somebody got from an organizer: not by a form that accepts everybody, unless the
    person has been seated."""
    by_team = ~BY_FORM | Q(tournament__terms__is_moderated=True) | Q(seats__isnull=False)
    return Entry.objects.accepted().filter(by_team)


def _newest_links(session: Mapping[str, Any]) -> dict[Link, Any]:
    """Return the newest link of each kind that the session has opened, with the nonce that the link had then."""
    newest: dict[Link, Any] = {}
    for kind, key in LINKS.items():
        opened = session.get(key)
        links = [(pk, nonce) for pk, nonce in opened.items() if is_id(pk)] if isinstance(opened, dict) else []
        for pk, nonce in links[-1:]:
            newest[kind, int(pk)] = nonce
    return newest


def _nonces(links: Collection[Link]) -> dict[Link, str]:
    """Return the nonces that these links have now: a link may have been replaced since a session opened it."""
    nonces: dict[Link, str] = {}
    for kind, rows, column in (
        ("player", Entry.objects.all(), "link_nonce"),
        ("table", Table.objects.all(), "link_nonce"),
        ("hall", Tournament.objects.all(), "hall_nonce"),
    ):
        ids = {pk for each, pk in links if each == kind}
        found = rows.filter(pk__in=ids).values_list("pk", column)
        nonces |= {(kind, pk): nonce for pk, nonce in found}
    return nonces

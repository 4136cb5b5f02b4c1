"""To whom a session belongs: the account, or a link that an organizer has given."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories import EntryFactory, HanchanFactory, TableFactory
from tournament.core.logins.sessions import SessionStore
from tournament.core.requests import SESSION_ENTRIES, SESSION_HALLS, SESSION_TABLES
from tournament.live.lanes import session_owners as owners
from tournament.live.lanes.session_owners import session_owners
from tournament.models import EntryStatus, EntryTerms

pytestmark = pytest.mark.django_db(transaction=True)  # it closes the connection


def owner(**data):
    """Return the owner of a session with these data."""
    session = SessionStore()
    session.update(data)
    session.save()
    return session_owners([session.session_key])[session.session_key]


def opened(*entries):
    return {str(entry.pk): entry.link_nonce for entry in entries}


def test_sessions_have_owners_until_they_expire(monkeypatch):
    monkeypatch.setattr(owners, "MOST_KEYS", 1)  # a query for each
    data = SessionStore().encode({SESSION_KEY: "7"})
    for key, days in (("here", 1), ("too", 1), ("expired", -1)):
        expires = timezone.now() + timedelta(days=days)
        Session.objects.create(session_key=key, session_data=data, expire_date=expires)

    keys = ["here", "too", "expired", "invented", "a\0b", "é", "x" * 100_000]

    assert session_owners(keys) == {"here": "account 7", "too": "account 7"}


def test_a_session_belongs_to_its_account_then_to_its_player_then_to_its_table():
    entry, other, table = EntryFactory(), EntryFactory(), TableFactory()
    entries = {SESSION_ENTRIES: opened(other, entry)}
    tables, halls = {SESSION_TABLES: opened(table)}, {SESSION_HALLS: {"5": "x"}}

    assert owner(**{SESSION_KEY: "7"}, **entries, **tables) == "account 7"
    assert owner(**entries, **tables) == f"player {entry.pk}"
    assert owner(**tables, **halls) == f"table {table.pk}"
    assert owner(**halls) == "hall 5"
    assert owner(x=1) == ""


@pytest.mark.parametrize("data", [{SESSION_TABLES: [7]}, {SESSION_TABLES: {"x": "y"}}, {SESSION_ENTRIES: {}}])
def test_a_session_of_another_version_belongs_to_nobody(data):
    assert owner(**data) == ""


@pytest.mark.parametrize(
    ("language", "status", "is_moderated", "is_owner"),
    [
        ("", EntryStatus.ACCEPTED, False, True),
        ("en", EntryStatus.ACCEPTED, True, True),
        ("en", EntryStatus.ACCEPTED, False, False),
        ("en", EntryStatus.APPLIED, True, False),
    ],
)
def test_a_link_that_a_form_gives_to_everybody_owns_no_session(language, status, is_moderated, is_owner):
    entry = EntryFactory(language=language, status=status)
    EntryTerms.objects.create(tournament=entry.tournament, is_moderated=is_moderated)

    assert owner(**{SESSION_ENTRIES: opened(entry)}) == (f"player {entry.pk}" if is_owner else "")


def test_the_link_of_somebody_who_was_seated_owns_a_session():
    entry = HanchanFactory().seats.first().entry
    entry.language = "en"
    entry.save()

    assert owner(**{SESSION_ENTRIES: opened(entry)}) == f"player {entry.pk}"

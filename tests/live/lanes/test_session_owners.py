"""To whom a session belongs: the account, or a link that an organizer has given."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories import EntryFactory, HanchanFactory, TableFactory, TournamentFactory, UserFactory
from tournament.core.logins.sessions import SessionStore
from tournament.core.queries.new_accounts import NEW
from tournament.core.requests import SESSION_ENTRIES, SESSION_HALLS, SESSION_TABLES
from tournament.live.lanes import session_owners as owners
from tournament.live.lanes.session_owners import session_owners
from tournament.models import EntryStatus, EntryTerms

LONG_AGO = timezone.now() - 2 * NEW

pytestmark = pytest.mark.django_db(transaction=True)  # it closes the connection


def owner(**data):
    """Return the owner of a session with these data."""
    session = SessionStore()
    session.update(data)
    session.save()
    return session_owners([session.session_key])[session.session_key]


@pytest.fixture
def event():
    """An event whose owner has had an account for long."""
    return TournamentFactory(owner=UserFactory(date_joined=LONG_AGO))


def opened(*entries):
    return {str(entry.pk): entry.link_nonce for entry in entries}


def test_sessions_have_owners_until_they_expire(monkeypatch):
    monkeypatch.setattr(owners, "MOST_KEYS", 1)  # a query for each
    user = UserFactory(date_joined=LONG_AGO)
    data = SessionStore().encode({SESSION_KEY: str(user.pk)})
    for key, days in (("here", 1), ("too", 1), ("expired", -1)):
        expires = timezone.now() + timedelta(days=days)
        Session.objects.create(session_key=key, session_data=data, expire_date=expires)

    keys = ["here", "too", "expired", "invented", "a\0b", "é", "x" * 100_000]

    assert session_owners(keys) == dict.fromkeys(("here", "too"), f"account {user.pk}")


def test_a_session_belongs_to_its_account_then_to_its_player_then_to_its_table(event):
    account = {SESSION_KEY: str(event.memberships.get().user_id)}
    entry, other, table = EntryFactory(tournament=event), EntryFactory(), TableFactory(tournament=event)
    entries = {SESSION_ENTRIES: opened(other, entry)}
    event.hall_nonce = "x"
    event.save()
    tables, halls = {SESSION_TABLES: opened(table)}, {SESSION_HALLS: {str(event.pk): "x"}}

    assert owner(**account, **entries, **tables) == f"account {account[SESSION_KEY]}"
    assert owner(**entries, **tables) == f"player {entry.pk}"
    assert owner(**tables, **halls) == f"table {table.pk}"
    assert owner(**halls) == f"hall {event.pk}"
    assert owner(x=1) == ""


def test_a_session_of_a_replaced_link_belongs_to_nobody(event):
    entry, table = EntryFactory(tournament=event), TableFactory(tournament=event)
    links = {SESSION_ENTRIES: opened(entry), SESSION_TABLES: opened(table), SESSION_HALLS: {str(event.pk): "old"}}
    replaced = [owner(**links)]
    entry.link_nonce = "another"
    entry.save()
    replaced.append(owner(**links))
    table.link_nonce = "another"
    table.save()
    replaced.append(owner(**links))

    assert replaced == [f"player {entry.pk}", f"table {table.pk}", ""]


def test_new_accounts_count_as_one_and_so_do_the_links_of_an_event_that_they_own():
    users = [UserFactory() for _each in range(2)]
    event = TournamentFactory(owner=users[0])
    tables, entry = [TableFactory(tournament=event, number=n) for n in (1, 2)], EntryFactory(tournament=event)

    assert {owner(**{SESSION_KEY: str(user.pk)}) for user in users} == {"new account"}
    by_links = [owner(**{SESSION_TABLES: opened(table)}) for table in tables]
    assert {*by_links, owner(**{SESSION_ENTRIES: opened(entry)})} == {f"event {event.pk}"}


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
def test_a_link_that_a_form_gives_to_everybody_owns_no_session(event, language, status, is_moderated, is_owner):
    entry = EntryFactory(tournament=event, language=language, status=status)
    EntryTerms.objects.create(tournament=event, is_moderated=is_moderated)

    assert owner(**{SESSION_ENTRIES: opened(entry)}) == (f"player {entry.pk}" if is_owner else "")


def test_the_link_of_somebody_who_was_seated_owns_a_session(event):
    entry = HanchanFactory(round__tournament=event).seats.first().entry
    entry.language = "en"
    entry.save()

    assert owner(**{SESSION_ENTRIES: opened(entry)}) == f"player {entry.pk}"

"""How many logins and events of one account are kept."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, UserFactory
from tournament.core.actions import logins
from tournament.core.actions.logins import note_event
from tournament.models import AccountEvent, BrowserLogin

pytestmark = pytest.mark.django_db

Kind = AccountEvent.Kind


@pytest.fixture(autouse=True)
def small_limits(monkeypatch):
    monkeypatch.setattr(logins, "MOST_LOGINS", 3)
    monkeypatch.setattr(logins, "MOST_EVENTS", 5)


@pytest.fixture
def ada():
    return UserFactory(username="ada")


def log_in(username="ada"):
    browser = Client()
    assert browser.post(reverse("login"), {"username": username, "password": PASSWORD}).status_code == 302
    return browser


def is_in(browser):
    return browser.get(reverse("account")).status_code == 200


def test_the_login_that_was_unused_longest_ends_when_there_are_too_many(ada):
    UserFactory(username="bea")
    other = log_in("bea")
    first, second, third = log_in(), log_in(), log_in()
    own = BrowserLogin.objects.filter(session_key=first.session.session_key)
    own.update(used_at=timezone.now() + timedelta(minutes=1))

    fourth = log_in()

    assert [is_in(browser) for browser in (first, second, third, fourth, other)] == [True, False, True, True, True]
    assert BrowserLogin.objects.filter(user=ada).count() == 3
    assert Session.objects.count() == 4


def test_a_new_login_stays_though_all_others_were_used_in_the_future(ada):
    for _ in range(3):
        log_in()
    BrowserLogin.objects.update(used_at=timezone.now() + timedelta(days=365))

    assert is_in(log_in())
    assert BrowserLogin.objects.count() == 3


def test_logging_in_without_end_stores_no_more_rows(ada):
    for _ in range(12):
        log_in()

    assert BrowserLogin.objects.count() == Session.objects.count() == 3
    assert AccountEvent.objects.count() == 5


def test_the_oldest_events_of_a_kind_go_and_those_of_other_kinds_and_accounts_stay(ada):
    request, bea = RequestFactory().get("/"), UserFactory()
    note_event(request, ada, Kind.PASSWORD)
    note_event(request, bea, Kind.WRONG_PASSWORD)
    for _ in range(7):
        note_event(request, ada, Kind.WRONG_PASSWORD)
    newest = list(AccountEvent.objects.filter(user=ada).order_by("-pk").values_list("pk", flat=True)[:5])

    kept = AccountEvent.objects.order_by("-pk")

    assert list(kept.filter(user=ada, kind=Kind.WRONG_PASSWORD).values_list("pk", flat=True)) == newest
    assert kept.filter(user=ada, kind=Kind.PASSWORD).count() == 1
    assert kept.filter(user=bea).count() == 1


def test_changes_of_the_full_name_store_no_more_rows(ada, client):
    client.force_login(ada)
    for number in range(8):
        client.post(reverse("account"), {"name": f"Ada {number}", "email": ada.email})

    assert AccountEvent.objects.filter(user=ada, kind=Kind.NAME).count() == 5


def test_an_event_takes_one_query_more_when_there_are_too_many(ada):
    request = RequestFactory().get("/")
    few = queries_of_event(request, ada)
    for _ in range(5):
        note_event(request, ada, Kind.LOGIN)

    assert queries_of_event(request, ada) == few + 1  # the oldest is deleted


def queries_of_event(request, user):
    with CaptureQueriesContext(connection) as queries:
        note_event(request, user, Kind.LOGIN)
    return len(queries)

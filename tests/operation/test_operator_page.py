"""/operator/: what is wrong with the site and what goes on, for the staff alone."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, UserFactory
from tournament.core.telemetry.last_hour import LastHour
from tournament.models import PushMessage, PushSubscription
from tournament.operation.actions.upload import upload_backup
from tournament.operation.generations import name_of
from tournament.operation.queries import operator_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator():
    browser = Client()
    browser.force_login(UserFactory(is_staff=True))
    return browser


def test_only_the_staff_find_it(client, operator):
    assert client.get("/operator/").status_code == 404
    client.force_login(UserFactory())
    assert client.get("/operator/").status_code == 404
    assert "/operator/" not in client.get(reverse("account")).text
    assert operator.post("/operator/").status_code == 405
    assert "/operator/" in operator.get(reverse("account")).text


def test_it_names_what_is_wrong_and_how_to_mend_it(operator, settings, tmp_path):
    settings.TENBO_BACKUPS = tmp_path
    (tmp_path / name_of(timezone.now() - timedelta(days=9), is_encrypted=False)).touch()

    page = operator.get("/operator/").text

    assert "To fix" in page
    assert "The newest backup is 9 days old." in page
    assert "1\N{NO-BREAK SPACE}week, 2\N{NO-BREAK SPACE}days ago" in page


@pytest.mark.parametrize(
    ("address", "is_shared"),
    [("172.18.0.1", True), ("fd12:3456::1", True), ("127.0.0.1", False), ("8.8.8.8", False), ("2a00:1450::1", False)],
)
def test_it_says_that_visitors_may_share_an_address_of_the_servers_network(operator, settings, address, is_shared):
    settings.TENBO_PROXIES = 1
    settings.TENBO_ADDRESS = "https://tenbo.example.org"

    page = operator.get("/operator/", headers={"X-Forwarded-For": address}).text

    assert (f"You seem to come from {address}" in page) is is_shared


def test_a_site_without_a_proxy_says_nothing_of_addresses(operator):
    assert "You seem to come from" not in operator.get("/operator/", REMOTE_ADDR="192.168.1.7").text


def test_it_says_that_the_backups_cannot_be_listed(operator, locked_backups):
    assert f"{locked_backups} cannot be reached." in operator.get("/operator/").text


@pytest.mark.slow
def test_it_says_which_backups_are_in_the_store(operator, settings, store):
    assert "Newest backup in the store" in operator.get("/operator/").text
    path = settings.TENBO_BACKUPS / name_of(timezone.now() - timedelta(hours=7), is_encrypted=True)
    path.write_bytes(b"encrypted")
    upload_backup(path)
    page = operator.get("/operator/").text
    assert page.count("7\N{NO-BREAK SPACE}hours ago") == 2

    store.faults.add("full")
    upload_backup(path)

    assert f"alone: 127.0.0.1:{store.server_port} is full." in operator.get("/operator/").text
    settings.TENBO_BACKUP_STORE = ""
    assert "Newest backup in the store" not in operator.get("/operator/").text


def test_it_counts_the_last_hour_and_what_is_not_sent(operator, monkeypatch):
    hour = LastHour(lambda: 0.0)
    monkeypatch.setattr(operator_page, "last_hour", hour)
    for _ in range(7):
        hour.answered(0.042, 200)
    hour.answered(1.25, 503)
    entry = EntryFactory()
    phone = PushSubscription.objects.create(
        entry=entry, endpoint="https://push.example.org/1", p256dh="p", auth="a", server_key="k"
    )
    later = timezone.now() + timedelta(hours=1)
    PushMessage.objects.create(
        subscription=phone, kind="started", round=1, number=1, next_try_at=later, expires_at=later
    )

    site = operator.get("/operator/").context["site"]

    assert (site.answers.most, site.slowest.most, site.errors) == (8, 1250, 1)
    assert [bar.width for bar in site.answers.bars] == [*[0] * 59, 100]
    assert site.unsent == 1

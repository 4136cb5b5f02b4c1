"""/metrics: for Prometheus with its token, and for the staff."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from tournament.operation.actions.upload import upload_backup
from tournament.operation.generations import name_of

pytestmark = pytest.mark.django_db

TOKEN = {"Authorization": "Bearer of thirteen orphans"}


def test_only_the_token_and_the_staff_get_figures(client, settings):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.TENBO_METRICS_TOKEN = "of thirteen orphans"
    assert client.get("/metrics", headers={"Authorization": "Bearer of others"}).status_code == 404
    answer = client.get("/metrics", headers=TOKEN)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    for person, status in [(UserFactory(), 404), (UserFactory(is_staff=True), 200)]:
        browser = Client()
        browser.force_login(person)
        assert browser.get("/metrics").status_code == status


def test_prometheus_reads_each_process_without_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.TENBO_METRICS_TOKEN = "of thirteen orphans"

    assert client.get("/metrics", headers=TOKEN).status_code == 200
    assert client.get("/rules/").status_code == 301


def test_a_backup_that_was_not_uploaded_is_in_the_figures(client, settings, store):
    settings.TENBO_METRICS_TOKEN = "of thirteen orphans"
    path = settings.TENBO_BACKUPS / name_of(timezone.now(), is_encrypted=True)
    path.write_bytes(b"encrypted")

    store.faults.add("full")
    upload_backup(path)
    failed = client.get("/metrics", headers=TOKEN).text
    store.faults.clear()
    upload_backup(path)
    uploaded = client.get("/metrics", headers=TOKEN).text

    assert "\ntenbo_backup_upload_failed 1.0" in failed
    assert "\ntenbo_stored_backup_age_seconds" not in failed
    assert "\ntenbo_backup_age_seconds" in failed
    assert "\ntenbo_backup_upload_failed 0.0" in uploaded
    assert "\ntenbo_stored_backup_age_seconds" in uploaded


def test_the_figures_are_those_that_an_operator_needs(client, settings, tmp_path):
    settings.TENBO_METRICS_TOKEN = "of thirteen orphans"
    settings.TENBO_BACKUPS = tmp_path
    (tmp_path / name_of(timezone.now(), is_encrypted=False)).touch()

    text = client.get("/metrics", headers=TOKEN).text

    for name in (
        "tenbo_request_seconds_bucket", "tenbo_waited_seconds_count", "tenbo_told_seconds_count", "tenbo_viewers",
        "tenbo_requests_waiting", "tenbo_slow_queries_total", "tenbo_backup_age_seconds",
    ):  # fmt: skip
        assert f"\n{name}" in text


def test_the_other_figures_are_there_where_the_backups_cannot_be_listed(client, settings, locked_backups):
    settings.TENBO_METRICS_TOKEN = "of thirteen orphans"

    answer = client.get("/metrics", headers=TOKEN)

    assert answer.status_code == 200
    assert "tenbo_viewers" in answer.text
    assert "tenbo_backup_age_seconds" not in answer.text

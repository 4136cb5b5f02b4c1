"""Each request has an id, is measured, and is logged if the operator wishes."""

import json
import logging

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from prometheus_client import REGISTRY

from tournament.core.telemetry import sentry
from tournament.core.telemetry.logs import REQUEST_ID, JsonLines, LineFormatter, WithRequestId
from tournament.core.telemetry.measures import Commits
from tournament.core.telemetry.slow_queries import slow_queries_ignored, watch_queries

pytestmark = pytest.mark.django_db

SECRET = "8ea1458b187487e2"
LINK = f"/t/open/tables/3/link/{SECRET}/"


def figure(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0


def test_a_request_has_an_id_and_is_measured(client):
    labels = {"view": "rulesets", "status": "200"}
    before = figure("tenbo_request_seconds_count", **labels)

    response = client.get("/rules/")

    assert len(response["X-Request-ID"]) == 16
    assert figure("tenbo_request_seconds_count", **labels) == before + 1


@pytest.mark.parametrize(
    ("proxies", "given", "believed"), [(1, "edge-0123456789", True), (0, "edge-0123456789", False), (1, "a\nb", False)]
)
def test_an_id_is_believed_from_a_proxy_of_ours_alone(client, settings, proxies, given, believed):
    settings.TENBO_PROXIES = proxies

    assert (client.get("/rules/", headers={"X-Request-ID": given})["X-Request-ID"] == given) is believed


def test_a_request_is_logged_without_its_key(client, caplog):
    with caplog.at_level(logging.INFO, "tournament.requests"):
        response = client.get(LINK)

    (record,) = [record for record in caplog.records if record.name == "tournament.requests"]
    assert SECRET not in LineFormatter().format(record)
    assert record.status == response.status_code == 404
    line = json.loads(JsonLines().format(record))
    assert (line["logger"], line["level"], line["view"]) == ("tournament.requests", "INFO", "table-link")
    assert line["message"].startswith("GET /t/open/tables/3/link/…/ 404 ")


def test_the_line_about_a_failure_has_its_requests_id(client, caplog):
    written = []
    handler = logging.Handler()
    handler.addFilter(WithRequestId())
    handler.emit = lambda record: written.append(vars(record)["request_id"])
    logging.getLogger("django.request").addHandler(handler)
    try:
        with caplog.at_level(logging.WARNING, "django.request"):
            response = client.get("/no/such/page/")
    finally:
        logging.getLogger("django.request").removeHandler(handler)

    assert written == [response["X-Request-ID"]]


def test_lines_know_their_request():
    record = logging.LogRecord("tournament", logging.INFO, "", 0, "a line", (), None)
    token = REQUEST_ID.set("0123456789abcdef")
    try:
        assert WithRequestId().filter(record)
    finally:
        REQUEST_ID.reset(token)

    assert LineFormatter("{request_id}", style="{").format(record) == "0123456789abcdef"


def test_a_key_in_a_traceback_is_not_written_down():
    try:
        raise ValueError(LINK)
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", (), (ValueError, error, error.__traceback__))

    assert SECRET not in LineFormatter().format(record)
    assert SECRET not in JsonLines().format(record)


def test_a_slow_statement_is_logged_without_its_values(settings, caplog):
    settings.TENBO_SLOW_QUERY = -1
    watch_queries(connection)
    watch_queries(connection)
    before = figure("tenbo_slow_queries_total")

    with connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["a name"])

    assert "Slow query, " in caplog.text
    assert "SELECT %s" in caplog.text
    assert "a name" not in caplog.text
    assert figure("tenbo_slow_queries_total") == before + 1


def test_no_statement_is_slow_while_the_whole_database_is_copied(settings, caplog):
    settings.TENBO_SLOW_QUERY = -1
    watch_queries(connection)
    before = figure("tenbo_slow_queries_total")

    with slow_queries_ignored(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert caplog.text == ""
    assert figure("tenbo_slow_queries_total") == before

    with connection.cursor() as cursor:
        cursor.execute("SELECT 2")
    assert "SELECT 2" in caplog.text


def test_the_time_from_commit_to_told_is_measured_once():
    now = [10.0]
    commits = Commits(lambda: now[0])
    before = figure("tenbo_told_seconds_sum"), figure("tenbo_changes_total", kind="hand.recorded")

    commits.committed(1, 7, "hand.recorded")
    now[0] += 0.25
    for version in (7, 7, 8):
        commits.notified(1, version)

    after = figure("tenbo_told_seconds_sum"), figure("tenbo_changes_total", kind="hand.recorded")
    assert (round(after[0] - before[0], 6), after[1] - before[1]) == (0.25, 1)


def test_a_commit_that_no_page_waited_for_is_not_measured():
    now = [10.0]
    commits = Commits(lambda: now[0])
    before = figure("tenbo_told_seconds_count")

    commits.committed(1, 8, "hand.recorded")
    now[0] += 90
    commits.forget()
    commits.notified(1, 8)

    assert figure("tenbo_told_seconds_count") == before


def test_an_error_is_reported_without_keys():
    event = {"request": {"url": f"https://tenbo.example.org{LINK}", "headers": {"Referer": LINK}}, "message": "failed"}

    assert SECRET not in str(sentry.scrubbed(event, {}))
    assert sentry.scrubbed(event, {})["message"] == "failed"


def test_without_its_package_the_report_of_errors_is_refused(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sentry_sdk", None)

    with pytest.raises(ImproperlyConfigured, match=r"^TENBO_SENTRY_DSN needs the package sentry-sdk"):
        sentry.report_errors_to("https://key@errors.example.org/1")
    sentry.report_errors_to("")

"""The server's log of failed requests."""

import json
import logging
import re
import sys
import time

import pytest
from django.core.exceptions import DisallowedHost
from django.urls import get_resolver

from tournament.core.telemetry import logs
from tournament.core.telemetry.logs import JsonLines, LineFormatter, NoFlood, ShortErrors, ShortMessages, WithoutKeys
from tournament.core.telemetry.sentry import scrubbed

SECRET = "8ea1458b187487e2"


def record_of(*args, msg="%s: %s", exc_info=None):
    return logging.LogRecord("django.request", logging.WARNING, __file__, 7, msg, args, exc_info)


def addresses(resolver=None, before=""):
    """Every address of the site, as its pattern is written."""
    for entry in (resolver or get_resolver()).url_patterns:
        path = f"{before}{entry.pattern}"
        if hasattr(entry, "url_patterns"):
            yield from addresses(entry, path)
        else:
            yield f"/{path}"


def test_no_key_of_any_address_is_written_down(subtests):
    with_keys = [path for path in addresses() if re.search(r"<(?:\w+:)?token>", path)]
    assert len(with_keys) > 6
    for pattern in with_keys:
        path = re.sub(r"<(?:\w+:)?token>", SECRET, pattern)
        path = re.sub(r"<(?:\w+:)?\w+>", "12", path)
        with subtests.test(path=path):
            record = record_of("Conflict", path)

            assert WithoutKeys().filter(record)

            assert record.getMessage() == f"Conflict: {path}".replace(SECRET, "…")


def test_an_address_begins_no_line_of_its_own():
    record = record_of("Not Found", "/a\n2026-11-23 ERROR \x1b[31mforged\x9b")

    WithoutKeys().filter(record)

    assert record.getMessage() == r"Not Found: /a\x0a2026-11-23 ERROR \x1b[31mforged\x9b"


@pytest.mark.parametrize(
    "quoted", ["a\n2026-11-30 05:20:00,000 CRITICAL root", "b: \x1b[31mred", "c\r\x85", "d\u2028e\u202e\u2066"]
)
def test_what_a_message_quotes_begins_no_line_of_its_own(quoted):
    """A mirror's document names kinds of changes, and a request its path."""
    record = logging.LogRecord("tournament", logging.WARNING, __file__, 1, "refused: %s", (quoted,), None)

    line = LineFormatter("{asctime} {message}", style="{").format(record)

    assert line.isprintable()


def test_what_an_error_quotes_begins_no_line_at_the_margin():
    try:
        raise ValueError("a\n2026-11-30 05:20:00,000 CRITICAL root \x1b[31m\u2028\r")
    except ValueError:
        record = record_of("Internal Server Error", "/", exc_info=sys.exc_info())

    first, *traceback = LineFormatter("{asctime} {message}", style="{").format(record).split("\n")

    assert first.endswith("Internal Server Error: /")
    assert traceback[-1] == r"  2026-11-30 05:20:00,000 CRITICAL root \x1b[31m\u2028\x0d"
    assert all(line.startswith("  ") and line.isprintable() for line in traceback)


@pytest.mark.parametrize(
    "path", [f"/t/a/link/{SECRET}", f'/t/a/link/{SECRET}"', f'/t/a/link/{SECRET}\n{{"level": "ERROR"}}']
)
def test_a_path_that_ends_with_a_key_makes_a_line_of_json(path):
    line = JsonLines().format(record_of("Not Found", path))

    assert json.loads(line)["message"].startswith("Not Found: /t/a/link/…")
    assert json.loads(line)["level"] == "WARNING"
    assert (SECRET in line, len(line.splitlines())) == (False, 1)


def test_a_request_that_is_logged_with_a_message_shows_no_key(rf):
    """Django logs it with every answer from 400 on."""
    record = record_of("Conflict", "/t/a/")
    record.request = rf.post(f"/t/a/enter/1/{SECRET}/change/")
    record.others = {f"/t/a/link/{SECRET}": 7}

    line = JsonLines().format(record)

    assert "/t/a/enter/1/…/change/" in json.loads(line)["request"]
    assert json.loads(line)["others"] == {"/t/a/link/…": 7}
    assert SECRET not in line


def test_an_error_at_a_path_that_ends_with_a_key_can_be_sent_to_sentry():
    event = {"request": {"url": f"https://tenbo.example.org/t/a/link/{SECRET}"}, "tags": ["a", 7, None]}

    assert scrubbed(event, None) == event | {"request": {"url": "https://tenbo.example.org/t/a/link/…"}}


def test_the_servers_own_lines_keep_their_parts():
    """uvicorn's formatter takes the five arguments of a line apart."""
    arguments = ("127.0.0.1:1", "GET", f"/t/open/tables/3/link/{SECRET}/", "1.1", 200)
    record = record_of(*arguments, msg='%s - "%s %s HTTP/%s" %d')

    assert WithoutKeys().filter(record)

    assert record.args == (*arguments[:2], "/t/open/tables/3/link/…/", *arguments[3:])


def test_a_key_after_capitals_is_no_more_in_the_log():
    record = record_of("Not Found: %s", f"/T/OPEN/ENTER/1/{SECRET}/")

    assert WithoutKeys().filter(record)

    assert SECRET not in f"{record.msg} {record.args}"


def test_what_has_no_key_is_left_as_it_is():
    record = record_of("Conflict", "/t/a/enter/")

    assert WithoutKeys().filter(record)

    assert record.args == ("Conflict", "/t/a/enter/")


@pytest.mark.django_db
def test_an_unknown_host_costs_one_line(client, caplog):
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400

    (record,) = [record for record in caplog.records if record.name == "django.security.DisallowedHost"]
    assert ShortErrors().filter(record)
    assert "Invalid HTTP_HOST header: 'evil.example'" in record.getMessage()
    assert record.exc_info is None


def test_a_mistake_of_ours_keeps_its_traceback():
    try:
        raise ValueError("of ours")
    except ValueError:
        record = record_of("Internal Server Error", "/", exc_info=sys.exc_info())

    assert ShortErrors().filter(record)

    assert record.exc_info


def test_a_reason_that_is_said_is_not_said_twice():
    try:
        raise DisallowedHost("Invalid host")
    except DisallowedHost:
        record = record_of(msg="Invalid host", exc_info=sys.exc_info())

    assert ShortErrors().filter(record)

    assert record.getMessage() == "Invalid host"


def test_a_flood_of_one_line_is_cut(monkeypatch):
    now = 600.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    flood = NoFlood()

    written = [record for record in (record_of("socket.accept()", "out of files") for _ in range(2_000))
               if flood.filter(record)]  # fmt: skip
    now += 60

    assert len(written) == logs.MOST_IN_A_MINUTE
    assert written[-1].getMessage().endswith("(more of these are left out for up to a minute)")
    assert flood.filter(record_of("socket.accept()", "out of files"))


def test_the_console_has_all_filters(settings):
    filters = settings.LOGGING["handlers"]["console"]["filters"]

    assert filters == ["with_request_id", "no_flood", "short_errors", "short_messages"]


def test_a_path_of_any_length_makes_a_short_line():
    record = record_of("Not Found", "/" + "x" * 30_000)

    assert ShortMessages().filter(record)

    assert record.getMessage() == f"Not Found: /{'x' * (logs.LONGEST_MESSAGE - 12)}…"


@pytest.mark.parametrize("slash", ["%2F", "%2f", "%252F"])
def test_a_key_in_the_page_after_the_login_is_not_in_the_log(slash):
    target = f"/t/open/tables/3/link/{SECRET}/?a".replace("/", slash)
    record = record_of("127.0.0.1:1", "GET", f"/login/?next={target}&page=2", "1.1", 200, msg='%s - "%s %s HTTP/%s" %d')

    assert WithoutKeys().filter(record)

    assert record.args[2] == f"/login/?next={target}&page=2".replace(SECRET, "…")


@pytest.mark.parametrize("event", ["link", "enter", "invitations", "password-reset"])
@pytest.mark.parametrize("path", ["enter/3", "hall/link", "tables/3/link", "invitations"])
def test_a_key_of_an_event_with_any_name_is_not_in_the_log(event, path):
    assert SECRET not in logs.without_keys(f"Conflict: /t/{event}/{path}/{SECRET}/")


def encoded(text, percent):
    return "".join(f"{percent}{ord(letter):02x}" for letter in text)


@pytest.mark.parametrize("percent", ["%", "%25", "%2525"])
@pytest.mark.parametrize("before", ["/enter/3/", "/link/", "/invitations/", "/password-reset/MQ/"])
def test_a_key_is_not_in_the_log_where_the_path_before_it_is_percent_encoded(before, percent):
    for start in range(len(before)):
        for letters in (1, len(before)):
            end = start + letters
            path = before[:start] + encoded(before[start:end], percent) + before[end:]

            assert logs.without_keys(f"/t/x{path}{SECRET}/?a") == f"/t/x{path}…/?a"
            assert SECRET not in logs.without_keys(f"/t/x{path.upper()}{SECRET}/?a")


@pytest.mark.parametrize(
    "repeated",
    [
        "%25",
        "%",
        "25",
        "/",
        "%2F",
        "/link",
        "/lin%256b",
        "/enter/1",
        "/enter/%31",
        "/password-reset/",
        "/password-reset/x",
    ],
)
@pytest.mark.parametrize("before", ["", "/link/", "/%", "/enter/1%", "/password-reset/%25", "/password-reset/x"])
def test_long_texts_are_cleared_of_keys_in_a_time_that_grows_as_their_length(repeated, before):
    """Quadratic time for 120 kB would be minutes."""
    text = before + repeated * (120_000 // len(repeated))
    began = time.process_time()

    logs.without_keys(text)

    assert time.process_time() - began < 1

"""Reports about the Content Security Policy: into the log, short, and without a key. No test here has a database."""

import json

import pytest
from django.test import Client

ADDRESS = "/csp-reports/"
KEY = "8ea1458b187487e2"
REPORT = {
    "document-uri": f"https://tenbo.example.org/t/open/tables/3/link/{KEY}/",
    "effective-directive": "script-src-elem",
    "blocked-uri": f"https://evil.example/{KEY}.js",
    "source-file": f"https://tenbo.example.org/t/open/tables/3/link/{KEY}/",
    "line-number": 7,
    "original-policy": "default-src 'self'",
}


def send(report):
    text = report if isinstance(report, str) else json.dumps({"csp-report": report})
    return Client(enforce_csrf_checks=True).post(ADDRESS, text, content_type="application/csp-report")


def test_every_page_says_where_to_report(client):
    assert f"report-uri {ADDRESS}" in client.get("/count/").headers["Content-Security-Policy"]


def test_a_report_is_one_line_without_the_key(caplog):
    assert send(REPORT).status_code == 204

    [line] = caplog.messages
    assert "script-src-elem on the page table-link kept out https://evil.example, wanted by https://tenbo" in line
    assert KEY not in line


def test_what_a_stranger_writes_makes_no_second_line(caplog):
    forged = {"effective-directive": "a\nERROR b", "blocked-uri": "https://e\nvil\u2028.example/", "document-uri": "//"}

    assert send(REPORT | forged).status_code == 204
    assert send(REPORT | {"blocked-uri": "inline"}).status_code == 204

    [first, second] = caplog.messages
    assert first.isascii()
    assert first.isprintable()
    assert "kept out inline, wanted by" in second


@pytest.mark.parametrize(
    "nonsense",
    ["", "[]", "null", "{}", "{" * 5_000, '{"csp-report": 7}', {},
     REPORT | {"line-number": "x"}, REPORT | {"line-number": float("inf")},
     REPORT | {"document-uri": 7}, REPORT | {"document-uri": "http://[oops/"}],
)  # fmt: skip
def test_nonsense_is_refused_and_not_logged(nonsense, caplog):
    assert send(nonsense).status_code == 400
    assert [message for message in caplog.messages if "A browser reports" in message] == []


def test_a_long_report_is_refused(caplog):
    assert send(REPORT | {"script-sample": "x" * 10_000}).status_code == 413
    assert [message for message in caplog.messages if "A browser reports" in message] == []

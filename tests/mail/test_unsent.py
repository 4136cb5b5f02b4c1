"""Without a mail server mails are shown on a terminal, and a log has nothing of them."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from django.core.mail import EmailMessage

from tests.conftest import ROOT
from tests.whole_site.test_settings import only
from tournament.mail.delivery import MailAnswer, deliver, open_connection

LINK = "https://tenbo.example.org/t/open/enter/1/8ea1458b187487e2/"
FORGED = "2026-11-30 18:50:00,000 WARNING django.security [0000000000000000]: Login of admin, password right"
TEXT = f"Hello\n{FORGED}\r\u2028{FORGED}\x1b[2J\n{LINK}\n"

SEND_100 = f"""
import django
django.setup()
from django.core.mail import send_mail
for _ in range(100):
    send_mail("Lunch", {TEXT!r}, "tenbo@example.org", ["ada@example.org"])
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(settings):
    settings.EMAIL_BACKEND = "tournament.mail.unsent.EmailBackend"
    return Terminal()


def send(terminal, text=TEXT, subject="Lunch"):
    mail = EmailMessage(subject, text, "tenbo@example.org", ["ada@example.org"])
    with redirect_stdout(terminal):
        return deliver(open_connection(), mail, lambda: None).answer


@pytest.mark.parametrize("lines", ["text", "json"])
def test_a_log_has_no_text_no_address_and_no_link_of_a_mail_and_no_flood(tmp_path, lines):
    environment = only({"TENBO_LOG": lines, "DJANGO_SETTINGS_MODULE": "tournament.settings"}, tmp_path)

    log = subprocess.run(
        [sys.executable, "-c", SEND_100],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip

    assert len(log) == 60
    assert all("tournament.mail.unsent" in line and "A mail was not sent" in line for line in log)
    assert not any(
        part in line for line in log for part in ["Login of admin", "Lunch", "example.org", "8ea1458b187487e2"]
    )
    if lines == "json":
        assert {json.loads(line)["level"] for line in log} == {"INFO"}


def test_a_terminal_shows_the_whole_mail_with_its_link(terminal, caplog):
    assert send(terminal, f"Hello,\r\n\r\n{LINK}\r\n") is MailAnswer.TAKEN

    assert terminal.getvalue().splitlines() == [
        "Not sent, because there is no mail server:",
        "  From: tenbo@example.org",
        "  To: ada@example.org",
        "  Subject: Lunch",
        "",
        "  Hello,",
        "",
        f"  {LINK}",
    ]
    assert caplog.records == []


def test_no_line_of_a_mail_begins_at_the_margin_of_a_terminal(terminal):
    send(terminal, subject="Lunch\u2028\u202e")

    first, *others = terminal.getvalue().splitlines()
    assert first == "Not sent, because there is no mail server:"
    assert all(line.isprintable() and line[:2] in {"", "  "} for line in others)


def test_a_mail_that_no_server_would_take_is_refused(terminal):
    assert send(terminal, subject="Lunch\nBcc: all@example.org") is MailAnswer.REFUSED

    assert terminal.getvalue() == ""

"""The sender's thread: it goes on after an error, and the process waits for the mail that is being sent."""

import threading

import pytest
from django.db import OperationalError

from tournament.mail import sender
from tournament.mail.actions.send_mails import AT_ONCE
from tournament.mail.sender import MailSender


@pytest.fixture
def looks(monkeypatch):
    """Two looks that fail, and then one that is long; `began` and `may_end` belong to it."""
    errors = [ValueError("a bug"), OperationalError("gone")]
    began, may_end = threading.Event(), threading.Event()

    def send_mails(is_stopping):
        if errors:
            raise errors.pop()
        began.set()
        assert may_end.wait(30)
        return 0

    monkeypatch.setattr(sender, "EVERY", 0.01)
    monkeypatch.setattr(sender, "send_mails", send_mails)
    monkeypatch.setattr(sender, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
    return began, may_end


def test_it_goes_on_after_errors_and_the_process_waits_for_its_last_mail(looks, caplog):
    began, may_end = looks
    work = MailSender()
    work.start()
    assert began.wait(30)

    work.stop()
    ending = threading.Thread(target=work.finish, args=[30])
    ending.start()
    assert ending.is_alive()
    may_end.set()
    ending.join(30)

    assert not work._thread.is_alive()
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]


def test_other_mails_are_sent_though_mails_of_events_fail(looks, caplog):
    _began, may_end = looks
    may_end.set()
    calls, ended = [], threading.Event()

    def good():
        calls.append("good")
        if len(calls) >= 6:
            ended.set()

    work = MailSender(lambda: calls.append("bad") or 1 // 0, good)
    work.start()
    assert ended.wait(30)
    work.finish(30)

    # After each of the three checks, of which the first two failed.
    assert calls[:6] == ["bad", "good"] * 3


def test_other_mails_do_not_wait_until_all_mails_of_events_are_sent(monkeypatch):
    sent, ended = [], threading.Event()

    def send_mails(is_stopping):
        sent.append("batch")
        return AT_ONCE if len(sent) < 5 else 0

    def send_others():
        sent.append("other")
        if len(sent) >= 6:
            ended.set()

    monkeypatch.setattr(sender, "EVERY", 0.01)
    monkeypatch.setattr(sender, "send_mails", send_mails)
    monkeypatch.setattr(sender, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
    work = MailSender(send_others)
    work.start()
    assert ended.wait(30)
    work.finish(30)

    assert sent[:6] == ["batch", "other"] * 3

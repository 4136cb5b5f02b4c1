"""One message on its way: encrypted for one browser, signed with the site's key, and what an answer means."""

import ssl
import stat
import threading
import time
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from tests.push.service import SleepingPhone
from tournament.push import delivery, keys
from tournament.push.delivery import Delivered, PushAnswer, PushRequest, deliver


@pytest.fixture
def phone(service):
    return SleepingPhone(service)


@pytest.fixture
def request_(phone):
    return PushRequest(browser=phone.browser, payload=b'{"title": "Tisch 7"}', topic="t1r3", ttl=300)


def test_only_the_browser_can_read_it(service, phone, request_):
    assert deliver(request_) == PushAnswer(Delivered.SENT, 201)

    [(_path, headers, body)] = service.got
    assert phone.messages == [{"title": "Tisch 7"}]
    assert b"Tisch" not in body
    assert (headers["TTL"], headers["Topic"], headers["Urgency"]) == ("300", "t1r3", "high")
    assert headers["Content-Encoding"] == "aes128gcm"


def test_many_messages_read_the_certificates_of_authorities_once(settings, request_, monkeypatch):
    """This takes 40 ms of CPU, for which hands at the tables would wait."""
    settings.TENBO_PUSH_SERVICES = ["https://127.0.0.1:9"]  # where nothing listens
    closed = replace(request_, browser=replace(request_.browser, endpoint="https://127.0.0.1:9/phone"))
    made, make = [], ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: made.append(make()) or made[-1])
    delivery.tls_context.cache_clear()

    assert [deliver(closed) for _phone in range(3)] == [PushAnswer(Delivered.FAILED)] * 3

    assert len(made) == 1


def test_it_is_signed_with_the_key_that_pages_name(service, request_):
    deliver(request_)

    signed = service.got[0][1]["Authorization"]
    assert signed.endswith(f"k={keys.server_key()}")
    assert Vapid02.verify(signed)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "sent"),
        (404, "gone"),
        (410, "gone"),
        (307, "refused"),
        (400, "refused"),
        (403, "refused"),
        (429, "failed"),
        (503, "failed"),
    ],
)
def test_what_an_answer_means(service, request_, status, outcome):
    service.status = status

    assert deliver(request_) == PushAnswer(outcome, status)
    assert len(service.got) == 1  # no redirect is followed


def test_a_busy_service_says_when_to_come_again(service, request_):
    service.status, service.retry_after = 429, "120"
    assert deliver(request_).after == timedelta(seconds=120)

    service.retry_after = "Sat, 02 May 2026 12:00:00 GMT"
    assert deliver(request_).after is None


def test_nobody_answers(service, request_, monkeypatch):
    monkeypatch.setattr(delivery, "TIMEOUT", 0.2)
    service.server.shutdown()  # its socket still takes connections

    assert deliver(request_).outcome == "failed"
    service.server.server_close()
    assert deliver(request_).outcome == "failed"


@pytest.mark.slow
@pytest.mark.parametrize("beginning", [b"HTTP/1.1 20", b"HTTP/1.1 503 Busy\r\nX: "])
def test_an_answer_byte_by_byte_is_given_up(service, request_, monkeypatch, beginning):
    """Each byte comes in time, so only a limit for the whole answer ends it."""
    monkeypatch.setattr(delivery, "TIMEOUT", 0.5)
    ends = threading.Event()

    def drip(handler):
        handler.wfile.write(beginning)
        with suppress(OSError):
            while not ends.wait(0.05):
                handler.wfile.write(b"a")

    monkeypatch.setattr(service.server.RequestHandlerClass, "do_POST", drip)
    giving_up = threading.Timer(20, ends.set)
    giving_up.start()

    begun = time.monotonic()
    assert deliver(request_).outcome == "failed"
    assert time.monotonic() - begun < 10
    ends.set()
    giving_up.cancel()


def test_nothing_is_sent_to_an_address_that_is_no_longer_trusted(service, request_, settings):
    settings.TENBO_PUSH_SERVICES = []

    assert deliver(request_) == PushAnswer(Delivered.REFUSED)
    assert service.got == []


def test_keys_that_are_none_are_refused(service, request_):
    broken = replace(request_, browser=replace(request_.browser, p256dh="AAAA"))

    assert deliver(broken) == PushAnswer(Delivered.REFUSED)
    assert service.got == []


def test_what_nobody_thought_of_keeps_back_no_other_message(service, request_, monkeypatch, caplog):
    def fail(*_parts):
        raise UnicodeError

    monkeypatch.setattr("tournament.push.delivery._connect", fail)

    assert deliver(request_) == PushAnswer(Delivered.REFUSED)
    assert "A message was given up" in caplog.text


@pytest.mark.parametrize(
    ("address", "contact"),
    [("https://tenbo.example.org:8443", "https://tenbo.example.org"), ("", "mailto:club@example.org")],
)
def test_the_operator_can_be_found(service, request_, settings, monkeypatch, address, contact):
    settings.TENBO_ADDRESS, settings.DEFAULT_FROM_EMAIL = address, "The Club <club@example.org>"
    claims = []
    sign = Vapid02.sign
    monkeypatch.setattr(Vapid02, "sign", lambda self, claim: claims.append(claim) or sign(self, claim))

    assert deliver(request_).outcome == "sent"
    assert [(claim["sub"], claim["aud"]) for claim in claims] == [(contact, service.origin)]


@pytest.fixture
def forget_keys():
    """No other test sees the keys of this one."""

    def forget():
        keys.vapid.cache_clear()
        keys.server_key.cache_clear()

    forget()
    yield forget
    forget()


def test_the_keys_are_made_once_and_nobody_else_reads_them(settings, tmp_path, forget_keys):
    settings.VAR = tmp_path
    first = keys.server_key()
    forget_keys()

    assert keys.server_key() == first
    assert stat.S_IMODE((tmp_path / "push-key").stat().st_mode) == 0o600
    (tmp_path / "push-key").unlink()
    forget_keys()
    assert keys.server_key() != first


def test_an_operators_key_is_not_kept(settings, tmp_path, forget_keys):
    settings.VAR, settings.TENBO_PUSH_KEY = tmp_path, b64urlencode(bytes(31) + b"\x01")
    first = keys.server_key()
    forget_keys()

    assert keys.server_key() == first
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("key", ["short", "ž", "A" * 43, "A" * 600])
def test_a_key_that_is_none_stops_the_server_with_a_reason(settings, forget_keys, key):
    settings.TENBO_PUSH_KEY = key

    with pytest.raises(ImproperlyConfigured, match="TENBO_PUSH_KEY"):
        keys.server_key()

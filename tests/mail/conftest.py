"""Fixtures for tests of mails: a mail server to which the settings point, and a clock that the test moves."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.mail.smtp_server import SmtpServer


class Clock:
    """The server's time, which stands still until a test moves it."""

    def __init__(self):
        self.now = datetime(2026, 5, 2, 12, tzinfo=UTC)

    def go_on(self, **time):
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def smtp(settings):
    server = SmtpServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", server.port, False
    settings.TENBO_ADDRESS = "https://tenbo.example.org"
    settings.DEFAULT_FROM_EMAIL = "tenbo@example.org"
    yield server
    server.close()

"""The server's log of failed requests."""

import logging

from tournament.core.logs import WithoutKeys


def test_a_key_is_not_written_down(subtests):
    for path in [
        "/t/open/enter/12/8ea1458b187487e2/sheet/",
        "/t/open/tables/3/link/8ea1458b187487e2/",
        "/t/open/hall/link/8ea1458b187487e2/",
        "/invitations/8ea1458b187487e2/",
        "/accounts/password-reset/MQ/8ea1458b187487e2/",
    ]:
        with subtests.test(path=path):
            record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s: %s", ("Conflict", path), None)

            assert WithoutKeys().filter(record)

            assert record.getMessage() == f"Conflict: {path}".replace("8ea1458b187487e2", "…")


def test_what_has_no_key_is_left_as_it_is(settings):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s: %s", ("Conflict", "/t/a/enter/"), None)

    WithoutKeys().filter(record)

    assert record.args == ("Conflict", "/t/a/enter/")
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["without_keys"]

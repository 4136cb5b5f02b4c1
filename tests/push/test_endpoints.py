"""Which addresses a message may be sent to."""

import pytest

from tournament.push.endpoints import is_push_endpoint


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY",
        "https://fcm.googleapis.com:443/wp/abc",
    ],
)
def test_the_browsers_services_are_known(address):
    assert is_push_endpoint(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/x",
        "https://push.example.org/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com.example/x",
        "https://notpush.apple.com@10.0.0.8/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:port/x",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/x\r\nHost: evil.example",
        "https://fcm.googleapis.com/ž",
        "https://a..push.apple.com/x",
        "https://.push.apple.com/x",
        f"https://{'a' * 64}.push.apple.com/x",
        f"https://{'a.' * 120}push.apple.com/x",
        "https://*.push.apple.com/x",
        "https://fcm.googleapis.com:/x",
        "https://[fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        "file:///etc/passwd",
    ],
)
def test_nothing_else_is(address):
    assert not is_push_endpoint(address)


def test_an_operator_may_trust_more(settings):
    settings.TENBO_PUSH_SERVICES = ["https://push.example.org:8443"]

    assert is_push_endpoint("https://push.example.org:8443/abc")
    assert not is_push_endpoint("https://push.example.org/abc")
    assert not is_push_endpoint("http://push.example.org:8443/abc")
    assert not is_push_endpoint("https://user@push.example.org:8443/abc")

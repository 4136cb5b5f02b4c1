from django.urls import get_resolver

from tournament.core.addresses import (
    absolute_url,
    client_address,
    client_network,
    leads_to_this_computer,
    secure_address,
)


def test_a_link_starts_where_the_request_came_in(rf, settings):
    settings.TENBO_ADDRESS = ""

    assert absolute_url(rf.get("/"), "/tables/7/") == "http://testserver/tables/7/"


def test_a_configured_address_goes_first_because_no_phone_can_open_localhost(rf, settings):
    settings.TENBO_ADDRESS = "https://tenbo.example.org"

    assert absolute_url(rf.get("/"), "/tables/7/") == "https://tenbo.example.org/tables/7/"


def test_who_asks_by_http_is_told_where_https_is(subtests, rf, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.TENBO_SECURE_ADDRESSES = {"192.168.1.20": "https://192.168.1.20:8443"}
    for host, secure, address in [
        ("192.168.1.20:8000", False, "https://192.168.1.20:8443/t/open/"),
        ("192.168.1.20:8443", True, ""),
        ("localhost:8000", False, ""),
    ]:
        with subtests.test(host=host):
            request = rf.get("/", headers={"Host": host}, secure=secure)

            assert secure_address(request, "/t/open/") == address


def test_what_a_laptop_calls_itself_leads_nobody_else_there(subtests):
    for address, alone in [
        ("http://localhost:8000/t/open/", True),
        ("http://127.0.0.1/", True),
        ("http://127.0.1.1:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://192.168.1.20:8000/", False),
        ("https://localhost.example.org/", False),
        ("/t/open/", False),
        ("", False),
    ]:
        with subtests.test(address=address, alone=alone):
            assert leads_to_this_computer(address) is alone


def test_what_a_client_writes_about_itself_is_not_believed(subtests, rf, settings):
    for proxies, forwarded, address in [
        (0, "203.0.113.5", "127.0.0.1"),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "198.51.100.1, 203.0.113.5", "203.0.113.5"),
        (2, "198.51.100.1, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        (1, "", "127.0.0.1"),
        (1, "203.0.113.5:5001", "203.0.113.5"),
        (1, "[2001:db8::4]:5001", "2001:db8::4"),
        (1, "[2001:db8::4]", "2001:db8::4"),
        (1, "2001:db8::4", "2001:db8::4"),
    ]:
        with subtests.test(proxies=proxies, forwarded=forwarded, address=address):
            settings.TENBO_PROXIES = proxies

            request = rf.get("/", headers={"X-Forwarded-For": forwarded})

            assert client_address(request) == address


def test_a_customer_with_ipv6_is_one_network(subtests, rf):
    for address, network in [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("a socket", "a socket"),
    ]:
        with subtests.test(address=address):
            request = rf.get("/", REMOTE_ADDR=address)

            assert client_network(request) == network


def test_the_address_that_records_a_hand_is_compared_with_few_others():
    of_tournament = get_resolver().url_patterns[0]

    assert str(of_tournament.pattern) == "t/<slug:slug>/"
    assert "hand-record" in [each.name for each in of_tournament.url_patterns[:20]]

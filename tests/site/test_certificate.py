"""The certificates of a laptop that serves https in a hall: where they are accepted, and where not."""

import ssl
import stat

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tournament.site.certificate import AUTHORITY, authority_certificate, authority_name, is_local, server_context


def presented(folder, hosts, asked):
    """The certificate that a phone with this authority gets at the address it asks for, after a handshake in memory."""
    phone = ssl.create_default_context(cadata=authority_certificate(folder).public_bytes(Encoding.PEM).decode())
    to_server, to_phone = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = phone.wrap_bio(to_phone, to_server, server_hostname=asked)
    server = server_context(folder, hosts).wrap_bio(to_server, to_phone, server_side=True)
    for side in (client, server, client):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    return client.getpeercert()


def test_a_phone_that_accepts_the_authority_accepts_each_address(tmp_path):
    for asked in ("192.168.1.20", "10.42.0.1", "hall.local"):
        certificate = presented(tmp_path, ["192.168.1.20", "10.42.0.1", "hall.local"], asked)

        assert len(certificate["subjectAltName"]) == 3


def test_a_phone_refuses_an_address_that_the_certificate_does_not_name(tmp_path):
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        presented(tmp_path, ["192.168.1.20"], "192.168.1.21")


@pytest.mark.parametrize("elsewhere", ["bank.example", "203.0.113.5"])
def test_who_has_the_key_cannot_pretend_to_be_a_site_of_the_internet(tmp_path, elsewhere):
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        presented(tmp_path, [elsewhere], elsewhere)


def test_the_authority_stays_and_its_key_is_readable_for_its_owner_alone(tmp_path):
    first = authority_certificate(tmp_path)

    presented(tmp_path, ["192.168.1.20"], "192.168.1.20")
    presented(tmp_path, ["192.168.7.7"], "192.168.7.7")  # the next evening, in another network

    assert authority_certificate(tmp_path) == first
    assert [path.name for path in tmp_path.iterdir()] == [AUTHORITY]
    assert stat.S_IMODE((tmp_path / AUTHORITY).stat().st_mode) == 0o600
    assert authority_name(first).startswith("Tenbo on ")


def test_what_is_good_for_a_local_network(subtests):
    for host, local in [
        ("192.168.1.20", True),
        ("10.0.0.7", True),
        ("172.20.10.2", True),
        ("hall.local", True),
        ("203.0.113.5", False),
        ("tenbo.example.org", False),
        ("local.example.org", False),
        ("", False),
    ]:
        with subtests.test(host=host):
            assert is_local(host) is local

"""The certificates with which a laptop in a hall serves https.

No public authority signs a certificate for an address like 192.168.1.20. So Tenbo creates its own certificate
authority, which each phone has to accept once. The authority is valid only for addresses of local networks: with a
stolen key one can impersonate a computer of a local network, but no public site.
"""

import ipaddress
import socket
import ssl
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournament.environment import secret_in

AUTHORITY = "https-authority.pem"
"""The authority's PEM file in TENBO_VAR: its private key, then its certificate."""

NETWORKS = [
    ipaddress.ip_network(network)
    for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8")
]
"""Networks whose addresses are local: the same address may belong to different computers in different local
networks."""

NAMES = ("local", "localhost")
"""Top-level names that are valid only in a local network, like the addresses of `NETWORKS`."""

# A certificate becomes valid some time before its creation, because a phone's clock may be slow, or a laptop's fast.
CLOCKS_DIFFER = timedelta(days=7)
AUTHORITY_LASTS = timedelta(days=3650)
CERTIFICATE_LASTS = timedelta(days=390)  # an iPhone refuses more than 825

SIGNS_CERTIFICATES = x509.KeyUsage(
    key_cert_sign=True,
    crl_sign=True,
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


def is_local(host: str) -> bool:
    """Whether the authority is valid for this address or name."""
    address = _address(host)
    if address is None:
        return host.rpartition(".")[2] in NAMES
    return any(address in network for network in NETWORKS)


def authority_certificate(folder: Path) -> x509.Certificate:
    """Return the authority's certificate, which phones have to accept. The certificate is created if the folder has
    none."""
    return x509.load_pem_x509_certificate(_authority_pem(folder))


def authority_name(certificate: x509.Certificate) -> str:
    """Return the name under which a phone lists the authority's certificate."""
    return str(certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def server_context(folder: Path, hosts: Iterable[str]) -> ssl.SSLContext:
    """Return the TLS context to serve https under these addresses and names, which must be local.

    A new certificate is created each time, so that it has the current addresses and its key is stored nowhere. Raises
    `TypeError` if the authority's file was not made by Tenbo.
    """
    pem = _authority_pem(folder)
    authority = x509.load_pem_x509_certificate(pem)
    authority_key = load_pem_private_key(pem, None)
    if not isinstance(authority_key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{folder / AUTHORITY} is not the authority that Tenbo made. Remove it for a new one.")
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        _builder(x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Tenbo")]), key, CERTIFICATE_LASTS)
        .issuer_name(authority.subject)
        .add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory(dir=folder) as private:  # a context can only read files
        file = Path(private) / "certificate.pem"
        file.write_bytes(_key_pem(key) + certificate.public_bytes(Encoding.PEM))
        context.load_cert_chain(file)
    return context


def new_authority(computer: str) -> str:
    """Create an authority for this computer; return it as PEM: its private key, then its certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Tenbo on {computer}"[:64]),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Tenbo"),
        ]
    )
    permitted = [*(x509.DNSName(end) for end in NAMES), *(x509.IPAddress(network) for network in NETWORKS)]
    certificate = (
        _builder(name, key, AUTHORITY_LASTS)
        .issuer_name(name)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(SIGNS_CERTIFICATES, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return (_key_pem(key) + certificate.public_bytes(Encoding.PEM)).decode("ascii")


def _authority_pem(folder: Path) -> bytes:
    return secret_in(folder / AUTHORITY, make=lambda: new_authority(socket.gethostname())).encode("ascii")


def _builder(subject: x509.Name, key: ec.EllipticCurvePrivateKey, lasts: timedelta) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _general_name(host: str) -> x509.GeneralName:
    address = _address(host)
    return x509.DNSName(host) if address is None else x509.IPAddress(address)


def _address(host: str) -> ipaddress.IPv4Address | None:
    with suppress(ValueError):
        return ipaddress.IPv4Address(host)
    return None

"""Prepare the database, seed a demo and serve the site; `make run` calls this."""

import errno
import io
import ipaddress
import logging
import re
import socket
import ssl
import struct
import sys
import time
from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn
from csp.constants import SELF
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

from tournament.live.connections import BACKLOG, GuardedProtocol
from tournament.live.server import Server
from tournament.management.running import POOL
from tournament.site.certificate import is_local, server_context
from tournament.site.queries.demo import demo

LOOK_EVERY = 3
"""Seconds between two checks of this computer's addresses."""

HTTPS = 443
"""The difference between the ports of https and http: with http on port 8000, https is on port 8443."""


class Command(BaseCommand):
    help = "Migrate, seed a demo into an empty database, and serve: to this computer, or with --lan to its network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen to the local network and print its address")

    def handle(self, *args: Any, **options: Any) -> None:
        port: int = options["port"]
        lan: bool = options["lan"]
        is_address_given = bool(settings.TENBO_ADDRESS)
        with ExitStack() as listeners:
            # The port is opened before anything is written, because a port in use usually means that Tenbo is running
            # already.
            listener = listeners.enter_context(listen("0.0.0.0" if lan else "127.0.0.1", port))  # noqa: S104 (asked for by --lan)
            secure = None
            if lan and (hosts := open_to_network(port)):
                secure_listener = listeners.enter_context(listen("0.0.0.0", port + HTTPS))  # noqa: S104
                secure = secure_listener, server_context(settings.VAR, hosts)

            call_command("migrate", verbosity=0)
            seed_demo_if_empty()
            self.announce(port, lan=lan)
            from tournament.asgi import application, live  # imported here, because it needs the final settings

            if lan and not is_address_given:
                context = secure[1] if secure else None
                Thread(target=self.follow_network, args=(port, context), daemon=True).start()
            # Open event streams would delay the shutdown for ever.
            config = uvicorn.Config(
                application,
                log_level="warning",
                access_log=False,
                proxy_headers=False,  # TENBO_PROXIES decides which of these headers are trusted
                timeout_graceful_shutdown=3,
                http=GuardedProtocol,
                backlog=BACKLOG,
                loop="tournament.live.limits.listening:Loop",
            )
            with suppress(KeyboardInterrupt):
                logging.getLogger(POOL).setLevel(logging.NOTSET)  # servers log why a connection failed
                Server(config, live.hub, secure=secure).run(sockets=[listener])

    def follow_network(self, port: int, context: ssl.SSLContext | None) -> None:
        """Watch for changes of this computer's addresses until the process ends. A laptop may get new addresses even in
        the same network."""
        known = lan_addresses()
        while True:
            time.sleep(LOOK_EVERY)
            known = self.look_at_network(port, context, known)

    def look_at_network(self, port: int, context: ssl.SSLContext | None, known: list[str]) -> list[str]:
        """Return the current addresses; if they differ from the addresses `known` so far, use the new ones and print
        the new QR code."""
        addresses = lan_addresses()
        if not addresses or addresses == known:
            return known
        settings.TENBO_ADDRESS = ""
        hosts = open_to_network(port)
        if context is not None and hosts:
            renewed = server_context(settings.VAR, hosts)
            context.sni_callback = lambda connection, _name, _old: setattr(connection, "context", renewed)
        self.stdout.write("\nThis computer has another address now. Phones that are open find it by the new code.\n")
        self.announce(port, lan=True)
        return addresses

    def announce(self, port: int, *, lan: bool) -> None:
        address = settings.TENBO_ADDRESS or f"http://localhost:{port}"
        self.stdout.write(f"\nTenbo is at {address}\n")
        self.announce_demo(address)
        self.stdout.write("Ctrl+C stops it.\n")
        if lan and settings.TENBO_ADDRESS:
            self.stdout.write("On a phone in the same Wi-Fi, open that address or scan this:\n\n")
            self.stdout.write(qr_code(address, colours=self.stdout.isatty()))
            if settings.TENBO_SECURE_ADDRESSES:
                self.stdout.write(f"\nSo that a phone goes on without the network, open on it {address}/phones/\n")
        elif lan:
            self.stdout.write(
                "This computer is in no network that Tenbo can see, so phones cannot reach it yet. Join the Wi-Fi and"
                " start again, or say the address yourself: TENBO_ADDRESS=http://192.168.1.20:8000 make run LAN=1"
            )
        self.stdout.flush()

    def announce_demo(self, address: str) -> None:
        """Print the login of the demo and the link of one table, if the demo exists."""
        demo_login = demo()
        if demo_login is None:
            return
        password = demo_login.password or "the password you set"
        self.stdout.write(f"Log in as {demo_login.username}, password: {password}\n")
        if demo_login.table_link:
            self.stdout.write(f"One table, without logging in: {address}{demo_login.table_link}\n")


def open_to_network(port: int) -> list[str]:
    """Change the settings so that phones reach this computer by http on this port, at each of its addresses and names.

    Returns the hosts at which phones can also reach it by https. The list is empty if a proxy serves https, or if
    TENBO_ADDRESS is not in the local network.
    """
    addresses = lan_addresses()
    hosts = addresses + local_names()
    settings.ALLOWED_HOSTS += hosts  # not known before now, so they cannot come from the environment
    if addresses:
        settings.TENBO_ADDRESS = settings.TENBO_ADDRESS or f"http://{addresses[0]}:{port}"
    address = urlsplit(settings.TENBO_ADDRESS)
    if address.scheme != "http" or not is_local(address.hostname or ""):
        return []
    local = [host for host in dict.fromkeys([address.hostname or "", *hosts]) if is_local(host)]
    settings.TENBO_SECURE_ADDRESSES = {host: f"https://{host}:{port + HTTPS}" for host in local}
    # A page served by http tests with a request to https whether the phone accepts the certificate.
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    directives["connect-src"] = [SELF, *settings.TENBO_SECURE_ADDRESSES.values()]
    return local


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket, so that no other process takes the port before the server starts. Raises
    CommandError if the port is invalid or taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # After a restart the port is free at once. On Windows it always is, and SO_REUSEADDR would share it with others.
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OverflowError:
        listener.close()
        raise CommandError(f"There is no port {port}; ports end at 65535.") from None
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is taken; perhaps Tenbo is running already. Another port: --port {port + 1}, or make"
                f" run PORT={port + 1}"
            ) from None
        raise CommandError(f"Cannot listen on port {port}: {error.strerror}") from None
    return listener


SIOCGIFADDR = 0x8915
"""Linux's request for the address of an interface."""

# Connecting a UDP socket sends nothing; the system only chooses the local address it would use. The first target is
# reserved for documentation (RFC 5737) and finds the address of the default route; the other targets find the address
# of a laptop that is itself the hotspot and has no default route (NetworkManager, Windows, macOS).
TARGETS = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2")


def lan_addresses() -> list[str]:
    """Return the addresses of this computer on its local networks, the address of the default route first."""
    addresses = []
    for target in TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((target, 9))
            addresses.append(probe.getsockname()[0])
    usable = [address for address in dict.fromkeys(addresses) if not ipaddress.ip_address(address).is_loopback]
    return usable or addresses_without_way_out()


def addresses_without_way_out() -> list[str]:
    """Return the addresses of this computer on networks without a route to other networks, such as an access point
    without a router."""
    addresses = []
    with suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
        addresses = [str(address[0]) for *_kind, address in found]
    if sys.platform == "linux":
        addresses += [address for name in _interfaces() if (address := _address_of(name))]
    return [address for address in dict.fromkeys(addresses) if not ipaddress.ip_address(address).is_loopback]


def _interfaces() -> list[str]:
    """Return the names of the network interfaces, without those of containers and virtual machines."""
    names = [name for _number, name in socket.if_nameindex()]
    return [name for name in names if not name.startswith(("docker", "br-", "veth", "virbr", "lo"))]


def _address_of(interface: str) -> str | None:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def local_names() -> list[str]:
    """Return this computer's multicast DNS name ("laptop.local"); empty if the computer's name has characters that such
    a name cannot have."""
    name = socket.gethostname().partition(".")[0].lower()
    return [f"{name}.local"] if re.fullmatch(r"[a-z0-9-]+", name) else []


def qr_code(text: str, *, colours: bool) -> str:
    """Return a QR code for the terminal. With `colours` the code is black on white regardless of the terminal's
    colours, because phones cannot read inverted codes."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    if not colours:
        return drawn.getvalue()
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in drawn.getvalue().splitlines())


def seed_demo_if_empty() -> None:
    """Seed the demo if there are no accounts yet."""
    if "seed_demo" in get_commands() and not get_user_model().objects.exists():
        call_command("seed_demo")

"""What `make run` calls: everything between an empty folder and a page on a phone."""

import errno
import io
import ipaddress
import socket
from argparse import ArgumentParser
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Migrate, seed a demo into an empty database, and serve: to this computer, or with --lan to its network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen to the local network and print its address")

    def handle(self, *args: Any, **options: Any) -> None:
        port: int = options["port"]
        lan: bool = options["lan"]
        # Before anything is written: a port that is taken usually means that Tenbo is running already.
        listener = listen("0.0.0.0" if lan else "127.0.0.1", port)  # noqa: S104 (asked for by --lan)
        with listener:
            open_to = lan_address() if lan else None
            if open_to:
                # Not known before now, so the environment could not say it to the settings.
                settings.ALLOWED_HOSTS.append(open_to)
                settings.TENBO_ADDRESS = settings.TENBO_ADDRESS or f"http://{open_to}:{port}"

            call_command("migrate", verbosity=0)
            seed_demo_if_empty()
            self.announce(port, lan=lan)
            # Open pages keep their connections, and uvicorn would wait for them for ever.
            config = uvicorn.Config(
                "tournament.asgi:application",
                log_level="warning",
                access_log=False,
                proxy_headers=False,  # TENBO_PROXIES decides whom to believe
                timeout_graceful_shutdown=3,
            )
            uvicorn.Server(config).run(sockets=[listener])

    def announce(self, port: int, *, lan: bool) -> None:
        address = settings.TENBO_ADDRESS or f"http://localhost:{port}"
        self.stdout.write(f"\nTenbo is at {address}\nCtrl+C stops it.\n")
        if lan and settings.TENBO_ADDRESS:
            self.stdout.write(f"On a phone in the same Wi-Fi, open that address or scan this:\n\n{qr_code(address)}")
        elif lan:
            self.stdout.write(
                "This computer is in no network that Tenbo can see, so phones cannot reach it yet. Join the Wi-Fi and"
                " start again, or say the address yourself: TENBO_ADDRESS=http://192.168.1.20:8000 make run LAN=1"
            )
        self.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """A socket that is ours from now on, so that nobody takes the port between the check and the server."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
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
                f"Port {port} is taken; perhaps Tenbo is running already. Another port: make run PORT={port + 1}"
            ) from None
        raise CommandError(f"Cannot listen on port {port}: {error.strerror}") from None
    return listener


def lan_address() -> str | None:
    """The address other devices reach this computer by, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; it only asks the system which of its addresses it would use.
            # 192.0.2.1 belongs to nobody (RFC 5737).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(address).is_loopback else address


def qr_code(text: str) -> str:
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def seed_demo_if_empty() -> None:
    """A first visitor finds a tournament to try; somebody's own database is left alone."""
    if "seed_demo" in get_commands() and not get_user_model().objects.exists():
        call_command("seed_demo")

"""Runs PostgreSQL, two processes of Tenbo and Caddy on free ports of this computer, configured as in deploy/."""

import os
import resource
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any, Self

from tests.conftest import ROOT
from tests.durability.test_restart import server
from tests.running_site import PREPARE, Site, free_port

WITHOUT_CERTIFICATE = ssl.create_default_context()
WITHOUT_CERTIFICATE.check_hostname = False
WITHOUT_CERTIFICATE.verify_mode = ssl.CERT_NONE
"""A TLS context that does not verify certificates, because Caddy signs localhost's certificate with its own authority,
which is not installed."""


def allow_many_files() -> None:
    """Allow as many open files as this user may have, because each viewer needs one, and two in Caddy."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Services:
    """A context manager that runs the services. `tables` are those that `tests.running_site.PREPARE` creates."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port(), free_port()]
        self.https = free_port()
        self.address = f"https://localhost:{self.https}"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._ends = ExitStack()

    def __enter__(self) -> Self:
        allow_many_files()
        if not shutil.which("caddy"):
            sys.exit("deploy/try needs Caddy: apt-get install caddy")
        self.database = self._ends.enter_context(server())
        var = self.folder / "var"
        var.mkdir(mode=0o700)
        self.site = Site(var, self.database.url)
        self.site.environment |= {
            "TENBO_ADDRESS": self.address, "TENBO_HTTPS": "1", "TENBO_PROXIES": "1",
            "TENBO_STATIC_ROOT": str(self.folder / "static"),
        }  # fmt: skip
        self._ends.callback(self._stop_all)
        return self

    def __exit__(self, *_error: Any) -> None:
        self._ends.close()

    def prepare(self, tables: int) -> list[list[str]]:
        made: list[list[str]] = self.site.run(PREPARE, str(tables))
        self._manage("collectstatic", "--no-input", "-v0")
        for port in self.ports:
            self.start_process(port)
        self.start_caddy()
        self.wait_until_answered()
        return made

    def _manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.site.environment, check=True)

    def start_process(self, port: int) -> None:
        """Start a process of Tenbo on this port, with the options of deploy/systemd/tenbo@.service."""
        unit = (ROOT / "deploy" / "systemd" / "tenbo@.service").read_text()
        line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
        _program, *arguments = line.removeprefix("ExecStart=").replace("%i", str(port)).split()
        self._start(f"process {port}", [sys.executable, "-m", "uvicorn", *arguments], self.site.environment)

    def start_caddy(self) -> None:
        environment = os.environ | {
            "XDG_DATA_HOME": str(self.folder / "caddy"), "XDG_CONFIG_HOME": str(self.folder / "caddy"),
            "TENBO_SITE": self.address, "TENBO_HTTP_PORT": str(free_port()), "TENBO_HTTPS_PORT": str(self.https),
            "TENBO_UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in self.ports),
        }  # fmt: skip
        self._start("caddy", ["caddy", "run", "--config", str(ROOT / "deploy" / "Caddyfile")], environment)

    def _start(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        with (self.folder / f"{name.replace(' ', '-')}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        """Kill a service at once (SIGKILL), as a power cut would."""
        process = self.processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait(30)

    def stop_process(self, port: int) -> None:
        """Stop a process of Tenbo as systemd does."""
        process = self.processes.pop(f"process {port}")
        process.terminate()
        process.wait(30)

    def differences(self) -> int:
        """Return 1 if `manage.py verify` finds differences, else 0."""
        command = [sys.executable, "manage.py", "verify"]
        done = subprocess.run(command, cwd=ROOT, env=self.site.environment, stdout=sys.stderr, check=False)
        return done.returncode

    def wait_until_answered(self) -> None:
        """Wait until Caddy passes on a response of Tenbo."""
        self._wait_for(
            "/rules/", lambda: HTTPSConnection("localhost", self.https, timeout=5, context=WITHOUT_CERTIFICATE)
        )

    def wait_until_ready(self, port: int) -> None:
        self._wait_for("/readyz", lambda: HTTPConnection("127.0.0.1", port, timeout=5))

    def _wait_for(self, path: str, connect: Callable[[], HTTPConnection]) -> None:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            connection = connect()
            try:
                connection.request("GET", path)
                if connection.getresponse().status == 200:
                    return
            except (OSError, HTTPException):
                pass
            finally:
                connection.close()
            time.sleep(0.1)
        raise RuntimeError(f"nothing answers at {path} of {self.address}; logs are in {self.folder}")

    def _stop_all(self) -> None:
        for name in list(self.processes):
            self.kill(name)

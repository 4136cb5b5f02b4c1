"""`manage.py serve`, which `make run` calls, as a person at a terminal meets it."""

import io
import os
import signal
import socket
import stat
import subprocess
import sys
from contextlib import closing
from copy import deepcopy
from http.client import HTTPConnection
from itertools import takewhile

import pytest
from django.core.management.base import CommandError

from tests.conftest import ROOT
from tournament.management.commands import serve
from tournament.site.certificate import server_context


@pytest.fixture
def taken():
    """A port that somebody else listens on."""
    with socket.socket() as somebody:
        somebody.bind(("127.0.0.1", 0))
        somebody.listen()
        yield somebody.getsockname()[1]


@pytest.fixture
def free(taken):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        return nobody.getsockname()[1]


def health(port):
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/healthz")
        return connection.getresponse().status


@pytest.mark.slow
def test_an_empty_folder_becomes_a_page(tmp_path, free):
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_"))}
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(free)],
        cwd=ROOT,
        env=bare | {"TENBO_VAR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            output = "".join(takewhile(lambda line: line != "Ctrl+C stops it.\n", process.stdout))
            answer = health(free)
            stream = HTTPConnection("127.0.0.1", free, timeout=20)
            stream.request("GET", "/live/events?t=1:0")
            first_line = stream.getresponse().readline()  # an open page
        finally:
            process.send_signal(signal.SIGINT)
            output += process.communicate(timeout=60)[0]  # uvicorn has three seconds of patience with open streams
            stream.close()

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir() if path.is_file()}
    assert modes["tenbo.sqlite3"] == 0o600
    assert set(modes.values()) == {0o600}
    assert answer == 200, output
    assert first_line == b"retry: 2000\n"
    assert f"Tenbo is at http://localhost:{free}" in output
    assert "Log in as demo, password: " in output
    assert f"One table, without logging in: http://localhost:{free}/t/demo-spring-open/tables/1/link/" in output
    assert "Traceback" not in output
    assert process.returncode == 0


def test_a_taken_port_is_an_error_that_suggests_another(taken):
    with pytest.raises(CommandError, match=rf"Port {taken} is taken.*make run PORT={taken + 1}"):
        serve.listen("127.0.0.1", taken)


@pytest.mark.parametrize(("system", "option"), [("linux", socket.SO_REUSEADDR), ("win32", 99)])
def test_a_port_is_shared_with_no_other_process_on_any_system(monkeypatch, system, option):
    """On Windows SO_REUSEADDR lets two processes listen on one port."""
    options = []

    class Listener(socket.socket):
        def setsockopt(self, *arguments):
            options.append(arguments)

    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", 99, raising=False)
    monkeypatch.setattr(socket, "socket", Listener)
    monkeypatch.setattr(sys, "platform", system)

    serve.listen("127.0.0.1", 0).close()

    assert options == [(socket.SOL_SOCKET, option, 1)]


def test_an_impossible_port_is_an_error():
    with pytest.raises(CommandError, match="no port 80808"):
        serve.listen("127.0.0.1", 80808)


def announcement(port, *, lan):
    output = io.StringIO()
    serve.Command(stdout=output).announce(port, lan=lan)
    return output.getvalue()


@pytest.mark.django_db
def test_on_a_network_the_address_is_drawn_for_phones(settings):
    settings.TENBO_ADDRESS = "http://192.0.2.7:8000"
    settings.TENBO_SECURE_ADDRESSES = {"192.0.2.7": "https://192.0.2.7:8443"}

    output = announcement(8000, lan=True)

    assert "Tenbo is at http://192.0.2.7:8000" in output
    assert "█" in output
    assert "http://192.0.2.7:8000/phones/" in output


@pytest.fixture
def opened(settings, monkeypatch):
    """Opens the site to a network in which this computer has an address; how it is configured then."""
    monkeypatch.setattr(serve, "local_names", lambda: ["hall.local"])
    settings.ALLOWED_HOSTS, settings.CONTENT_SECURITY_POLICY = [], {"DIRECTIVES": {}}

    def open_site(own, configured=""):
        monkeypatch.setattr(serve, "lan_addresses", lambda: own)
        settings.TENBO_ADDRESS, settings.TENBO_SECURE_ADDRESSES = configured, {}
        return serve.open_to_network(8000), settings

    return open_site


def test_phones_reach_each_address_and_name_by_https_too(opened):
    hosts, settings = opened(["192.168.1.20", "10.42.0.1"])

    assert hosts == ["192.168.1.20", "10.42.0.1", "hall.local"]
    assert hosts == settings.ALLOWED_HOSTS
    assert settings.TENBO_ADDRESS == "http://192.168.1.20:8000"
    assert settings.TENBO_SECURE_ADDRESSES["hall.local"] == "https://hall.local:8443"
    assert "https://192.168.1.20:8443" in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["connect-src"]


@pytest.mark.parametrize("configured", ["https://tenbo.example.org", "http://203.0.113.5:8000"])
def test_there_is_no_https_of_ours_behind_a_proxy_or_on_the_open_internet(opened, configured):
    hosts, settings = opened(["192.168.1.20"], configured)

    assert hosts == []
    assert settings.TENBO_SECURE_ADDRESSES == {}
    assert configured == settings.TENBO_ADDRESS


@pytest.mark.django_db
def test_without_a_network_the_message_says_what_to_do(settings):
    settings.TENBO_ADDRESS = ""

    output = announcement(8000, lan=True)

    assert "phones cannot reach it yet" in output
    assert "█" not in output


@pytest.mark.django_db
def test_a_changed_password_of_the_demo_is_not_printed(settings, tmp_path, django_user_model):
    settings.VAR = tmp_path
    (tmp_path / "demo-login").write_text("once-was-ours")
    django_user_model.objects.create_user("demo", password="riichi-on-the-third-turn")

    output = announcement(8000, lan=False)

    assert "Log in as demo, password: the password you set" in output
    assert "once-was-ours" not in output
    assert "One table" not in output


def test_a_loopback_address_is_no_address_for_phones(monkeypatch):
    monkeypatch.setattr(serve, "TARGETS", ("127.0.0.1",))
    monkeypatch.setattr(serve, "_interfaces", list)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(2, 2, 17, "", ("127.0.1.1", 0))])

    assert serve.lan_addresses() == []


def test_a_code_on_a_terminal_brings_its_own_colours():
    lines = serve.qr_code("http://192.0.2.7:8000", colours=True).splitlines()

    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)


@pytest.fixture
def called(monkeypatch):
    """The commands that were called, in a project that has `seed_demo`."""
    called = []
    monkeypatch.setattr(serve, "get_commands", lambda: {"seed_demo": "tournament"})
    monkeypatch.setattr(serve, "call_command", called.append)
    return called


@pytest.mark.django_db
def test_an_empty_database_is_seeded(called):
    serve.seed_demo_if_empty()

    assert called == ["seed_demo"]


@pytest.mark.django_db
def test_somebodys_database_is_left_alone(called, django_user_model):
    django_user_model.objects.create_user("organizer")

    serve.seed_demo_if_empty()

    assert called == []


@pytest.fixture
def network(monkeypatch, settings):
    """`network.append([...])` are the addresses of this computer from then on."""
    settings.TENBO_ADDRESS, settings.ALLOWED_HOSTS = "http://192.168.1.20:8000", ["192.168.1.20"]
    settings.TENBO_SECURE_ADDRESSES = {}
    settings.CONTENT_SECURITY_POLICY = deepcopy(settings.CONTENT_SECURITY_POLICY)
    addresses = [["192.168.1.20"]]
    monkeypatch.setattr(serve, "lan_addresses", lambda: addresses[-1])
    return addresses


@pytest.mark.django_db
def test_another_network_brings_another_address_and_code(settings, network, tmp_path):
    settings.VAR = tmp_path
    output = io.StringIO()
    command = serve.Command(stdout=output)
    context = server_context(tmp_path, ["192.168.1.20"])
    network.append(["10.0.7.3"])

    assert command.look_at_network(8000, context, ["192.168.1.20"]) == ["10.0.7.3"]

    assert settings.TENBO_ADDRESS == "http://10.0.7.3:8000"
    assert {"192.168.1.20", "10.0.7.3"} <= set(settings.ALLOWED_HOSTS)  # the way back is short
    assert "Tenbo is at http://10.0.7.3:8000" in output.getvalue()
    assert "█" in output.getvalue()
    assert context.sni_callback is not None  # the next connection gets the certificate for the new address


def test_the_same_network_or_none_changes_nothing(settings, network):
    output = io.StringIO()
    command = serve.Command(stdout=output)
    for addresses in (["192.168.1.20"], []):
        network.append(addresses)

        assert command.look_at_network(8000, None, ["192.168.1.20"]) == ["192.168.1.20"]

    assert settings.TENBO_ADDRESS == "http://192.168.1.20:8000"
    assert output.getvalue() == ""


def test_a_network_that_leads_nowhere_is_found_too(monkeypatch):
    monkeypatch.setattr(serve, "TARGETS", ())
    monkeypatch.setattr(serve, "_interfaces", lambda: ["wlan0", "eth0"])
    monkeypatch.setattr(serve, "_address_of", {"wlan0": "192.168.7.2", "eth0": None}.get)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(2, 2, 17, "", ("127.0.1.1", 0))])

    assert serve.lan_addresses() == ["192.168.7.2"]

"""A configuration that cannot work ends the start with one sentence."""

import os
import subprocess
import sys

import psycopg
import pytest

from tests.conftest import ROOT
from tests.running_site import COMMANDS, Site, free_port
from tournament import starting
from tournament.live.threads import SWITCH_AFTER

pytestmark = pytest.mark.slow

SERVE = [sys.executable, "-m", "uvicorn", "tournament.asgi:application", "--port", "0"]


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"TENBO_ADDRESS": "tenbo.example.org"}, "TENBO_ADDRESS is like https://tenbo.example.org"),
        ({"TENBO_SECRET_KEY": "riichi"}, "TENBO_SECRET_KEY holds 6 characters"),
        ({"DATABASE_URL": "mysql://tenbo@db/club"}, "DATABASE_URL is for PostgreSQL"),
    ],
)
def test_a_wrong_setting_stops_a_server_with_one_sentence(tmp_path, environment, sentence):
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_"))}

    done = subprocess.run(
        SERVE, cwd=ROOT, env=bare | {"TENBO_VAR": str(tmp_path)} | environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60,
    )  # fmt: skip

    assert done.returncode != 0
    assert done.stdout.startswith(f"Tenbo does not start. {sentence}")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("reason", "stops"),
    [
        ('FATAL:  password authentication failed for user "tenbo"', True),
        ('FATAL:  database "club" does not exist', True),
        ('could not translate host name "db" to address', True),
        ("Connection refused. Is the server running?", False),
        ("the database system is starting up", False),
    ],
)
def test_a_database_that_can_never_be_reached_stops_the_start(monkeypatch, reason, stops):
    def refuse(**_params):
        raise psycopg.OperationalError(reason)

    monkeypatch.setattr(psycopg, "connect", refuse)

    problem = starting._problem_of_server({"host": "db", "context": None})

    assert problem == (f"DATABASE_URL is wrong: {' '.join(reason.split())}" if stops else "")


def test_a_file_that_is_no_database_stops_the_start(tmp_path):
    (tmp_path / "tenbo.sqlite3").write_text("riichi " * 100)

    assert "cannot be read" in starting._problem_of_file(str(tmp_path / "tenbo.sqlite3"))
    assert "cannot be opened" in starting._problem_of_file(str(tmp_path / "missing" / "tenbo.sqlite3"))
    assert starting._problem_of_file(str(tmp_path / "new.sqlite3")) == ""


def test_the_first_request_of_a_server_imports_no_view_and_no_stranger_fills_its_log(tmp_path):
    """Nor does a server with SQLite import psycopg, which takes a tenth of its start. Its threads take turns soon."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_URL"))}
    code = (
        "import logging, sys, tournament.asgi\n"
        "print('tournament.table.views.hand_entry' in sys.modules, 'psycopg' in sys.modules)\n"
        "print(sys.getswitchinterval())\n"
        "for _ in range(1000): logging.getLogger('uvicorn.error').warning('Unsupported upgrade request.')\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=bare | {"TENBO_VAR": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    modules, switch_after = done.stdout.splitlines()
    assert modules == "True False"
    assert float(switch_after) == pytest.approx(SWITCH_AFTER)
    assert 0 < done.stderr.count("Unsupported upgrade request") <= 2 * 60  # a minute may end meanwhile


def test_the_commands_work_without_make(tmp_path):
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_URL"))}

    done = subprocess.run(
        [sys.executable, "-m", "tournament", "backup", "--help"],
        cwd=ROOT, env=bare | {"TENBO_VAR": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.stdout.startswith("usage: python -m tournament backup")


def test_a_reader_that_ends_early_ends_a_command_without_a_traceback(tmp_path):
    """As in `manage.py verify | head -1`."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_URL"))}
    reader, writer = os.pipe()
    os.close(reader)

    with os.fdopen(writer, "w") as output:
        done = subprocess.run(
            [sys.executable, "manage.py", "doctor"],
            cwd=ROOT, env=bare | {"TENBO_VAR": str(tmp_path)}, stdout=output, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, "")


def test_without_a_database_each_command_says_so_in_a_sentence(tmp_path):
    nobody = free_port()
    site = Site(tmp_path, f"postgresql://tenbo@127.0.0.1:{nobody}/tenbo")
    commands = [
        "migrate",
        "createsuperuser",
        "rehearse",
        "federation_staff somebody",
        "forget_passkeys somebody",
        "serve --port 0",
    ]

    ended = site.run(COMMANDS, *commands)

    assert [status for status, _output in ended] == [1] * len(commands)
    for _status, output in ended:
        assert output.startswith("The database cannot be used: ")
        assert f'"127.0.0.1", port {nobody} failed: Connection refused' in output
        assert output.endswith("`manage.py doctor` says how to mend it.\n")
        assert output.count("\n") == 1

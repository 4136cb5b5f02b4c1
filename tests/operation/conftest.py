"""A store on this computer, and the environment of a site that uses it."""

import pytest

from tests.operation.s3_server import running_store, variables


@pytest.fixture
def store(monkeypatch, settings, tmp_path):
    """An S3-compatible store, which this process's settings name."""
    with running_store() as server:
        for name, value in variables(server).items():
            monkeypatch.setenv(name, value)
        settings.TENBO_BACKUP_STORE = server.address
        settings.TENBO_BACKUPS = tmp_path / "backups"
        settings.TENBO_BACKUPS.mkdir()
        yield server

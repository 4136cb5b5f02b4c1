"""A store on this computer and the environment of a site that uses it, and a folder that may not be entered."""

import errno
from pathlib import Path

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


@pytest.fixture
def locked_backups(monkeypatch, settings, tmp_path):
    """TENBO_BACKUPS in a folder that this user may not enter; not by its mode, which does not hold for root."""
    folder = tmp_path / "of-others"
    folder.mkdir()
    settings.TENBO_BACKUPS = folder / "backups"

    def refuse(name):
        function = getattr(Path, name)

        def refused(path, *arguments, **named):
            if folder in path.parents:
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return function(path, *arguments, **named)

        monkeypatch.setattr(Path, name, refused)

    refuse("stat")
    refuse("iterdir")
    return settings.TENBO_BACKUPS

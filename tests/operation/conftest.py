"""Fixtures for tests of operation: an object store on this computer that the site uses, and a folder that cannot be
read."""

import errno
from functools import cache
from pathlib import Path

import pytest

from tests.operation.s3_server import running_store, variables


@pytest.fixture(scope="session")
def descriptions():
    """Reads boto3's descriptions of services once, as each of its sessions does: a client takes 7 ms instead of 74."""
    from botocore.loaders import create_loader  # here, because collecting the tests needs none of it

    return cache(create_loader)


@pytest.fixture
def store(monkeypatch, settings, tmp_path, descriptions):
    """Start an S3-compatible store, and set it in the settings."""
    monkeypatch.setattr("botocore.session.create_loader", descriptions)
    with running_store() as server:
        for name, value in variables(server).items():
            monkeypatch.setenv(name, value)
        settings.TENBO_BACKUP_STORE = server.address
        settings.TENBO_BACKUPS = tmp_path / "backups"
        settings.TENBO_BACKUPS.mkdir()
        yield server


@pytest.fixture
def locked_backups(monkeypatch, settings, tmp_path):
    """Put TENBO_BACKUPS into a folder that this process cannot read. File permissions are not used, because root could
    read the folder anyway."""
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

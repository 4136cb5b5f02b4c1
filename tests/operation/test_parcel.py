"""The file of a backup: what goes in comes out, and nothing else is taken for one."""

import os
import stat
import tarfile

import pytest

from tournament.archive.encryption import MAGIC, NONCE, PIECE, SALT, TAG
from tournament.operation.parcel import BadParcel, is_own_file, pack, unpack


@pytest.fixture
def folder(tmp_path):
    """A small site's files."""
    (tmp_path / "site" / "var").mkdir(parents=True)
    (tmp_path / "site" / "tenbo.sqlite3").write_bytes(bytes(range(256)) * 400)
    (tmp_path / "site" / "var" / "secret-key").write_text("of thirteen orphans")
    (tmp_path / "again").mkdir()
    return tmp_path


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_packed_is_unpacked(folder):
    pack(folder / "parcel", folder / "site", {"version": "1"})

    manifest = unpack(folder / "parcel", folder / "again")

    assert manifest["version"] == "1"
    assert contents(folder / "again") == contents(folder / "site")
    assert stat.S_IMODE((folder / "parcel").stat().st_mode) == 0o600


def test_what_was_encrypted_is_read_with_its_passphrase_alone(folder):
    pack(folder / "parcel", folder / "site", {}, "thirteen orphans")

    for passphrase, sentence in [("", "set TENBO_BACKUP_PASSPHRASE"), ("fourteen orphans", "the passphrase is wrong")]:
        with pytest.raises(BadParcel, match=sentence):
            unpack(folder / "parcel", folder / "again", passphrase)
        assert contents(folder / "again") == {}

    unpack(folder / "parcel", folder / "again", "thirteen orphans")
    assert contents(folder / "again") == contents(folder / "site")


def test_an_encrypted_file_of_several_pieces_cannot_be_cut_short(folder):
    (folder / "site" / "tenbo.sqlite3").write_bytes(os.urandom(2 * PIECE + 9))  # it does not compress
    pack(folder / "parcel", folder / "site", {}, "thirteen orphans")
    unpack(folder / "parcel", folder / "again", "thirteen orphans")
    assert contents(folder / "again") == contents(folder / "site")

    with (folder / "parcel").open("r+b") as file:
        file.truncate(len(MAGIC) + SALT + NONCE + 2 * (PIECE + TAG))

    with pytest.raises(BadParcel, match="cannot be decrypted: it is damaged"):
        unpack(folder / "parcel", folder / "again", "thirteen orphans")


@pytest.mark.parametrize("size", [0, 10, 700])
def test_a_file_that_was_cut_short_is_said_to_be_damaged(folder, size):
    pack(folder / "parcel", folder / "site", {})
    with (folder / "parcel").open("r+b") as file:
        file.truncate(size)

    with pytest.raises(BadParcel, match="is no backup of Tenbo, or it is damaged"):
        unpack(folder / "parcel", folder / "again")


def test_other_archives_are_refused(folder):
    with tarfile.open(folder / "parcel", "w:gz") as archive:
        archive.add(folder / "site" / "tenbo.sqlite3", "tenbo.sqlite3")

    with pytest.raises(BadParcel, match="is no backup of Tenbo"):
        unpack(folder / "parcel", folder / "again")


def tar_of(path, *entries):
    with tarfile.open(path, "w:gz") as archive:
        for name, kind, to in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, to
            archive.addfile(entry)


@pytest.mark.parametrize(
    "entries",
    [
        [("var/link", tarfile.SYMTYPE, "../../outside"), ("var/link/flag", tarfile.REGTYPE, "")],
        [("var/link", tarfile.LNKTYPE, "../outside/flag")],
        [("var/folder", tarfile.DIRTYPE, "")],
        [("var/../../outside/flag", tarfile.REGTYPE, "")],
        [("/var/flag", tarfile.REGTYPE, "")],
        [("other", tarfile.REGTYPE, "")],
        [("var/twice", tarfile.REGTYPE, ""), ("var/twice", tarfile.REGTYPE, "")],
    ],
)
def test_a_hostile_archive_writes_nothing_outside(folder, entries):
    (folder / "outside").mkdir()
    (folder / "outside" / "flag").write_text("old")
    tar_of(folder / "parcel", *entries)

    with pytest.raises(BadParcel, match="no backup of Tenbo"):
        unpack(folder / "parcel", folder / "again")

    assert contents(folder / "outside") == {"flag": b"old"}
    assert not any(path.is_symlink() for path in (folder / "again").rglob("*"))


def test_a_file_that_is_not_the_one_packed_is_noticed(folder):
    pack(folder / "parcel", folder / "site", {})
    (folder / "site" / "var" / "secret-key").write_text("of another site")
    with tarfile.open(folder / "parcel", "w:gz") as archive:
        for name in contents(folder / "site"):
            archive.add(folder / "site" / name, name)

    with pytest.raises(BadParcel, match="is damaged: its files are not those"):
        unpack(folder / "parcel", folder / "again")


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("secret-key", True),
        ("vapid/private.pem", True),
        ("demo-login", True),
        ("tenbo.sqlite3", False),
        ("tenbo.sqlite3-wal", False),
        ("acknowledged", False),
        (".restore-x/tenbo.json", False),
        ("test.sqlite3", False),
    ],
)
def test_keys_go_into_a_backup_and_the_database_does_not(name, own):
    assert is_own_file(name) == own


@pytest.mark.parametrize("manifest", ["[]", "7", '{"files": []}', '{"files": 7}', "[" * 100_000])
def test_a_manifest_that_was_made_up_is_refused(manifest, folder):
    (folder / "site" / "tenbo.json").write_text(manifest)
    with tarfile.open(folder / "parcel", "w:gz") as archive:
        archive.add(folder / "site" / "tenbo.json", "tenbo.json")

    with pytest.raises(BadParcel):
        unpack(folder / "parcel", folder / "again")

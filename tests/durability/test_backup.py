"""A backup that is made while the site runs, and the site that it becomes elsewhere."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.durability.conftest import fresh_database
from tests.phone import Phone
from tests.running_site import REPLAY, site
from tournament.operation.generations import backups_in

pytestmark = [pytest.mark.database, pytest.mark.long]

PASSPHRASE = {"TENBO_BACKUP_PASSPHRASE": "thirteen orphans"}
HAND = {"winner": "0", "discarder": "2", "value": "1-30"}

# Every row of every table, and the numbers that the next rows get.
ALL_ROWS = """
import json
import django; django.setup()
from django.apps import apps
from django.contrib.auth.models import Permission
from tournament.operation.actions.copies import _counter
rows = {}
for model in apps.get_models(include_auto_created=True):
    names = [field.attname for field in model._meta.concrete_fields]
    found = sorted(repr(row) for row in model._base_manager.values_list(*names))
    rows[model._meta.label] = [found, _counter("default", model) if "id" in names else 0]
print(json.dumps(rows))
"""


def manage(site, *arguments, **environment):
    """Status and output of a command of manage.py."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=site.environment | environment, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_restored_backup_is_the_same_site(own_site, prepared, phones, tmp_path):
    folder = tmp_path / "backups"
    with own_site() as old:
        var = Path(old.environment["TENBO_VAR"])
        (var / "push").mkdir()
        (var / "push" / "vapid.pem").write_text("a key of another part")
        old.start()
        phone = phones(old)[0]
        fields = phone.draw(**HAND)
        assert phone.submit(fields)[0] == 302

        made = manage(old, "backup", "--to", str(folder), **PASSPHRASE)
        before = old.run(ALL_ROWS)

    (backup,) = backups_in(folder)
    assert made[0] == 0, made[1]
    assert "1 tournaments, 1 hands, 1 log entries." in made[1]
    assert [path.name for path in folder.iterdir()] == [backup.name]  # nothing half made is left
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert backup.read_bytes().startswith(b"tenbo-encrypted/1")

    with fresh_database() as url, site(tmp_path / "new", url) as new:
        restored = manage(new, "restore", str(backup), **PASSPHRASE)
        assert restored[0] == 0, restored[1]
        assert new.run(ALL_ROWS) == before
        again = manage(new, "restore", str(backup), **PASSPHRASE)
        assert (again[0], "into an empty place only" in again[1]) == (1, True)

        var = Path(new.environment["TENBO_VAR"])
        assert (var / "push" / "vapid.pem").read_text() == "a key of another part"
        new.start()
        phone = Phone(new.port, *prepared[2][0])
        assert phone.submit(phone.draw(**HAND))[0] == 302  # by the link and the session of before
        assert phone.submit(fields | {"csrfmiddlewaretoken": phone.draw(**HAND)["csrfmiddlewaretoken"]})[0] == 302
        phone.close()
        keys, wrong_rows = new.run(REPLAY)
    assert (len(keys), wrong_rows) == (2, [])  # the hand that was sent again counts once


def test_a_migration_makes_a_backup_first(own_site):
    with own_site() as made:
        made.run("""
import json
import django; django.setup()
from django.db import connection
from tournament.models import User
User.objects.create_user("somebody")
with connection.cursor() as cursor:
    cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    cursor.execute("DROP TABLE django_session")
print(json.dumps(None))
""")
        folder = Path(made.environment["TENBO_VAR"]) / "backups"
        folder.write_text("not a folder")
        refused = manage(made, "migrate")
        folder.unlink()
        migrated = manage(made, "migrate")
        nothing_to_do = manage(made, "migrate")

    assert refused[0] == 1
    assert "Nothing was migrated, because no backup could be made." in refused[1]
    assert "Traceback" not in refused[1]
    assert migrated[0] == 0, migrated[1]
    assert "Applying sessions.0001_initial" in migrated[1]
    assert "Backup before" not in nothing_to_do[1]
    assert len(backups_in(folder)) == 1

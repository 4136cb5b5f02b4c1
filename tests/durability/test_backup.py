"""A backup that is made while the site runs, and the site that it becomes elsewhere."""

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.durability.conftest import fresh_database
from tests.operation.s3_server import running_store, variables
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

# An account, and one migration less.
OLDER = """
import json
import django; django.setup()
from django.db import connection
from tournament.models import User
User.objects.get_or_create(username="somebody")
with connection.cursor() as cursor:
    cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    cursor.execute("DROP TABLE django_session")
print(json.dumps(None))
"""


# The session key of an account, and of a phone that opened a table's link.
LOGINS = """
import json
import django; django.setup()
from django.conf import settings
from django.test import Client
from tests.factories import UserFactory
from tournament.models import Table
account, phone = Client(HTTP_HOST="localhost"), Client(HTTP_HOST="localhost")
account.force_login(UserFactory())
account.get("/accounts/")
table = phone.get(Table.objects.first().get_link())["Location"]
print(json.dumps([[client.cookies[settings.SESSION_COOKIE_NAME].value for client in (account, phone)], table]))
"""

ASK = """
import json, sys
import django; django.setup()
from django.conf import settings
from django.test import Client
keys, table = json.loads(sys.argv[1])
statuses = []
for key, path in zip(keys, ["/accounts/", table]):
    client = Client(HTTP_HOST="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    statuses.append(client.get(path).status_code)
print(json.dumps(statuses))
"""

END = """
import json
import django; django.setup()
from tournament.core.actions.logins import end_all_logins
from django.conf import settings
print(json.dumps(end_all_logins([settings.SECRET_KEY])))
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

        made = manage(old, "backup", "--to", str(folder), TENBO_SLOW_QUERY="1", **PASSPHRASE)
        before = old.run(ALL_ROWS)

    (backup,) = backups_in(folder)
    assert made[0] == 0, made[1]
    assert "1 tournaments, 1 hands, 1 log entries." in made[1]
    assert [path.name for path in folder.iterdir()] == [backup.name]  # nothing half made is left
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert backup.read_bytes().startswith(b"tenbo-encrypted/1")

    with fresh_database() as url, site(tmp_path / "new", url) as new:
        restored = manage(new, "restore", str(backup), TENBO_SLOW_QUERY="1", **PASSPHRASE)
        assert restored[0] == 0, restored[1]
        assert "mails that waited then are sent once more" in restored[1]
        assert "Slow query" not in made[1] + restored[1]
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
        made.run(OLDER)
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


def test_a_site_whose_computer_is_lost_comes_back_from_the_store(own_site, phones, tmp_path):
    with own_site() as old, running_store() as store:
        environment = PASSPHRASE | variables(store)
        old.start()
        phone = phones(old)[0]
        assert phone.submit(phone.draw(**HAND))[0] == 302
        made = [manage(old, "backup", **environment) for _ in range(2)]
        before = old.run(ALL_ROWS)
        shutil.rmtree(old.environment["TENBO_VAR"])

        with fresh_database() as url, site(tmp_path / "new", url) as new:
            listed = manage(new, "restore", "--list", **environment)
            refused = manage(new, "restore", "--from-store", **environment | {"TENBO_BACKUP_PASSPHRASE": "fourteen"})
            restored = manage(new, "restore", "--from-store", **environment)
            after = new.run(ALL_ROWS)
            health = manage(new, "doctor", **environment)

    assert [status for status, _output in made] == [0, 0]
    assert f"Uploaded to {store.address}." in made[0][1]
    assert [name in listed[1] for name in store.names()] == [True, True]
    assert (refused[0], "the passphrase is wrong" in refused[1]) == (1, True)
    assert restored[0] == 0, restored[1]
    assert "1 hands" in restored[1]
    assert after == before
    assert "in the store" not in health[1]
    assert "No backup is in" not in health[1]


def test_the_backup_before_a_migration_is_uploaded_and_a_full_store_does_not_stop_it(own_site):
    with own_site() as made, running_store() as store:
        store.faults.add("full")
        made.run(OLDER)
        full = manage(made, "migrate", **PASSPHRASE, **variables(store))
        store.faults.clear()
        made.run(OLDER)
        uploaded = manage(made, "migrate", **PASSPHRASE, **variables(store))
        kept = backups_in(Path(made.environment["TENBO_VAR"]) / "backups")

    assert (full[0], uploaded[0]) == (0, 0), full[1] + uploaded[1]
    assert "is full.\n" in full[1]
    assert all("Applying sessions.0001_initial" in output for _status, output in (full, uploaded))
    assert store.names() == [kept[0].name]
    assert len(kept) == 2


@pytest.mark.parametrize(("options", "account"), [([], 200), (["--end-logins"], 302)])
def test_logins_that_were_ended_come_back_unless_the_operator_ends_them(own_site, tmp_path, options, account):
    with own_site() as old:
        logins = json.dumps(old.run(LOGINS))
        made = manage(old, "backup", "--to", str(tmp_path / "backups"))
        assert old.run(END) == 1
        assert old.run(ASK, logins) == [302, 200]
    (backup,) = backups_in(tmp_path / "backups")

    with fresh_database() as url, site(tmp_path / "new", url) as new:
        restored = manage(new, "restore", str(backup), *options)

        assert (made[0], restored[0]) == (0, 0), made[1] + restored[1]
        assert new.run(ASK, logins) == [account, 200]

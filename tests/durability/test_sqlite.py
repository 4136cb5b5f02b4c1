"""What SQLite is told, as a connection of a serving Tenbo has it: not the settings' text, but what is in force."""

import shutil

import pytest

from tests.databases import chosen_database
from tests.running_site import site

pytestmark = pytest.mark.skipif(chosen_database() != "sqlite", reason="about SQLite")

# In a thread, as every request is: its connection is its own.
ASK = """
import json, sqlite3
from threading import Thread
import django; django.setup()
from django.db import connection, transaction
from tournament.models import Tournament
answer, said = {}, []

def ask():
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        with connection.cursor() as cursor:
            answer[pragma] = cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
    connection.connection.set_trace_callback(said.append)
    with transaction.atomic():
        Tournament.objects.first()  # it has only read
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
        try:
            other.execute("BEGIN IMMEDIATE")
            answer["others_may_write"] = True
        except sqlite3.OperationalError as error:
            answer["others_may_write"] = str(error)
        other.close()
    answer["first"] = said[0]
    connection.close()

thread = Thread(target=ask)
thread.start()
thread.join()
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def in_force(prepared, tmp_path_factory):
    var = tmp_path_factory.mktemp("sqlite") / "var"
    shutil.copytree(prepared[0], var)
    with site(var) as made:
        return made.run(ASK)


def test_an_answered_hand_survives_a_power_cut(in_force):
    assert (in_force["journal_mode"], in_force["synchronous"]) == ("wal", 2)  # 2 is FULL


def test_a_transaction_holds_the_write_lock_before_it_reads(in_force):
    assert in_force["first"] == "BEGIN IMMEDIATE"
    assert in_force["others_may_write"] == "database is locked"
    assert in_force["busy_timeout"] == 20_000


def test_a_row_cannot_point_to_nothing(in_force):
    assert in_force["foreign_keys"] == 1

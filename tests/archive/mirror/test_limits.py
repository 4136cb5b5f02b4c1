"""A live mirror holds the lock for a limited time, charges its own owner alone, and sends a limited number of times."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.archive.laptops import compressed, mirror_of, post
from tests.archive.rewritten.documents import with_entry
from tests.archive.test_hand_over import hanchan_of
from tests.core.test_write_budget import used
from tests.factories import play
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions import receive_mirror as receiving
from tournament.archive.actions import replace_facts as replacing
from tournament.archive.tenbo.cost import MOST_MIRRORED
from tournament.archive.tenbo.document import envelope
from tournament.archive.views import mirror as mirror_view
from tournament.core.actions.rates import spend
from tournament.core.actions.write_budget import WRITTEN
from tournament.core.views import rates
from tournament.models import Import, RateUse

pytestmark = pytest.mark.django_db


def test_a_key_counts_so_often(home, laptop):
    row = mirror_of(laptop)
    for _use in range(rates.MIRRORED.burst):
        assert post(row.address, key=row.key, version=home.version).status_code == 200

    answer = post(row.address, key=row.key, version=home.version)

    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    for _use in range(rates.MIRRORED.burst + 1):  # who has no key uses none up
        assert post(row.address, key="no").status_code == 404
    assert RateUse.objects.count() == 1


def test_what_a_document_may_cost_is_taken_before(home, laptop, monkeypatch):
    """Else each of many at once would be received, for none has cost anything yet."""
    row, receive, meanwhile = mirror_of(laptop), receiving.receive_mirror, []
    play(hanchan_of(laptop), tsumo(A))
    body = compressed(envelope(laptop))

    def received(**arguments):
        meanwhile.append(post(row.address, body, key=row.key).status_code)
        return receive(**arguments)

    monkeypatch.setattr(mirror_view, "seconds_to_replace", lambda _document: 6.0)
    monkeypatch.setattr(mirror_view, "receive_mirror", received)

    assert post(row.address, body, key=row.key).status_code == 200
    assert meanwhile == [429]
    assert post(row.address, body, key=row.key).status_code == 200  # what was not needed was given back


def test_the_time_of_comparing_counts_too(home, laptop, monkeypatch):
    """Anybody who has the key may send a small document that takes seconds to compare, and is refused then."""
    row, seconds = mirror_of(laptop), iter([0, 0, 0, 10, 20])
    play(hanchan_of(laptop), tsumo(A))
    document = envelope(laptop)
    document["tournament"]["place"] = "changed silently"
    monkeypatch.setattr(mirror_view, "thread_time", lambda: next(seconds))

    answers = [post(row.address, compressed(document), key=row.key).status_code for _time in range(3)]

    assert answers == [409, 409, 429]


def test_a_log_cannot_make_the_file_too_large_for_good(home, laptop):
    """A document of few rows may have texts of any length in its log."""
    row, document = mirror_of(laptop), envelope(laptop)
    with_entry(document, "tournament.edited", before={}, after={"place": "x" * mirror_view.MOST_UNPACKED})

    assert post(row.address, compressed(document), key=row.key).status_code == 413


def test_a_document_that_costs_too_much_is_not_received(home, laptop, monkeypatch):
    row = mirror_of(laptop)
    play(hanchan_of(laptop), tsumo(A))
    monkeypatch.setattr(mirror_view, "seconds_to_replace", lambda _document: MOST_MIRRORED + 0.1)

    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 413
    assert not Import.objects.filter(is_finished=False).exists()
    assert home.mirrored_at is None


def test_nothing_is_written_twice_under_the_lock(home, laptop, monkeypatch):
    """One statement more for each hanchan, hand, entry or line of the log made it four times as long."""
    row = mirror_of(laptop)
    for hand in range(3):
        play(hanchan_of(laptop), ron(A, B) if hand % 2 else tsumo(A))
    revision, replace_facts, updated = hanchan_of(home).revision, replacing.replace_facts, []

    def captured(*facts, **sender):
        with CaptureQueriesContext(connection) as queries:
            replace_facts(*facts, **sender)
        updated.extend(query["sql"] for query in queries if query["sql"].startswith("UPDATE"))

    monkeypatch.setattr(receiving, "replace_facts", captured)
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    assert updated
    of_parts = "entry", "player", "hanchan", "hand", "signature", "logentry"
    assert [sql for sql in updated for part in of_parts if sql.startswith(f'UPDATE "tournament_{part}"')] == []
    assert hanchan_of(home).revision > revision
    assert set(home.log.filter(kind="hand.recorded").values_list("hanchan", flat=True)) == {hanchan_of(home).pk}


def test_mirrors_of_one_owner_hold_the_lock_a_tenth_of_the_time(home, laptop, by, monkeypatch):
    """Any account can lend a tournament of its own to itself, and replace all of its facts again and again."""
    row = mirror_of(laptop)
    seconds = iter([0.0, 9.5])  # before and after the first document is written
    monkeypatch.setattr(receiving, "perf_counter", lambda: next(seconds))
    play(hanchan_of(laptop), tsumo(A))
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    play(hanchan_of(laptop), tsumo(A))
    answer = post(row.address, compressed(envelope(laptop)), key=row.key)

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 10
    assert post(row.address, key=row.key, version=home.version + 1).status_code == 200
    RateUse.objects.update(used_until=F("used_until") - timedelta(seconds=10))
    seconds = iter([0.0, 0.1])
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200


def test_a_mirror_uses_nothing_of_another_owner(home, laptop, by, second):
    """Anybody can make an account that they have in a team an owner too, and its own mirrors would stop."""
    row = mirror_of(laptop)
    play(hanchan_of(laptop), tsumo(A))

    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    used = set(RateUse.objects.values_list("key", flat=True))
    assert rates.MIRROR_WRITES.key(str(by.user.pk)) in used
    assert rates.MIRROR_WRITES.key(str(second.user_id)) not in used


def test_what_documents_add_is_paid_by_the_budget_of_the_events_tables(home, laptop):
    row, subject = mirror_of(laptop), f"tables of account {home.memberships.get().user_id}"
    play(hanchan_of(laptop), tsumo(A))
    document = envelope(laptop)
    assert post(row.address, compressed(document), key=row.key).status_code == 200
    first = used(subject)
    with_entry(document, "tournament.edited", before={}, after={"place": "x" * 100_000})
    assert post(row.address, compressed(document), key=row.key).status_code == 200
    assert post(row.address, compressed(document), key=row.key).status_code == 200  # nothing new
    second = used(subject)

    spend(WRITTEN.burst, (WRITTEN, subject))
    with_entry(document, "tournament.edited", before={}, after={"place": "y"})
    answer = post(row.address, compressed(document), key=row.key)

    assert 5 < first < 100
    assert 90 < second - first < 102
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    assert home.log.count() == len(document["log"]) - 1


def test_people_of_whom_each_document_brings_others_are_bounded(home, laptop, monkeypatch):
    row, document = mirror_of(laptop), envelope(laptop)
    play(hanchan_of(laptop), tsumo(A))
    monkeypatch.setattr(mirror_view, "MOST_PEOPLE", len(document["entries"]))

    answers = [post(row.address, compressed(envelope(laptop)), key=row.key).status_code]
    document["entries"].append(document["entries"][-1] | {"number": 99})
    answers.append(post(row.address, compressed(document), key=row.key).status_code)

    assert answers == [200, 413]

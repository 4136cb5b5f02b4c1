"""An import is many short transactions in a tournament that nobody sees until the last; a killed one is cleared."""

import datetime
import re
from collections import Counter
from contextlib import ExitStack, suppress
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.archive.envelopes import busy_tournament
from tests.factories import EntryFactory, HanchanFactory, UserFactory, play, visitor
from tests.other_process import Killed, in_another_process
from tournament.archive.actions import delete_rows, unfinished_imports
from tournament.archive.actions import import_tournament as importing
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import return_from_laptop, take_to_laptop
from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.actions.take_over import take_over
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo import columns
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.archive.tenbo.hand_over import BACK, TO_LAPTOP, checked_hand_over
from tournament.archive.tenbo.reading import parsed
from tournament.archive.tenbo.values import BadDocument
from tournament.models import Hand, Import, Tournament
from tournament.people.queries.person import find_people

CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))
WRITES = re.compile(r"INSERT|UPDATE|DELETE")


@pytest.fixture
def by():
    return visitor(UserFactory())


def document_of(tournament):
    return read_envelope(envelope_json(envelope(tournament)))


def rows():
    return Counter({model.__name__: model._base_manager.count() for model in apps.get_models()})


def in_short_pieces(monkeypatch, before_each):
    """Ten rows in a batch; calls before each batch that is a transaction of its own."""
    real = columns.batches

    def batches(values):
        for batch in real(values):
            if (connection.in_atomic_block, connection.savepoint_ids) == outside:
                before_each()
            yield batch

    outside = connection.in_atomic_block, list(connection.savepoint_ids)
    monkeypatch.setattr(columns, "BATCH_SIZE", 10)
    monkeypatch.setattr(columns, "batches", batches)


class Transactions:
    """Counts the statements that write, for each transaction."""

    def __init__(self):
        self.writes = Counter()
        self.number = 0
        self.is_open = False

    def __call__(self, execute, sql, params, many, context):
        if WRITES.match(sql):
            if not connection.in_atomic_block:
                self.number += 1
            elif not self.is_open:
                self.is_open = True
                transaction.on_commit(self.committed)
            self.writes[self.number] += 1
        return execute(sql, params, many, context)

    def committed(self):
        self.number += 1
        self.is_open = False


@pytest.mark.slow
def test_hands_are_recorded_between_the_pieces_of_an_import(transactional_db, by, monkeypatch):
    document, table = document_of(busy_tournament()), HanchanFactory()
    seen, transactions = [], Transactions()

    def a_hand_elsewhere():
        in_another_process(lambda: play(table, CHOMBO))
        seen.append(Tournament.objects.seen_by(by).count())

    in_short_pieces(monkeypatch, a_hand_elsewhere)
    for piece in ("_check_made", "_make_figures"):
        monkeypatch.setattr(importing, piece, first(a_hand_elsewhere, getattr(importing, piece)))
    public = Tournament.objects.seen_by(by).count()
    with connection.execute_wrapper(transactions):
        importing.import_tournament(document=document, key=uuid4(), by=by)

    assert Hand.objects.filter(hanchan=table).count() == len(seen) >= 30
    assert set(seen) == {public}, "the tournament was seen before it was complete"
    assert Tournament.objects.seen_by(by).count() == public + 1
    assert len(transactions.writes) >= 30
    assert max(transactions.writes.values()) <= 4, transactions.writes
    call_command("verify")


def first(before, act):
    def both(*arguments):
        before()
        return act(*arguments)

    return both


@pytest.mark.slow
def test_hands_are_recorded_while_the_file_of_a_laptop_is_checked(transactional_db, by, monkeypatch):
    home, table = busy_tournament(owner=by.account), HanchanFactory()

    def file_of(tournament, way):
        tournament.refresh_from_db()
        return checked_hand_over(
            parsed(hand_over_file(tournament, hand_overs_of(tournament).in_file, place="x", hidden=frozenset())), way
        )

    take_to_laptop(tournament_id=home.pk, place="Laptop", by=by)
    laptop = take_over(file=file_of(home, TO_LAPTOP), key=uuid4(), by=by)
    return_from_laptop(tournament_id=laptop.pk, by=by)
    back = file_of(laptop, BACK)
    in_short_pieces(monkeypatch, lambda: None)
    checked = first(lambda: in_another_process(lambda: play(table, CHOMBO)), importing._check_made)
    monkeypatch.setattr(importing, "_check_made", checked)

    brought = bring_back(tournament_id=home.pk, file=back, by=by)

    assert brought.separate_copy is None
    assert Hand.objects.filter(hanchan=table).count() == 1
    assert not Import.objects.filter(is_finished=False).exists()
    call_command("verify")


@pytest.mark.slow
@pytest.mark.django_db
def test_a_killed_import_shows_nothing_and_is_cleared(by, monkeypatch, client):
    document = document_of(busy_tournament())
    client.force_login(by.account)
    before, seen = rows(), set(Tournament.objects.seen_by(by))
    monkeypatch.setattr(importing, "delete_in_batches", lambda tournament: None)
    pieces = 0
    while True:
        pieces += 1
        with ExitStack() as patches, suppress(Killed):
            killed = patches.enter_context(pytest.MonkeyPatch.context())
            in_short_pieces(killed, killer(after=7 * pieces))
            importing.import_tournament(document=document, key=uuid4(), by=by)
            break

        left = Import.objects.get(is_finished=False)
        assert set(Tournament.objects.seen_by(by)) == seen
        assert client.get(left.tournament.get_absolute_url()).status_code == 404
        call_command("verify")
        unfinished_imports.clear_unfinished_imports()
        assert Import.objects.filter(is_finished=False).exists(), "it may be under way"

        Import.objects.update(at=timezone.now() - datetime.timedelta(hours=2))
        unfinished_imports.clear_unfinished_imports()

        assert rows() == before

    assert pieces > 5
    assert Tournament.objects.seen_by(by).count() == len(seen) + 1


def killer(after):
    calls = iter(range(after))

    def call():
        if next(calls, None) is None:
            raise Killed

    return call


@pytest.mark.slow
@pytest.mark.django_db
def test_clearing_that_is_killed_goes_on_where_it_stopped(by, monkeypatch):
    document = document_of(busy_tournament())
    before = rows()
    with importing.hidden_tournament(document, key=uuid4(), by=by) as tournament:
        monkeypatch.setattr(delete_rows, "BATCH_SIZE", 10)
        real = delete_rows._delete_batch
        for after in (0, 3, 9, 14):
            call = killer(after)
            monkeypatch.setattr(delete_rows, "_delete_batch", first_of_two(call, real))
            with pytest.raises(Killed):
                delete_rows.delete_in_batches(tournament)
            call_command("verify")
        monkeypatch.setattr(delete_rows, "_delete_batch", real)

    assert rows() == before


def first_of_two(before, act):
    def both(model, pks):
        before()
        return act(model, pks)

    return both


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_refused_late_leaves_nothing(by):
    document = document_of(busy_tournament())
    document["log"][0]["hanchan"] = 1
    document["departures"][0]["from_round"] = 9
    before = rows()

    with pytest.raises(BadDocument, match="departure"):
        importing.import_tournament(document=document, key=uuid4(), by=by)

    assert rows() == before


@pytest.mark.slow
@pytest.mark.django_db
def test_a_file_that_is_being_imported_is_not_imported_twice(by, client):
    document = document_of(busy_tournament())
    key = store_upload(envelope_json(document), by=by)
    client.force_login(by.account)

    with importing.hidden_tournament(document, key=key, by=by):
        page = client.post(reverse("tournament-import"), {"key": key})

    assert page.status_code == 409
    assert "This file is already being imported." in page.text
    assert import_upload(key=key, by=by).imported.is_finished


@pytest.mark.django_db
def test_staff_do_not_meet_people_of_an_unfinished_import():
    staff = visitor(UserFactory(is_staff=True))
    EntryFactory(player__name="Early Bird")
    document = document_of(Tournament.objects.get())

    with importing.hidden_tournament(document, key=uuid4(), by=staff):
        assert len(find_people(staff, "Early Bird")) == 1

"""What the lock and the constraints are for: without them, the phones of the other tests do find the race.

Every phone has read before any writes, so each outcome is certain and not a matter of luck.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from unittest.mock import patch

import pytest
from django.db import IntegrityError, connection, models, transaction

from scoring.outcome import ExhaustiveDraw
from tests.concurrency.conftest import PHONES, RON, Phone, eight, statuses, together
from tests.factories import play
from tournament.models import Hanchan, Hand, LogEntry

pytestmark = pytest.mark.database

RECORDING = "tournament.table.actions.record_hand"
SIGNING = "tournament.table.actions.sign_sheet"


@contextmanager
def unlocked_hanchan(hanchan_id: int) -> Iterator[Hanchan]:
    """`locked_hanchan` without the lock. On SQLite the IMMEDIATE transaction is the lock, so there is none."""
    with transaction.atomic() if connection.vendor == "postgresql" else nullcontext():
        yield Hanchan.objects.select_related("round__tournament", "table").get(pk=hanchan_id)


@pytest.fixture
def no_constraints(hanchan):
    """Nothing in the database stands behind the lock: neither the hands' numbers nor the log's are unique."""
    with ExitStack() as restored:
        for model in (Hand, LogEntry):
            restored.enter_context(dropped_constraints(model))
        yield
        Hand.objects.all().delete()
        LogEntry.objects.all().delete()


@contextmanager
def dropped_constraints(model: type[models.Model]) -> Iterator[None]:
    """The table without its unique constraints. Whoever drops them empties it before they come back."""
    guards = [guard for guard in model._meta.constraints if isinstance(guard, models.UniqueConstraint)]
    others = [guard for guard in model._meta.constraints if guard not in guards]
    try:
        # SQLite writes the table anew, with whatever constraints the model has.
        with patch.object(model._meta, "constraints", others):
            for guard in guards:
                with connection.schema_editor() as editor:
                    editor.remove_constraint(model, guard)
        yield
    finally:
        for guard in guards:
            with connection.schema_editor() as editor:
                editor.add_constraint(model, guard)


def eight_phones_press(hanchan: Hanchan) -> list:
    return together(phone.press("hand-record", form) for phone, form in eight(hanchan, "hand-record", **RON))


@pytest.mark.slow
def test_without_lock_and_constraints_the_hand_is_counted_eight_times(hanchan, meet, monkeypatch, no_constraints):
    monkeypatch.setattr(f"{RECORDING}.locked_hanchan", unlocked_hanchan)
    meet(RECORDING, "load_play", PHONES, patience=30)

    answers = eight_phones_press(hanchan)

    assert statuses(answers) == {302: PHONES}
    assert list(hanchan.hands.values_list("number", flat=True)) == [1] * PHONES


def test_without_the_lock_alone_seven_phones_get_an_error_for_an_answer(hanchan, meet, monkeypatch):
    monkeypatch.setattr(f"{RECORDING}.locked_hanchan", unlocked_hanchan)
    meet(RECORDING, "load_play", PHONES, patience=30)

    answers = eight_phones_press(hanchan)

    assert statuses(answers) == {302: 1, 500: PHONES - 1}
    assert {answer.exc_info[0] for answer in answers if answer.status_code == 500} == {IntegrityError}
    assert hanchan.hands.count() == 1


@pytest.mark.slow
def test_without_the_constraints_alone_the_lock_holds(hanchan, meet, no_constraints):
    meet(RECORDING, "load_play", 2, patience=0.2)

    answers = eight_phones_press(hanchan)

    assert statuses(answers) == {302: 1, 409: PHONES - 1}
    assert hanchan.hands.count() == 1


@pytest.mark.slow
def test_without_the_lock_four_confirmations_make_no_sheet(hanchan, meet, monkeypatch, no_constraints):
    play(hanchan, *[ExhaustiveDraw()] * 8)
    monkeypatch.setattr(f"{SIGNING}.locked_hanchan", unlocked_hanchan)
    meet(SIGNING, "load_game", 4, patience=30)
    phones = [Phone(hanchan) for _ in range(4)]

    answers = together(
        phone.press("sheet", phone.drawn("sheet", ("seat", str(seat)))) for seat, phone in enumerate(phones)
    )

    assert statuses(answers) == {302: 4}
    assert hanchan.signatures.count() == 4
    assert not hanchan.sheets.exists()

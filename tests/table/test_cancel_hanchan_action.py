"""Cancelling a hanchan, and playing it again."""

from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import STRANGER, HanchanFactory, play
from tests.table.corrections import B, C, ron
from tournament.core.errors import FormOutdated, HanchanCancelled, ReasonMissing, TableTaken
from tournament.models import Hanchan, SignedSheet
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.record_hand import record_hand

pytestmark = pytest.mark.django_db


def cancel(hanchan, *, restart=False, revision=None, key=None, reason="Wrong players"):
    cancel_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision if revision is None else revision,
        restart=restart,
        key=key or uuid4(),
        reason=reason,
        by=STRANGER,
    )
    hanchan.refresh_from_db()


def test_a_cancelled_hanchan_keeps_its_rows_and_takes_no_hand():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, ron(B, C))
    sheet = SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())

    cancel(hanchan)

    entry = hanchan.cancelled_by
    assert (entry.kind, entry.reason) == ("hanchan.cancelled", "Wrong players")
    assert hanchan.hands.get() == hand
    sheet.refresh_from_db()
    assert sheet.withdrawn_by == entry
    assert not Hanchan.objects.valid().exists()
    with pytest.raises(HanchanCancelled):
        record_hand(hanchan_id=hanchan.pk, number=2, revision=2, key=uuid4(), outcome=ron(B, C), by=STRANGER)


def test_it_can_be_started_again_at_once():
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C))

    cancel(hanchan, restart=True)

    again = Hanchan.objects.valid().get()
    assert (again.round, again.table, again.hands.count()) == (hanchan.round, hanchan.table, 0)
    assert list(again.seats.values_list("seat", "entry")) == list(hanchan.seats.values_list("seat", "entry"))
    assert again.log.get().kind == "hanchan.restarted"


def test_it_can_be_started_again_later_and_only_once():
    hanchan = HanchanFactory()
    cancel(hanchan)
    key = uuid4()

    restart_hanchan(hanchan_id=hanchan.pk, key=key, by=STRANGER)
    restart_hanchan(hanchan_id=hanchan.pk, key=key, by=STRANGER)

    assert Hanchan.objects.valid().count() == 1
    with pytest.raises(TableTaken):
        restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=STRANGER)


def test_the_same_submission_twice_cancels_once():
    hanchan = HanchanFactory()
    key = uuid4()

    cancel(hanchan, restart=True, key=key, revision=0)
    cancel(hanchan, restart=True, key=key, revision=0)

    assert Hanchan.objects.count() == 2
    with pytest.raises(HanchanCancelled):
        cancel(hanchan)


def test_it_needs_a_reason():
    with pytest.raises(ReasonMissing):
        cancel(HanchanFactory(), reason="")


def test_a_form_drawn_before_another_hand_is_refused():
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C))

    with pytest.raises(FormOutdated):
        cancel(hanchan, revision=0)

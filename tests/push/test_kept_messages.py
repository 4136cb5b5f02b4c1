"""A phone has few stored messages, however often its seat changes. None is written while the disk is nearly full."""

from uuid import uuid4

import pytest

from tests.factories import STRANGER
from tests.push.conftest import look_and_send, start
from tournament.core.queries import disk
from tournament.models import PushMessage
from tournament.push.actions.write_messages import write_messages
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.rounds.queries.exchange import round_to_change

pytestmark = pytest.mark.django_db


def exchange(tournament):
    """Let the first and the last player change their places in round 1."""
    base = round_to_change(tournament, 1).base
    facts = {"first": 1, "second": 8, "key": uuid4(), "by": STRANGER}
    exchange_players(tournament_id=tournament.pk, number=1, base=base, **facts)


@pytest.mark.slow
def test_of_seats_that_change_again_and_again_the_last_message_is_kept(event, phone_of, clock):
    tournament, entries = event
    moves, stays = phone_of(entries[0]), phone_of(entries[1], name="stays")
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    look_and_send()

    for _time in range(5):
        exchange(tournament)
        look_and_send()

    assert moves.titles == ["Your table: 1, East", "Your table: 2, North"] * 3
    assert stays.titles == ["Your table: 1, South"]
    assert list(PushMessage.objects.order_by("seat").values_list("seat", flat=True)) == ["1S", "2N"]


def test_a_message_that_waits_is_replaced_by_the_next(event, phone_of, clock, service):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    service.status = 503
    look_and_send()

    exchange(tournament)
    write_messages()

    assert [message.seat for message in PushMessage.objects.all()] == ["2N"]


@pytest.mark.slow
def test_messages_of_former_rounds_are_deleted_and_sent_no_second_time(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    for _round in range(6):
        clock.go_on(minutes=30)
        start(tournament, entries[:4], entries[4:])
        look_and_send()
    assert [message.round for message in PushMessage.objects.all()] == [4, 5, 6]

    for number in (6, 5):
        take_back_round(tournament_id=tournament.pk, number=number, by=STRANGER)
        look_and_send()

    assert len(phone.messages) == 6


def test_none_is_written_while_the_disk_is_nearly_full(event, phone_of, clock, monkeypatch):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    with monkeypatch.context() as nearly_full:
        nearly_full.setattr(disk, "free_bytes", lambda: 1_000)
        look_and_send()
    assert not PushMessage.objects.exists()

    look_and_send()

    assert phone.titles == ["Your table: 1, East"]

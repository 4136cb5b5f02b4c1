"""Cancelling a hanchan, and playing it again."""

from contextlib import nullcontext
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.seats import by_seat
from tests.factories import STRANGER, EntryFactory, HanchanFactory, TableFactory, TournamentFactory, enter, play, sign
from tests.table.corrections import B, C, ron
from tournament.core.errors import FormOutdated, HanchanCancelled, PlaysElsewhereNow, ReasonMissing, TableTaken
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, SignedSheet
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.table.actions.cancel_hanchan import SeatedElsewhere, cancel_hanchan, restart_hanchan
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


@pytest.mark.parametrize("at_once", [True, False])
def test_it_is_started_again_with_its_length_and_its_points_at_the_start(at_once):
    """A tonpuusen became a whole hanchan, which a league counts as one."""
    hanchan = HanchanFactory(length="east", start_points=[20_000, 30_000, 25_000, 25_000], extra_seconds=60)

    cancel(hanchan, restart=at_once)
    if not at_once:
        restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=STRANGER)

    again = Hanchan.objects.valid().get()
    assert (again.length, again.extra_seconds) == ("east", 60)
    assert load_game(again).start_points == by_seat(hanchan.start_points)


def night():
    """A club night with a cancelled hanchan at the first of two tables, and six players."""
    tournament = TournamentFactory(is_club_night=True)
    entries = enter(EntryFactory.build_batch(8, tournament=tournament))
    tables = [TableFactory(tournament=tournament, number=number) for number in (1, 2)]
    return tables, [entry.pk for entry in entries]


def started(table, seats):
    start_hanchan(
        tournament_id=table.tournament_id, table_number=table.number, key=uuid4(), seats=seats, seed=None, by=STRANGER
    )
    return Hanchan.objects.latest("pk")


@pytest.mark.parametrize(
    ("at", "seats", "refusal"),
    [(0, [4, 5, 6, 7], TableTaken), (1, [3, 4, 5, 6], PlaysElsewhereNow), (1, [4, 5, 6, 7], None)],
)
def test_on_a_club_night_nobody_plays_twice_at_a_time(at, seats, refusal):
    """Each hanchan is a round of its own there."""
    tables, players = night()
    hanchan = started(tables[0], players[:4])
    cancel(hanchan)
    other = started(tables[at], [players[place] for place in seats])

    with pytest.raises(refusal) if refusal else nullcontext():
        restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=STRANGER)

    assert Hanchan.objects.valid().count() == (1 if refusal else 2)
    assert Hanchan.objects.valid().filter(pk=other.pk).exists()


@pytest.mark.slow
def test_a_finished_hanchan_is_not_cancelled_to_be_played_again_while_its_players_play_on():
    tables, players = night()
    hanchan = started(tables[0], players[:4])
    sign(hanchan)
    other = started(tables[1], players[:4])
    hanchan.refresh_from_db()

    with pytest.raises(PlaysElsewhereNow):
        cancel(hanchan, restart=True)

    hanchan.refresh_from_db()
    assert hanchan.cancelled_by is None
    cancel(other)
    cancel(hanchan, restart=True)
    assert Hanchan.objects.valid().get().table == tables[0]


def test_nobody_gets_a_second_hanchan_of_a_round_when_one_is_started_again():
    """After the cancellation, a player was exchanged with one of another table."""
    hanchan = HanchanFactory()
    player = hanchan.seats.get(seat=0).entry
    cancel(hanchan)
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))
    other.seats.filter(seat=0).update(entry=player)

    with pytest.raises(SeatedElsewhere):
        restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=STRANGER)

    assert Hanchan.objects.valid().get() == other


def test_whoever_rests_after_an_exchange_plays_again():
    hanchan = HanchanFactory()
    player = hanchan.seats.get(seat=0).entry
    cancel(hanchan)
    hanchan.round.resting.add(player)

    restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=STRANGER)

    assert not hanchan.round.resting.exists()


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

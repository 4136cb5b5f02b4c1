"""Which tables and players are free is read before the lock: under it only what was changed since is replayed."""

from copy import deepcopy
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from scoring.rules import ruleset_to_json
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tournament.games.queries import in_play
from tournament.games.queries.game import load_games
from tournament.games.queries.in_play import occupied, replayed
from tournament.models import Tournament
from tournament.rounds.actions.past_results import PastHanchan, record_past_results
from tournament.rounds.actions.start_hanchan import StillPlaying, start_hanchan
from tournament.rounds.actions.start_hanchans import start_hanchans
from tournament.rounds.paper_line import Keying
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    """A club night with four tables: a hanchan with a hand is played at each of the first three, where the third's is
    over."""
    night = TournamentFactory(is_club_night=True, owner=UserFactory())
    tables = [TableFactory(tournament=night, number=number) for number in range(1, 5)]
    for number, table in enumerate(tables[:3], start=1):
        entries = [EntryFactory(tournament=night, number=4 * number + seat) for seat in range(4)]
        hanchan = HanchanFactory(round=RoundFactory(tournament=night, number=number), table=table, entries=entries)
        play(hanchan, ExhaustiveDraw())
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=False, by=STRANGER)
    night.refresh_from_db()
    return night


@pytest.fixture
def night(db, made):
    return deepcopy(made)


@pytest.fixture
def replays(monkeypatch):
    """How many hanchans were replayed each time, and in how many transactions."""
    found = []
    load = load_games

    def counted(hanchans):
        games = load(hanchans)
        found.append((len(games), len(connection.savepoint_ids)))
        return games

    monkeypatch.setattr(in_play, "load_games", counted)
    return found


def hanchan_at(night, table):
    return night.tables.get(number=table).hanchans.get()


def free_four(night):
    return list(hanchan_at(night, 3).seats.values_list("entry", flat=True))


def taken(night, before):
    locked = Tournament.objects.get(pk=night.pk)
    return sorted(night.tables.filter(pk__in=occupied(locked, before).tables).values_list("number", flat=True))


def starting(night):
    return partial(start_hanchan, tournament_id=night.pk, table_number=4, seats=free_four(night), seed=None)


def starting_several(night):
    return partial(start_hanchans, tournament_id=night.pk, tables={4: free_four(night)})


def restarting(night):
    hanchan = hanchan_at(night, 1)
    sent = {"hanchan_id": hanchan.pk, "revision": hanchan.revision, "reason": "Rain"}
    cancel_hanchan(**sent, restart=False, key=uuid4(), by=STRANGER)
    return partial(restart_hanchan, hanchan_id=hanchan.pk)


def canceling_to_restart(night):
    hanchan = hanchan_at(night, 1)
    sent = {"hanchan_id": hanchan.pk, "revision": hanchan.revision, "reason": "Rain"}
    return partial(cancel_hanchan, **sent, restart=True)


def importing(night):
    keying = Keying(points=(30_000,) * 4, riichi_sticks=0, chombo=(0,) * 4)
    past = partial(PastHanchan, table=4, started_at=timezone.now(), seats=free_four(night), keying=keying)
    return partial(record_past_results, tournament_id=night.pk, hanchans=[past(round=1), past(round=2)])


@pytest.mark.parametrize("action", [starting, starting_several, restarting, canceling_to_restart, importing])
def test_no_hanchan_is_replayed_under_the_lock(night, replays, action):
    sent, outside = action(night), len(connection.savepoint_ids)
    replays.clear()

    sent(key=uuid4(), by=visitor(night.memberships.get().user))

    assert [depth for _hanchans, depth in replays] == [outside]


def test_who_sits_at_a_hanchan_that_is_not_over_is_not_free(night):
    before = replayed(night)
    now = occupied(night, before)

    seats = [hanchan_at(night, table).seats.values_list("entry", flat=True) for table in (1, 2)]
    assert taken(night, before) == [1, 2]
    assert now.entries == {entry for four in seats for entry in four}


def test_what_was_changed_since_is_replayed_again_alone(night, replays):
    before = replayed(night)
    first, third = hanchan_at(night, 1), hanchan_at(night, 3)
    play(hanchan_at(night, 2), ExhaustiveDraw())
    replays.clear()

    assert taken(night, before) == [1, 2]
    assert [hanchans for hanchans, _depth in replays] == [1]

    call_time(hanchan_id=first.pk, revision=first.revision, in_progress=False, by=STRANGER)
    assert taken(night, before) == [2]
    withdraw_time(hanchan_id=third.pk, revision=third.revision, by=STRANGER)
    assert taken(night, before) == [2, 3]


def test_an_undone_hand_is_noticed(night):
    hanchan = hanchan_at(night, 1)
    before = replayed(night)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.get().pk, key=uuid4(), by=STRANGER)

    assert taken(night, before) == [1, 2]


def test_a_hanchan_that_was_started_since_is_noticed(night, monkeypatch):
    send = starting(night)
    before = replayed(night)
    send(key=uuid4(), by=STRANGER)

    assert taken(night, before) == [1, 2, 4]
    monkeypatch.setattr("tournament.rounds.actions.start_hanchan.replayed", lambda _night: before)
    with pytest.raises(StillPlaying):
        start_hanchan(
            tournament_id=night.pk, table_number=3, seats=free_four(night), seed=None, key=uuid4(), by=STRANGER
        )


def test_corrected_rules_are_noticed(night, replays):
    before = replayed(night)
    Tournament.objects.filter(pk=night.pk).update(rules=ruleset_to_json(night.ruleset.changed(minutes=60)))
    replays.clear()

    assert taken(night, before) == [1, 2]
    assert [hanchans for hanchans, _depth in replays] == [3]

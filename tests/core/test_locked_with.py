"""What takes long is read before the lock: on SQLite every table of the site waits while a transaction is open."""

from copy import deepcopy
from fractions import Fraction
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F

from tests.factories import STRANGER, TableFactory, TournamentFactory, sign
from tests.rounds.cuts import eight_after_a_round, numbers
from tournament.core.actions.locking import TRIES, locked_with
from tournament.core.errors import Busy
from tournament.models import Tournament
from tournament.rounds.actions.make_cut import LineMoved, follow_at_cut, make_cut
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.team_cut import make_team_cut
from tournament.screens.actions.ceremony import reveal_next, start_ceremony, take_back_reveal

pytestmark = pytest.mark.django_db

SHEETS = "tournament_signedsheet", "tournament_sheetline"
"""Tables that only standings read here."""

PEOPLE_OF_CLUBS = ("tournament_club_people",)
"""A table that only refused names read here."""


@pytest.fixture(scope="module")
def made(once):
    _organizer, hanchans = eight_after_a_round()
    sign(hanchans[1])
    return hanchans[0].tournament


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


def read_before_the_lock(action, tables=SHEETS):
    """Whether the action reads the `tables`, and none of them in a transaction of its own."""
    outside = len(connection.savepoint_ids)
    depths = []

    def note(execute, sql, *rest):
        if any(table in sql for table in tables):
            depths.append(len(connection.savepoint_ids) - outside)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        action()
    return bool(depths) and not any(depths)


def cut(tournament, action=make_cut, **how):
    about = {"tournament_id": tournament.pk, "key": uuid4(), "after_round": 1, "reason": "", "by": STRANGER}
    return partial(action, **about, **how)


def test_a_ceremony_reads_the_standings_before_the_lock(tournament):
    about = {"tournament_id": tournament.pk, "by": STRANGER}

    assert read_before_the_lock(partial(start_ceremony, from_place=None, key=uuid4(), **about))
    assert read_before_the_lock(partial(reveal_next, revealed=0, key=uuid4(), **about))
    assert read_before_the_lock(partial(take_back_reveal, revealed=1, key=uuid4(), **about))


def test_a_cut_reads_the_standings_before_the_lock(tournament):
    finalists = numbers(tournament, 2, 6)
    moved = cut(tournament, finalists=numbers(tournament, 3), carry=Fraction(1), seed=None)
    made = cut(tournament, finalists=finalists, carry=Fraction(1), seed=None)
    followed = cut(tournament, follow_at_cut, left=finalists[0], follower=numbers(tournament, 3)[0])
    of_teams = cut(tournament, make_team_cut, count=1, shown="", carry=Fraction(1))

    def is_refused(action):
        with pytest.raises(LineMoved):
            action()

    assert read_before_the_lock(partial(is_refused, of_teams))
    assert read_before_the_lock(partial(is_refused, moved))
    assert read_before_the_lock(made)
    assert read_before_the_lock(partial(is_refused, followed))


def test_a_start_at_a_club_reads_refused_names_before_the_lock():
    table = TableFactory(tournament=TournamentFactory(is_club_night=True))
    seats = ["Anna", "Boris", "Claire", "Dóra"]
    about = {"tournament_id": table.tournament_id, "table_number": table.number, "key": uuid4(), "by": STRANGER}

    assert read_before_the_lock(partial(start_hanchan, seats=seats, seed=None, **about), PEOPLE_OF_CLUBS)


def written_meanwhile(times, seen):
    """What takes long, while another request changes the tournament, the first times."""

    def compute(tournament):
        seen.append(tournament.version)
        if len(seen) <= times:
            newer = F("version") + 1
            Tournament.objects.filter(pk=tournament.pk).update(version=newer, official_version=newer)
        return tournament.version

    return compute


def test_what_was_written_meanwhile_is_computed_anew(tournament):
    seen = []

    with locked_with(tournament.pk, written_meanwhile(2, seen)) as (locked, computed):
        assert computed == locked.version

    assert seen == [locked.version - 2, locked.version - 1, locked.version]


def test_hands_that_are_recorded_meanwhile_change_nothing(tournament):
    seen = []

    def compute(before):
        seen.append(before.version)
        Tournament.objects.filter(pk=before.pk).update(version=F("version") + 1)

    with locked_with(tournament.pk, compute) as (locked, _computed):
        assert [locked.version - 1] == seen


def test_a_tournament_that_always_changes_is_busy():
    seen = []

    with pytest.raises(Busy), locked_with(TournamentFactory().pk, written_meanwhile(100, seen)):
        pass

    assert len(seen) == TRIES

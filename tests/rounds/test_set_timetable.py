"""The timetable: saved and logged once, in the order of the rounds, and only for rounds to come."""

from datetime import UTC, datetime

import pytest

from tests.factories import STRANGER, RoundFactory, TournamentFactory
from tournament.core.errors import Archived
from tournament.models import PlannedStart
from tournament.rounds.actions.set_timetable import StartsTooEarly, set_timetable
from tournament.rounds.actions.start_round import HasNoRounds

pytestmark = pytest.mark.django_db


def at(hour):
    return datetime(2026, 11, 28, hour, tzinfo=UTC)


@pytest.fixture
def tournament():
    return TournamentFactory()


def plan(tournament, starts):
    set_timetable(tournament_id=tournament.pk, starts=starts, by=STRANGER)


def planned(tournament):
    return dict(tournament.planned_starts.values_list("number", "starts_at"))


def test_a_change_is_logged_once_with_before_and_after(tournament):
    plan(tournament, {1: at(9), 2: at(11)})
    plan(tournament, {1: at(9), 2: at(11)})  # the same button, touched twice
    plan(tournament, {1: at(10), 2: None})

    assert planned(tournament) == {1: at(10)}
    first, second = tournament.log.order_by("number")
    assert first.kind == second.kind == "timetable.set"
    assert first.data["before"] == {"1": None, "2": None}
    assert second.data["before"] == {"1": "2026-11-28T09:00:00+00:00", "2": "2026-11-28T11:00:00+00:00"}
    assert second.data["after"] == {"1": "2026-11-28T10:00:00+00:00", "2": None}


def test_a_started_round_keeps_its_planned_time(tournament):
    plan(tournament, {1: at(9), 2: at(11)})
    RoundFactory(tournament=tournament)

    plan(tournament, {1: at(10), 2: at(8)})  # earlier than what was planned for round 1, which is over

    assert planned(tournament) == {1: at(9), 2: at(8)}
    assert tournament.log.last().data["after"] == {"2": "2026-11-28T08:00:00+00:00"}


@pytest.mark.parametrize("starts", [{1: 9, 2: 9}, {1: 11, 3: 10}, {2: 14}], ids=["same", "later", "against-kept"])
def test_rounds_start_one_after_the_other(tournament, starts):
    PlannedStart.objects.create(tournament=tournament, number=4, starts_at=at(13))

    with pytest.raises(StartsTooEarly):
        plan(tournament, {number: at(hour) for number, hour in starts.items()})

    assert planned(tournament) == {4: at(13)}
    assert not tournament.log.exists()


def test_a_club_night_has_none_and_an_archived_one_stays_as_it_is(tournament):
    with pytest.raises(HasNoRounds):
        plan(TournamentFactory(is_club_night=True), {1: at(9)})
    with pytest.raises(Archived):
        plan(TournamentFactory(archived_at=at(9)), {1: at(9)})

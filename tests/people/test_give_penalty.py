"""Penalties: taken off the total alone, once, and taken back without a trace being lost."""

from fractions import Fraction
from uuid import uuid4

import pytest

from tests.factories import STRANGER, EntryFactory, RoundFactory, TournamentFactory, penalize
from tournament.core.errors import ReasonMissing
from tournament.models import Offence, Penalty
from tournament.people.actions import penalty_rows
from tournament.people.actions.give_penalty import NoSuchPlayer, give_penalty, take_back_penalty
from tournament.people.actions.penalty_rows import TooManyPenalties
from tournament.people.actions.remove_entry import OnRecord, remove_entry
from tournament.rounds.actions.take_back_round import take_back_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    return EntryFactory()


def give(entry, **changed):
    given = {
        "tournament_id": entry.tournament_id,
        "key": uuid4(),
        "entry_id": entry.pk,
        "offence": Offence.LATE,
        "points": Fraction("2.5"),
        "minutes": 4,
        "round_number": None,
        "rule": "R15.1",
        "reason": "Overslept",
        "by": STRANGER,
    }
    give_penalty(**given | changed)


def test_what_was_said_is_kept_and_logged(entry):
    RoundFactory(tournament=entry.tournament, number=2)

    give(entry, round_number=2)

    penalty = entry.penalties.get()
    assert (penalty.points, penalty.minutes, penalty.round, penalty.rule) == ("2.5", 4, 2, "R15.1")
    assert (penalty.given_by.kind, penalty.given_by.reason) == ("penalty.given", "Overslept")
    assert penalty.given_by.data["number"] == entry.number
    assert entry.player.name not in str(penalty.given_by.data)


def test_the_same_submission_again_gives_no_second_one(entry):
    key = uuid4()

    give(entry, key=key)
    give(entry, key=key)

    assert entry.penalties.count() == 1


def test_an_event_has_so_many_penalties_with_withdrawn_ones(entry, monkeypatch):
    monkeypatch.setattr(penalty_rows, "MOST_PENALTIES", 2)
    key = uuid4()
    give(entry)
    give(entry, key=key)
    take_back_penalty(penalty_id=entry.penalties.latest("pk").pk, reason="Wrong", by=STRANGER)

    with pytest.raises(TooManyPenalties):
        give(EntryFactory(tournament=entry.tournament))
    give(entry, key=key)  # sent again
    give(EntryFactory())  # in another event

    assert Penalty.objects.filter(entry__tournament=entry.tournament).count() == 2


def test_taking_back_keeps_it_on_record_and_happens_once(entry):
    penalize(entry)
    penalty = entry.penalties.get()

    take_back_penalty(penalty_id=penalty.pk, reason="Wrong player", by=STRANGER)
    take_back_penalty(penalty_id=penalty.pk, reason="Again", by=STRANGER)

    penalty.refresh_from_db()
    assert penalty.taken_back_by.reason == "Wrong player"
    assert entry.tournament.log.count() == 2


def test_a_reason_is_asked_for_both_ways(entry):
    with pytest.raises(ReasonMissing):
        give(entry, reason="")
    penalize(entry)
    with pytest.raises(ReasonMissing):
        take_back_penalty(penalty_id=entry.penalties.get().pk, reason="", by=STRANGER)


def test_nobody_of_another_tournament_and_no_round_that_is_none(entry):
    with pytest.raises(NoSuchPlayer):
        give(entry, tournament_id=TournamentFactory().pk)
    with pytest.raises(NoSuchPlayer):
        give(entry, round_number=7)
    with pytest.raises(ValueError, match="takes points off"):
        give(entry, points=Fraction(-1))
    assert not Penalty.objects.exists()


def test_who_was_penalized_stays_entered(entry):
    penalize(entry)

    with pytest.raises(OnRecord):
        remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=STRANGER)


def test_it_stays_when_its_round_is_taken_back(entry):
    RoundFactory(tournament=entry.tournament, number=2)
    give(entry, round_number=2)

    take_back_round(tournament_id=entry.tournament_id, number=2, by=STRANGER)

    assert entry.penalties.get().round == 2

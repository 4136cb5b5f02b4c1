"""The rules of a tournament: changed freely before the first hand, and kept from then on."""

from uuid import uuid4

import pytest

from scoring.outcome import ExhaustiveDraw
from scoring.presets import EMA_2025, WRC_2015
from scoring.rules import ruleset_to_json
from tests.factories import STRANGER, HanchanFactory, owner_of, play, sign
from tournament.core.errors import FormOutdated
from tournament.site.actions.edit_rules import edit_rules
from tournament.site.actions.edit_tournament import RulesFrozen, edit_tournament
from tournament.table.actions.call_time import call_time
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand

pytestmark = pytest.mark.django_db


def play_a_hand(hanchan):
    play(hanchan, ExhaustiveDraw())


def enter_from_paper(hanchan):
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=(30_000,) * 4,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )


@pytest.fixture
def hanchan():
    return HanchanFactory()


def say_that_time_is_up(hanchan):
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=True, by=STRANGER)


@pytest.mark.parametrize("count", [play_a_hand, enter_from_paper, say_that_time_is_up, sign])
def test_the_first_thing_that_counts_freezes_the_rules(hanchan, count):
    assert hanchan.tournament.rules is None

    count(hanchan)

    tournament = hanchan.tournament
    tournament.refresh_from_db()
    assert tournament.rules == ruleset_to_json(WRC_2015)
    with pytest.raises(RulesFrozen):
        edit_rules(tournament_id=tournament.pk, rules=WRC_2015.changed(kiriage=False), by=STRANGER)


def change_a_rule(tournament):
    edit_rules(tournament_id=tournament.pk, rules=WRC_2015.changed(kiriage=False), by=STRANGER)


def choose_another_rulebook(tournament):
    edit_tournament(
        tournament_id=tournament.pk,
        name=tournament.name,
        place="",
        starts_on=None,
        is_public=True,
        ruleset_key=EMA_2025.key,
        by=owner_of(tournament),
    )


@pytest.mark.parametrize("change", [change_a_rule, choose_another_rulebook])
def test_a_hand_that_was_drawn_under_other_rules_is_shown_again_first(hanchan, change):
    change(hanchan.tournament)

    with pytest.raises(FormOutdated):
        record_hand(
            hanchan_id=hanchan.pk,
            number=1,
            revision=hanchan.revision,
            key=uuid4(),
            outcome=ExhaustiveDraw(),
            by=STRANGER,
        )


def test_renaming_a_tournament_disturbs_no_table(hanchan):
    tournament = hanchan.tournament
    edit_tournament(
        tournament_id=tournament.pk,
        name="Autumn Open",
        place="",
        starts_on=None,
        is_public=True,
        ruleset_key=tournament.ruleset_key,
        by=owner_of(tournament),
    )

    before = hanchan.revision
    hanchan.refresh_from_db()
    assert hanchan.revision == before

"""Counted chips stay in an event's file when its rules are corrected to no chips, and count again with chips."""

from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.test_import_tournament_action import assert_comes_back_the_same
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play, sign, visitor
from tests.standings.results import MANGAN, cancel, tournament_with
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.games.queries.game import load_game
from tournament.models import Tournament
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.queries.rules_correction import plan_rules
from tournament.table.actions.edit_extras import edit_extras

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def count(hanchan, by):
    hanchan.refresh_from_db()
    chips = {"start_points": None, "chips": (3, -3, 0, 0), "winless": set()}
    edit_extras(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), by=by, **chips)
    hanchan.refresh_from_db()


def correct(tournament, by, **changes):
    tournament = Tournament.objects.get(pk=tournament.pk)
    rules = tournament.ruleset.changed(**changes)
    digest = plan_rules(tournament, rules).digest
    correct_rules(tournament_id=tournament.pk, rules=rules, digest=digest, key=uuid4(), reason="No chips", by=by)


@pytest.mark.parametrize("then", [sign, cancel, lambda hanchan: None], ids=["signed", "cancelled", "in play"])
def test_a_file_is_read_after_a_correction_to_no_chips(then):
    by = visitor(UserFactory())
    hanchan = HanchanFactory(round__tournament=TournamentFactory(owner=by.user, rule_changes={"chip_value": 2}))
    play(hanchan, MANGAN)
    count(hanchan, by)
    then(hanchan)

    correct(hanchan.tournament, by, chip_value=0)

    assert_comes_back_the_same(Tournament.objects.get(pk=hanchan.tournament.pk))
    hanchan.refresh_from_db()
    assert load_game(hanchan).chips == (0, 0, 0, 0)
    correct(hanchan.tournament, by, chip_value=2)
    assert load_game(type(hanchan).objects.get(pk=hanchan.pk)).chips == (3, -3, 0, 0)


def test_a_laptop_returns_after_a_correction_to_no_chips():
    by = visitor(UserFactory())
    home, _entries, (hanchan,) = tournament_with("ABCD", owner=by.user, rule_changes={"chip_value": 2})
    count(hanchan, by)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    laptop = take_over(file=file_for_laptop(Tournament.objects.get(pk=home.pk)), key=uuid4(), by=by)

    correct(laptop, by, chip_value=0)
    laptop.refresh_from_db()
    back = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (back.separate_copy, back.rewritten) == (None, None)
    assert hanchan_of(home).chips == [3, -3, 0, 0]

"""What a player still needs where the rules have chips and yakitori."""

from copy import deepcopy

import pytest

from scoring.last_hand import Verdict
from scoring.needs import Bound
from tests.factories import STRANGER, EntryFactory, HanchanFactory, TournamentFactory, play, sign
from tests.scoring.shorthand import A, B, D, ron
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.django_db

CHIPS = "Chips won minus chips lost"
FREED = "If you win no hand and pay yakitori"


@pytest.fixture(scope="module")
def made(once):
    """A has won two hands and leads by 4,300; the current hand is the last. A chip is worth 2, no win costs 15."""
    tournament = TournamentFactory(ruleset_key="wrc_2015", rule_changes={"chip_value": 2, "yakitori": 15})
    entries = [
        EntryFactory(tournament=tournament, player__name=name, number=number)
        for number, name in enumerate(("Anna", "Bořek", "Cécile", "Dana"), start=1)
    ]
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries)
    play(hanchan, ron(A, B, "1/30"), ron(A, D, "1/30"))
    hanchan.refresh_from_db()
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=True, by=STRANGER)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


def needs(client, hanchan, seat=1, **wish):
    return client.get(hanchan.seats.get(seat=seat).entry.get_needs_link(), wish)


def test_who_has_no_win_is_marked_and_the_numbers_leave_room_for_it(client, hanchan):
    response = needs(client, hanchan, at="tournament", place=1)

    page = response.context["page"]
    assert [seat.is_winless for seat in page.seats] == [False, True, True, True]
    assert response.text.count("no win yet") == 3
    assert FREED in response.text
    # First at the table B is ahead of A after a win, and only behind without one: 10 of uma less 15.
    assert [lines[0].sure for lines in (page.lines, page.lines_without_win)] == [Bound.ANY, Bound.NEVER]
    assert FREED not in needs(client, hanchan, at="table", place=1).text  # points alone decide there
    assert FREED not in needs(client, hanchan, seat=0, at="tournament", place=1).text


def test_a_win_frees_of_yakitori_in_the_last_hand(client, hanchan):
    """B's 27,900 and A's 32,900 before this hand: 15 more for B's first win are worth more than any draw."""
    page = needs(client, hanchan, at="tournament", place=2, counted_out="on").context["page"]

    wins = {line.discarder: line.cheapest for line in page.hand.wins}
    assert all(way is not None and way.verdict is Verdict.REACHED for way in wins.values())
    assert not page.hand.now


def test_chips_count_as_entered_at_the_table_or_in_the_form(client, hanchan):
    hanchan.chips = [-3, 3, 0, 0]
    hanchan.save()
    entered = needs(client, hanchan, at="tournament", place=1)
    chosen = needs(client, hanchan, at="tournament", place=1, chips_0=-12, chips_1=12)

    assert CHIPS in entered.text
    assert [seat.chips for seat in entered.context["page"].seats] == [-3, 3, 0, 0]
    assert [seat.chips for seat in chosen.context["page"].seats] == [-12, 12, 0, 0]
    second = [response.context["page"].lines_without_win[1].least for response in (entered, chosen)]
    assert second == [Bound.NEVER, Bound.ANY]  # 18 more for B, and 18 less for A
    assert "&amp;chips_0=-12&amp;chips_1=12" in chosen.text


def test_chips_that_do_not_add_up_are_named_and_do_not_count(client, hanchan):
    response = needs(client, hanchan, chips_0=1, chips_1="many")

    assert response.status_code == 200
    assert "must add up to zero, not 1" in response.text
    assert [seat.chips for seat in response.context["page"].seats] == [0, 0, 0, 0]
    assert 'name="chips_0" type="number" min="-1000" max="1000" value="1"' in response.text


def test_in_the_next_hanchan_nobody_has_won_yet(client, hanchan):
    sign(hanchan)

    response = needs(client, hanchan, at="tournament", place=1)

    page = response.context["page"]
    assert page.state == "between"
    assert page.lines != page.lines_without_win
    assert FREED in response.text
    assert CHIPS not in response.text


def test_without_such_rules_nothing_is_asked_or_said(client):
    hanchan = HanchanFactory()

    page = needs(client, hanchan, at="tournament", place=1, chips_0=2, chips_1=-2)

    assert [seat.chips for seat in page.context["page"].seats] == [0, 0, 0, 0]
    assert CHIPS not in page.text
    assert "no win yet" not in page.text

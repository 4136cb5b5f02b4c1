"""Points at the start, chips and yakitori of one hanchan, beside its hands."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.refusal import Refused
from tests.factories import UserFactory, play, sign
from tests.standings.results import tournament_with
from tests.table.corrections import B, C, ron
from tests.table.phones import phone_at
from tournament.core.errors import FormOutdated
from tournament.games.game_data import game_data
from tournament.games.queries.game import load_game
from tournament.models import SignedSheet, Tournament, Visitor
from tournament.table.actions.edit_extras import AlreadyBegun, edit_extras
from tournament.table.actions.paper_result import record_paper_result

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
FINAL = (40_000, 33_000, 27_000, 20_000)
CHIPS = {"chip_value": 2, "yakitori": 10, "yakitori_to": "winners"}


@pytest.fixture(scope="module")
def world(once):
    referee = UserFactory()
    _tournament, _entries, (hanchan,) = tournament_with(FOUR, referees=[referee])
    return referee, hanchan


@pytest.fixture
def referee(client, db, world):
    referee = deepcopy(world[0])
    client.force_login(referee)
    return referee


@pytest.fixture
def hanchan(referee, world):
    return deepcopy(world[1])


def page(hanchan):
    return reverse("extras", args=[hanchan.tournament.slug, hanchan.pk])


def with_chips(hanchan):
    Tournament.objects.filter(pk=hanchan.tournament.pk).update(rule_changes=CHIPS)
    hanchan.round.tournament.rule_changes = CHIPS
    return hanchan


def form(hanchan, **fields):
    hanchan.refresh_from_db(fields=["revision"])
    return {"revision": hanchan.revision, "key": str(uuid4()), **fields}


def four(kind, values):
    return {f"{kind}_{seat}": value for seat, value in enumerate(values)}


def change(hanchan, referee, **changes):
    hanchan.refresh_from_db(fields=["revision"])
    extras = {"start_points": None, "chips": (0, 0, 0, 0), "winless": frozenset(), **changes}
    edit_extras(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), by=Visitor(user=referee), **extras)


def on_paper(hanchan, points, referee):
    hanchan.refresh_from_db(fields=["revision"])
    record_paper_result(
        hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), points=points, riichi_sticks=0,
        chombo=(0, 0, 0, 0), by=Visitor(user=referee),
    )  # fmt: skip


def test_finalists_start_from_their_own_points(client, hanchan):
    sent = form(hanchan, **four("start", FINAL))

    shown = client.get(page(hanchan))
    first, again = client.post(page(hanchan), sent), client.post(page(hanchan), sent)
    play(hanchan, ron(B, C))

    assert "Points at the start" in shown.text
    assert 'name="chips_0"' not in shown.text
    assert (first.status_code, again.status_code) == (302, 302)
    game = load_game(hanchan)
    assert game.final_points == (40_000, 36_900, 23_100, 20_000)
    assert [seat.place for seat in game.result] == [1, 2, 3, 4]
    assert game_data(game)["start_points"] == list(FINAL)
    assert hanchan.tournament.log.filter(kind="hanchan.extras").count() == 1


def test_points_from_paper_add_up_to_what_the_table_starts_with(hanchan, referee):
    change(hanchan, referee, start_points=(45_000, 35_000, 30_000, 20_000))

    with pytest.raises(Refused) as refused:
        on_paper(hanchan, (30_000,) * 4, referee)
    on_paper(hanchan, (40_000, 30_000, 30_000, 30_000), referee)

    assert refused.value.details["expected"] == 130_000
    assert load_game(hanchan).final_points == (40_000, 30_000, 30_000, 30_000)


def test_the_points_at_the_start_stay_once_hands_are_entered(client, hanchan, referee):
    play(hanchan, ron(B, C))

    shown = client.get(page(hanchan))
    with pytest.raises(AlreadyBegun):
        change(hanchan, referee, start_points=FINAL)

    assert 'name="start_0"' not in shown.text
    assert "can no longer be changed" in shown.text


def test_the_points_of_the_rules_are_no_points_of_their_own(hanchan, referee):
    change(hanchan, referee, start_points=FINAL)
    change(hanchan, referee, start_points=(30_000,) * 4)

    hanchan.refresh_from_db()
    assert hanchan.start_points == []


def test_bad_points_and_chips_are_refused_with_their_sentence(client, hanchan):
    with_chips(hanchan)
    start, chips = four("start", FINAL), four("chips", (0, 0, 0, 0))
    for fields, sentence in [
        (start | {"start_0": 30_050} | chips, "Points must be multiples of 100."),
        (start | four("chips", (3, 0, 0, -1)), "The chips won and lost must add up to zero, not 2."),
        (start | chips | {"chips_1": "many"}, "Enter a whole number."),
    ]:
        response = client.post(page(hanchan), form(hanchan, **fields))

        assert response.status_code == 422
        assert sentence in response.text
    hanchan.refresh_from_db()
    assert (hanchan.start_points, hanchan.chips) == ([], [])


def test_chips_and_yakitori_are_in_the_score_and_on_the_sheet(client, hanchan):
    with_chips(hanchan)
    play(hanchan, ron(B, C))

    client.post(page(hanchan), form(hanchan, **four("chips", (-3, 5, 0, -2))))

    result = load_game(hanchan).result
    assert [str(seat.bonus) for seat in result] == ["-16", "40", "-10", "-14"]
    assert [str(seat.score) for seat in result] == ["-16", "589/10", "-289/10", "-14"]
    sheet = sign(hanchan)
    assert [line.score for line in sheet.lines.order_by("seat")] == ["-16", "58.9", "-28.9", "-14"]


def test_a_change_withdraws_the_signatures_and_needs_a_reason(client, hanchan):
    with_chips(hanchan)
    play(hanchan, ron(B, C))
    sign(hanchan)
    chips = four("chips", (1, -1, 0, 0))

    without = client.post(page(hanchan), form(hanchan, **chips))
    reasoned = client.post(page(hanchan), form(hanchan, **chips, reason="Counted again"))

    assert (without.status_code, reasoned.status_code) == (422, 302)
    assert SignedSheet.objects.current().count() == 0


def test_on_paper_the_form_asks_who_won_no_hand(client, hanchan, referee):
    with_chips(hanchan)
    on_paper(hanchan, (40_000, 30_000, 30_000, 20_000), referee)

    shown = client.get(page(hanchan))
    client.post(page(hanchan), form(hanchan, **four("chips", (0, 0, 0, 0)), winless_3="on"))

    assert "Won no hand (yakitori)" in shown.text
    assert [str(seat.bonus) for seat in load_game(hanchan).result] == ["10/3", "10/3", "10/3", "-10"]


def test_the_table_counts_chips_and_sets_no_starting_points(hanchan):
    with_chips(hanchan)
    phone = phone_at(hanchan.table)

    shown = phone.get(page(hanchan))
    phone.post(page(hanchan), form(hanchan, **four("chips", (1, -1, 0, 0)), **four("start", FINAL)))

    assert 'name="start_0"' not in shown.text
    hanchan.refresh_from_db()
    assert (hanchan.chips, hanchan.start_points) == ([1, -1, 0, 0], [])


def test_an_old_form_changes_nothing(hanchan, referee):
    change(hanchan, referee, start_points=FINAL)

    with pytest.raises(FormOutdated):
        edit_extras(
            hanchan_id=hanchan.pk, revision=0, key=uuid4(), start_points=None, chips=(0, 0, 0, 0), winless=set(),
            by=Visitor(user=referee),
        )  # fmt: skip


def test_the_log_says_what_was_changed(client, hanchan, referee):
    with_chips(hanchan)
    change(hanchan, referee, start_points=FINAL, chips=(1, -1, 0, 0), winless=frozenset({3}))

    log = client.get(reverse("log", args=[hanchan.tournament.slug])).text

    assert "points at the start: 40,000 · 33,000 · 27,000 · 20,000; chips: 1 · -1 · 0 · 0; no hand won: N" in log

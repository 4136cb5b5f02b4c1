"""Four points from paper instead of hands."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play, visitor
from tests.table.phones import HTMX, phone_at
from tournament.games.queries.game import load_game
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanchan():
    return HanchanFactory()


def enter(hanchan, points=(41_000, 33_000, 28_000, 16_000), sticks=2, *, client=None, **changes):
    hanchan.refresh_from_db()
    data = {f"points_{seat}": point for seat, point in enumerate(points)}
    data |= {"riichi_sticks": sticks, "revision": hanchan.revision, "key": str(uuid4())} | changes
    client = client or phone_at(hanchan.table)
    return client.post(reverse("paper", args=[hanchan.tournament.slug, hanchan.pk]), data)


def test_four_points_make_a_sheet(hanchan):
    response = enter(hanchan, chombo_3=1)

    assert response.status_code == 302
    game = load_game(hanchan)
    assert [str(placement.score) for placement in game.result] == ["26", "8", "-7", "-29"]
    assert game.penalties == (0, 0, 0, 20)
    assert "The hanchan is over" in phone_at(hanchan.table).get(hanchan.table.get_absolute_url(), headers=HTMX).text


def test_a_referee_is_told_that_other_points_take_the_signatures_back(client):
    referee = UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(organizers=[referee]))
    enter(hanchan)
    hanchan.refresh_from_db()
    client.force_login(referee)
    address = reverse("paper", args=[hanchan.tournament.slug, hanchan.pk])
    assert "The sheet is signed." not in client.get(address).text

    sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(referee))

    assert "The sheet is signed." in client.get(address).text


@pytest.mark.parametrize(
    ("points", "sticks", "expected"),
    [
        ((41_000, 33_000, 28_000, 16_000), 0, "must add up to 120,000"),
        ((41_050, 33_000, 28_000, 17_950), 0, "multiples of 100"),
        (("", 33_000, 28_000, 17_950), 0, "required"),
        (("many", 33_000, 28_000, 17_950), 0, "whole number"),
        ((41_000, 33_000, 28_000, 19_000), -1, "greater than or equal to 0"),
    ],
)
def test_what_cannot_be_is_refused_and_kept_in_the_form(hanchan, points, sticks, expected):
    response = enter(hanchan, points, sticks)

    assert response.status_code == 422
    assert expected in response.text
    assert 'value="33000"' in response.text
    assert load_game(hanchan).paper is None


def test_the_same_submission_twice_is_one_result(hanchan):
    key = str(uuid4())

    enter(hanchan, key=key)
    enter(hanchan, key=key, revision=0)

    assert hanchan.paper_results.count() == 1


def test_a_form_drawn_before_a_change_is_refused(hanchan):
    play(hanchan, ExhaustiveDraw())

    response = enter(hanchan, revision=0)

    assert response.status_code == 409
    assert "were changed meanwhile" in response.text


def test_points_corrected_replace_and_keep_the_earlier_ones(hanchan):
    enter(hanchan)

    enter(hanchan, (42_000, 33_000, 28_000, 15_000))

    assert load_game(hanchan).final_points == (42_000, 33_000, 28_000, 15_000)
    assert hanchan.paper_results.count() == 2


def test_removed_points_give_way_to_the_hands_entered_before(hanchan):
    play(hanchan, ExhaustiveDraw())
    enter(hanchan)
    hanchan.refresh_from_db()
    data = {"revision": hanchan.revision, "key": str(uuid4())}

    phone_at(hanchan.table).post(reverse("paper-remove", args=[hanchan.tournament.slug, hanchan.pk]), data)

    game = load_game(hanchan)
    assert game.paper is None
    assert game.ending is None
    assert game.next_number == 2


def test_the_form_shows_the_points_of_the_hands_that_it_replaces(hanchan):
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))

    page = phone_at(hanchan.table).get(reverse("paper", args=[hanchan.tournament.slug, hanchan.pk])).text

    words = " ".join(re.sub("<[^>]+>", "", page).split())
    names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]
    assert (
        f"Points according to the hands: {names[0]} 33,000, {names[1]} 29,000, {names[2]} 29,000, {names[3]} 29,000"
        in words
    )


def test_a_stranger_enters_nothing(client, hanchan):
    assert enter(hanchan, client=client).status_code == 404

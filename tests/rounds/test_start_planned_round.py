"""Starting a round that a seating plan has."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import RoundFactory, TournamentFactory, UserFactory, keep_plan
from tests.rounds.new_round import entered, url_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and their tournament."""
    organizer = UserFactory()
    return organizer, TournamentFactory(organizers=[organizer])


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def url(tournament):
    return url_of(tournament)


def planned_ten(tournament):
    """Ten players, two planned rounds; the ninth and tenth rest in the first."""
    entries = entered(tournament, 10)
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 1, 5], [2, 6, 3, 7]])
    return entries


def shown_seats(page):
    numbers = {entry.pk: entry.number for entry in page.context["proposal"].entries}
    return [
        [numbers[int(field.value())] for _wind, field, _name in seats] for _n, seats in page.context["form"].by_table()
    ]


@pytest.mark.parametrize("button", [{"apply": "1"}, {"seats": "given"}, {}])
def test_the_planned_seats_stay_around_a_resting_player(client, tournament, url, button):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[2].pk]} | button)

    seats = shown_seats(page)
    assert seats[1] == [5, 6, 7, 8]
    assert seats[0][:2] + seats[0][3:] == [1, 2, 4]
    assert seats[0][2] in {9, 10}
    assert page.context["proposal"].planned
    assert entries[2].player.name in page.context["without_seat"]


def test_a_player_who_rests_in_the_plan_anyway_changes_nothing(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[8].pk], "apply": "1"})

    assert shown_seats(page) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_too_few_players_left_for_the_plan_are_reported(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entry.pk for entry in entries[:7]], "apply": "1"})

    assert "A round needs at least four players" in page.text


def test_a_tick_after_a_draw_draws_with_the_same_number(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[2].pk], "drawn": "7", "found": "random", "apply": "1"})
    again = client.get(url, {"out": [entries[2].pk], "seed": "7"})

    assert not page.context["proposal"].planned
    assert shown_seats(page) == shown_seats(again)


def test_a_rest_in_the_last_planned_round_does_not_make_the_plan_unfit(client, tournament, url):
    entries = planned_ten(tournament)
    RoundFactory(tournament=tournament, number=1)

    page = client.get(url)

    assert page.context["proposal"].planned
    assert shown_seats(page) == [[9, 10, 1, 5], [2, 6, 3, 7]]
    assert page.context["without_seat"] == [entries[3].player.name, entries[7].player.name]
    seating = client.get(reverse("seating", args=[tournament.slug]))
    assert seating.context["plan"].fits

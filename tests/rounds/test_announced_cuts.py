"""Announced cuts: a list in the settings, which the standings show and the page of the cut proposes."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import sign
from tests.rounds.cuts import eight_after_a_round, fields, url
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    return eight_after_a_round()


@pytest.fixture
def tournament(organizer, world):
    first, second = deepcopy(world[1])
    sign(second)
    return first.tournament


def address(tournament):
    return reverse("finals", args=[tournament.slug])


def cut_lines(client, tournament):
    return client.get(address(tournament)).context["form"].cut_lines()


CUTS = {"after_1": "6", "places_1": "16", "carried_1": "50 %"}


def test_announced_cuts_are_kept_in_their_order(client, tournament):
    lines = {"after_2": "8", "places_2": "4", "carried_2": "1/4"} | {"after_3": "6", "places_3": "16"}
    assert len(cut_lines(client, tournament)) == 2

    client.post(address(tournament), lines | {"carried_3": "0,5"})

    tournament.refresh_from_db()
    assert tournament.announced_cuts == [
        {"places": 16, "after_round": 6, "carried": "half"},
        {"places": 4, "after_round": 8, "carried": "1/4"},
    ]
    shown = [[field.value() for field in line] for line in cut_lines(client, tournament)]
    assert shown == [[6, 16, "1/2"], [8, 4, "1/4"], [None, None, None]]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"places_1": ""}, "Enter how many players advance."),
        ({"places_1": "many"}, "Enter a whole number."),
        ({"carried_1": "2"}, "Enter a part from 0 to 1"),
        ({"places_2": "16"}, "fewer players must advance"),
        ({"places_2": "4", "after_2": "6"}, "in the order of their rounds"),
    ],
)
def test_wrong_cuts_are_refused(client, tournament, wrong, problem):
    refused = client.post(address(tournament), CUTS | wrong)

    assert refused.status_code == 422
    assert problem in refused.text
    tournament.refresh_from_db()
    assert tournament.announced_cuts == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("carried", "proposed"), [("1/4", ("1/4", "")), ("3/10", ("other", "3/10")), ("", ("full", ""))]
)
def test_an_announced_cut_is_proposed(client, tournament, carried, proposed):
    announced = [{"places": 2, "after_round": 1, "carried": carried}, {"places": 1, "after_round": 5, "carried": ""}]
    Tournament.objects.filter(pk=tournament.pk).update(announced_cuts=announced)
    page = client.get(url(tournament))

    assert "Announced: After round 1 the first 2 players advance" in page.text
    data = fields(page)
    assert (data["count"], data["carried"], data["part"]) == (2, *proposed)
    assert "After round 1 the first 2 players advance" in client.get(reverse("desk", args=[tournament.slug])).text
    client.post(url(tournament), data)

    made = tournament.cuts.get()
    assert (made.carried, made.finalists.count()) == (carried or "full", 2)
    assert "Announced:" not in client.get(reverse("desk", args=[tournament.slug])).text
    standings = client.get(reverse("leaderboard", args=[tournament.slug])).text
    assert "After round 5 the first player advances" in standings
    assert "After round 1 the first 2 players advance" not in standings

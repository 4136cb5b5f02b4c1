"""Plans of many seats: what is refused, and what is shown of them."""

from copy import deepcopy
from dataclasses import replace
from functools import partial

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from tests.factories import RoundFactory, visitor
from tests.rounds.sixteen import sixteen_players
from tournament.rounds.actions.accept_plan import PlanTooLarge, accept_plan
from tournament.rounds.apart import Unmet, WishShown, unmet
from tournament.rounds.queries.seating import proposed_plan, seating_page
from tournament.screens.queries.prints import slips_of
from tournament.seating.people import SeatedPlayer, Wishes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    return sixteen_players()


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


def test_no_plan_is_larger_than_a_file_may_have_it(organizer, tournament, monkeypatch):
    monkeypatch.setattr("tournament.rounds.actions.accept_plan.MOST_PLANNED_SEATS", 2 * 16)
    accept = partial(accept_plan, tournament_id=tournament.pk, players=range(1, 17), seed=7, by=visitor(organizer))
    two, three = (proposed_plan(tournament, rounds=rounds, seed=7).rounds for rounds in (2, 3))

    with pytest.raises(PlanTooLarge):
        accept(rounds=three)
    accept(rounds=two)

    assert tournament.plans.get().rounds == [[list(four) for four in tables] for tables in two]


@pytest.mark.parametrize(
    ("started", "shown"), [(0, [1, 2, 3]), (1, [1, 2, 3]), (2, [2, 3, 4]), (4, [3, 4, 5]), (6, [4, 5, 6])]
)
def test_of_a_large_plan_the_rounds_in_play_are_shown(tournament, started, shown):
    whole = replace(proposed_plan(tournament, rounds=max(started, 5), seed=7), started=started)

    part = whole.part(3 * 16 + 15)

    assert [round_.number for round_ in part.by_round] == shown
    assert list(part.by_round) == [each for each in whole.by_round if each.number in shown]
    for schedule, of_part in zip(whole.by_player, part.by_player, strict=True):
        assert of_part.seats == tuple(schedule.seats[number - 1] for number in shown)
        assert of_part.first == shown[0]
    assert part.is_part
    assert whole.part(16 * len(whole.rounds)) is whole


def test_the_page_and_the_slips_of_a_large_plan_number_the_rounds_that_they_show(
    client, tournament, organizer, monkeypatch
):
    rounds = proposed_plan(tournament, rounds=4, seed=7).rounds
    accept_plan(tournament_id=tournament.pk, players=range(1, 17), rounds=rounds, seed=7, by=visitor(organizer))
    RoundFactory(tournament=tournament, number=1)
    RoundFactory(tournament=tournament, number=2)
    monkeypatch.setattr(seating_page, "__kwdefaults__", {"for_team": False, "most": 16})

    page = client.get(reverse("seating", args=[tournament.slug]))

    assert "only rounds 2 to 2 are shown" in page.text
    assert [round_.number for round_ in page.context["plan"].by_round] == [2]
    monkeypatch.setattr("tournament.screens.queries.prints.MOST_PLANNED_SEATS", 3 * 16)
    assert [number for number, _start, _seat in slips_of(tournament)[0].rounds] == [2, 3, 4]


def test_players_without_a_seat_make_a_plan_large_too(tournament):
    whole = replace(proposed_plan(tournament, rounds=3, seed=7), rounds=(((1, 2, 3, 4),),) * 3)

    assert len(whole.part(32).rounds) == 2


def test_a_proposed_plan_is_accepted_whole_though_a_part_is_shown(client, tournament, organizer, monkeypatch):
    monkeypatch.setattr("tournament.rounds.views.seating.MOST_SEATS_SHOWN", 2 * 16)
    client.force_login(organizer)
    address = reverse("seating-plan", args=[tournament.slug])

    page = client.get(address, {"rounds": 3, "seed": 7})
    accepted = client.post(address, {"rounds": 3, "seed": 7, "hash": page.context["plan"].quality.hash})

    assert "only rounds 1 to 2 are shown" in page.text
    assert "planned-round-2" in page.text
    assert "planned-round-3" not in page.text
    assert accepted.status_code == 302
    assert len(tournament.plans.get().rounds) == 3


def test_wishes_that_are_not_met_are_counted_over_all_rounds(tournament):
    late = WishShown(kind="club", round=3, table=1, names=("A", "B"))
    whole = replace(proposed_plan(tournament, rounds=3, seed=7), unmet=Unmet(count=1, listed=(late,)))

    assert whole.part(16).unmet.listed == (late,)


def test_only_so_many_wishes_are_listed():
    mates = [SeatedPlayer(number=number, groups={"team": "T"}) for number in range(1, 5)]
    rounds = 301 * [((1, 2, 3, 4),)]

    unmet_there = unmet(rounds, mates, Wishes(), dict(enumerate("ABCD", 1)))

    listed = render_to_string("rounds/seating/_unmet.html", {"unmet": unmet_there})
    assert "301 wishes could not be met" in listed
    assert listed.count("<li>") == 201
    assert "Round 200, table 1: A, B, C and D are from the same team" in listed
    assert "<li>…</li>" in listed

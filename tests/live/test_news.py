"""Refreshes after which only hands of other tables were written: 204."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    play,
    sign,
    visitor,
)
from tournament.live.news import follows
from tournament.models import Shown
from tournament.models.log import HANDS
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """The owner, and two tables of one round, a hand played at each."""
    owner = UserFactory()
    round_ = RoundFactory(tournament=TournamentFactory(owner=owner))
    hanchans = [HanchanFactory(round=round_, table__number=number) for number in (1, 2)]
    for hanchan in hanchans:
        play(hanchan, ExhaustiveDraw())
    return owner, hanchans


@pytest.fixture
def owner(db, world):
    return deepcopy(world[0])


@pytest.fixture
def tables(db, world):
    return deepcopy(world[1])


def versions(tournament):
    tournament.refresh_from_db()
    return follows([tournament])


def asked_again(client, address, shown):
    return client.get(address, headers={"HX-Request": "true", "Tenbo-Shown": shown}).status_code


def pages(tournament, hanchan):
    """The addresses that show no hands, or only this hanchan's."""
    slug = tournament.slug
    return {
        "hanchan": hanchan.get_absolute_url(),
        "check-in": reverse("check-in", args=[slug]),
        "official standings": reverse("leaderboard", args=[slug]) + "?show=official",
        "league": LeagueFactory(tournaments=[tournament]).get_absolute_url(),
        "seating plan": reverse("seating", args=[slug]),
        "table": hanchan.table.get_absolute_url(),
        "table in a round": hanchan.get_screen_url(),
    }


@pytest.mark.slow
def test_a_hand_of_another_table_is_no_news_and_anything_else_is(client, owner, tables):
    here, there = tables
    tournament = here.tournament
    client.force_login(owner)
    shown = versions(tournament)
    addresses = pages(tournament, here)

    def statuses():
        return {name: asked_again(client, address, shown) for name, address in addresses.items()}

    assert set(statuses().values()) == {204}
    (hand,) = play(there, ExhaustiveDraw())
    undo_hand(hanchan_id=there.pk, hand_id=hand.pk, key=hand.key, by=STRANGER)
    assert set(tournament.log.order_by("-number").values_list("kind", flat=True)[:2]) == set(HANDS)
    assert set(statuses().values()) == {204}

    play(here, ExhaustiveDraw())
    of_this_hanchan = {"hanchan", "table", "table in a round"}
    assert statuses() == {name: 200 if name in of_this_hanchan else 204 for name in addresses}

    sign(there)
    assert set(statuses().values()) == {200}


@pytest.mark.parametrize("header", ["", "0:0", "x", "1:2:3 ²:1", "12345678901234567890:1", "{pk}:-1", "{pk}:0", "{pk}"])
def test_an_invalid_header_gets_the_whole_part(client, tables, header):
    shown = header.format(pk=tables[0].tournament.pk)

    assert asked_again(client, tables[0].get_absolute_url(), shown) == 200


def test_a_page_with_another_tournament_too_is_sent_again(client, owner, tables):
    league = LeagueFactory(tournaments=[tables[0].tournament])
    shown = versions(tables[0].tournament)
    another = HanchanFactory().tournament
    league.events.create(tournament=another)

    assert asked_again(client, league.get_absolute_url(), shown) == 200
    assert asked_again(client, league.get_absolute_url(), f"{shown} {versions(another)}") == 204


def test_a_first_visit_gets_the_page(client, tables):
    shown = versions(tables[0].tournament)

    for address in (tables[0].get_absolute_url(), LeagueFactory(tournaments=[tables[0].tournament]).get_absolute_url()):
        assert client.get(address).status_code == 200
        assert asked_again(client, address, shown) == 204


def test_a_hand_of_a_withheld_hanchan_is_news_for_its_own_table_alone(client, tables):
    here, there = tables
    tournament = here.tournament
    tournament.shown_to_everyone = tournament.shown_to_players = Shown.HELD
    tournament.save()
    shown = versions(tournament)
    play(here, ExhaustiveDraw())

    assert asked_again(client, here.get_absolute_url(), shown) == 204

    client.get(here.table.get_link())
    screen = here.table.get_absolute_url()
    assert asked_again(client, screen, shown) == 200
    shown = versions(tournament)
    play(there, ExhaustiveDraw())
    assert asked_again(client, screen, shown) == 204
    play(here, ExhaustiveDraw())
    assert asked_again(client, screen, shown) == 200


def test_a_hand_that_takes_a_signed_sheet_back_is_news_for_everybody(client, owner, tables):
    """The official standings change, and where rounds are shown once they are signed, this one is withheld again."""
    here, there = tables
    tournament = here.tournament
    client.force_login(owner)
    sign(there)
    shown = versions(tournament)
    last = there.hands.last()
    undo_hand(hanchan_id=there.pk, hand_id=last.pk, key=last.key, by=visitor(owner))
    assert tournament.log.latest("number").kind == "hand.undone"

    assert {asked_again(client, address, shown) for address in pages(tournament, here).values()} == {200}


def test_an_arrival_is_news_for_the_list_of_them(client, owner, tables):
    tournament = tables[0].tournament
    client.force_login(owner)
    shown = versions(tournament)
    entry = EntryFactory(tournament=tournament)

    client.post(reverse("arrival", args=[tournament.slug, entry.number]), {"here": "1"})

    assert asked_again(client, reverse("check-in", args=[tournament.slug]), shown) == 200

"""A half-entered hand comes back from every page linked from the foot of the table's screen."""

import re
from copy import deepcopy
from html import unescape

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory, play
from tests.forms_on_page import pressed
from tests.table.entering import chosen
from tests.table.phones import phone_at

pytestmark = pytest.mark.django_db

PAGES = ["time-up", "stick-count", "correction", "seats", "paper", "substitute", "hanchan-cancel"]


@pytest.fixture(scope="module")
def begun(once):
    referee = UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key="ema_2016", referees=[referee]))
    play(hanchan, ExhaustiveDraw())
    return hanchan, referee


@pytest.fixture
def hanchan(db, begun):
    return deepcopy(begun[0])


@pytest.fixture
def phone(hanchan):
    return phone_at(hanchan.table)


def links(text, start):
    return [unescape(link) for link in re.findall('href="([^"]*)"', text) if link.startswith(start)]


def riichi_chosen(client, hanchan):
    return client.get(hanchan.get_screen_url(), {"riichi": "2", "for": "2"}).text


def foot_link(client, hanchan, name):
    (link,) = links(riichi_chosen(client, hanchan), reverse(name, args=[hanchan.tournament.slug, hanchan.pk]))
    return link


def shows_the_stick(client, address):
    return chosen(client.get(address).text) == [("riichi", "2")]


@pytest.mark.parametrize("name", PAGES)
def test_the_link_back(client, hanchan, begun, name):
    client.force_login(begun[1])

    page = client.get(foot_link(client, hanchan, name)).text

    (back,) = links(page, hanchan.get_screen_url())
    assert shows_the_stick(client, back)


def test_reload_stays_at_the_address_that_holds_the_hand(phone, hanchan):
    assert '<a class="touch-link table-reload" href="">Reload</a>' in riichi_chosen(phone, hanchan)
    assert shows_the_stick(phone, f"{hanchan.get_screen_url()}?riichi=2&for=2")


def test_the_answer_to_time_is_up(phone, hanchan):
    address = foot_link(phone, hanchan, "time-up")

    answered = phone.post(address, {"answer": "in_progress", "after": "1", "revision": "1"})

    assert shows_the_stick(phone, answered.headers["Location"])


def test_a_hand_that_was_over_already_when_time_was_up(phone, hanchan):
    address = foot_link(phone, hanchan, "time-up")

    earlier = phone.get(f"{address}&after=0").text

    (later,) = links(earlier, reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk]))
    (back,) = links(phone.get(later).text, hanchan.get_screen_url())
    assert shows_the_stick(phone, back)


def test_a_correction_from_its_first_page_to_the_last(phone, hanchan):
    address = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])
    hand = reverse("correction-hand", args=[hanchan.tournament.slug, hanchan.pk])
    hands = phone.get(foot_link(phone, hanchan, "correction")).text

    hand_page = phone.get(hand, pressed(hands, address, ("replace", "1"))).text
    hand_page = phone.get(hand, pressed(hand_page, hand, ("", "")) | {"tenpai": ["0"]}).text
    (finished,) = [link for link in links(hand_page, address) if "edits=" in link]
    changes = phone.get(finished).text
    accepted = phone.post(address, pressed(changes[changes.index('<form class="stack" method="post"') :], address))

    assert accepted.status_code == 302
    assert shows_the_stick(phone, accepted.headers["Location"])


def test_counted_sticks_and_the_correction_they_lead_to(phone, hanchan):
    address = foot_link(phone, hanchan, "stick-count")

    points = {"points_0": 31500, "points_1": 31500, "points_2": 28500, "points_3": 28500}
    counted = phone.get(address.split("?")[0], pressed(phone.get(address).text, "") | points).text

    corrections = links(counted, reverse("correction", args=[hanchan.tournament.slug, hanchan.pk]))
    (back,) = links(phone.get(corrections[0]).text, hanchan.get_screen_url())
    assert shows_the_stick(phone, back)


def test_what_was_touched_for_another_hand_does_not_come_back(phone, hanchan):
    address = foot_link(phone, hanchan, "seats")
    play(hanchan, ExhaustiveDraw())

    (back,) = links(phone.get(address).text, hanchan.get_screen_url())

    assert not shows_the_stick(phone, back)
    assert "Hand 2 is already recorded" in phone.get(back).text


def test_it_stays_with_its_round(phone, hanchan):
    address = foot_link(phone, hanchan, "paper")
    later = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    (back,) = links(phone.get(address).text, hanchan.get_screen_url())

    assert shows_the_stick(phone, back)
    assert not later.hands.exists()


@pytest.mark.parametrize("nonsense", ["riichi=9", "%00", "mode=win", "for=2", "riichi"])
def test_nonsense_in_the_address_leads_to_the_table(phone, hanchan, nonsense):
    page = phone.get(reverse("seats", args=[hanchan.tournament.slug, hanchan.pk]), {"touched": nonsense})

    assert f'href="{hanchan.table.get_absolute_url()}">Back' in page.text

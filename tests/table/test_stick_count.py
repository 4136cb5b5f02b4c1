"""The sticks against the hands: what differs, and the correction that would explain it."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.outcome import HanFu, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.factories import EntryFactory, HanchanFactory, play
from tests.queries import queries_of
from tests.table.phones import phone_at
from tournament.table import stick_count

pytestmark = pytest.mark.django_db

A, B, C, D = Seat
HANDS = (
    Ron(discarder=C, wins=(Win(winner=B, value=HanFu(3, 30)),), riichi=frozenset({B})),
    Tsumo(win=Win(winner=C, value=HanFu(2, 40))),
)
"""3,900 from West to South; then South is East and pays 1,300, East and North 700 each: 29,300 32,600 28,800 29,300."""


@pytest.fixture(scope="module")
def made(once):
    hanchan = HanchanFactory(entries=[EntryFactory(player__name=name) for name in ("Ann", "Bea", "Cyd", "Dan")])
    play(hanchan, *HANDS)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


def compare(hanchan, points, client=None):
    address = reverse("stick-count", args=[hanchan.tournament.slug, hanchan.pk])
    return (client or phone_at(hanchan.table)).get(address, {f"points_{n}": p for n, p in enumerate(points)})


def test_sticks_that_agree(hanchan):
    page = compare(hanchan, (29_300, 32_600, 28_800, 29_300))

    assert "The sticks agree with the hands." in page.text


def test_a_forgotten_riichi_bet_is_found_and_corrected(hanchan):
    """North bet 1,000 in the second hand, which West won."""
    phone = phone_at(hanchan.table)
    page = compare(hanchan, (29_300, 32_600, 29_800, 28_300), phone)

    first = page.context["count"].explanations[0]
    assert "Hand 2 was in fact:" in page.text
    assert "A riichi bet was forgotten." in page.text
    assert "riichi: Dan" in page.text
    correction = phone.get(first.address)
    assert correction.status_code == 200
    assert "28,300" in correction.text


def test_points_that_do_not_add_up_are_told(hanchan):
    page = compare(hanchan, (29_300, 32_600, 28_800, 29_200))

    assert "The points do not add up: 100 points are missing." in page.text

    page = compare(hanchan, (29_300, 32_600, 28_800, 29_400))

    assert "The points do not add up: 100 points too many." in page.text


def test_what_no_single_mistake_explains_is_told(hanchan):
    page = compare(hanchan, (29_400, 32_500, 28_800, 29_300))

    assert "No single mistake in a hand explains why the points differ." in page.text


def test_mistakes_are_not_looked_for_in_too_many_hands(hanchan, monkeypatch):
    """A table's link may record hundreds of hands, and the search would take half a minute."""
    monkeypatch.setattr(stick_count, "MOST_HANDS_EXPLAINED", 1)

    page = compare(hanchan, (29_300, 32_600, 29_800, 28_300))

    assert page.context["count"].differences == (0, 0, 1_000, -1_000)
    assert page.context["count"].explanations == ()
    assert "No single mistake" not in page.text


def test_nothing_counted_yet(hanchan):
    page = phone_at(hanchan.table).get(reverse("stick-count", args=[hanchan.tournament.slug, hanchan.pk]))

    assert page.status_code == 200
    assert page.context["count"] is None


@pytest.mark.parametrize("wrong", ["", "x", "150", "9999999999", "9" * 309, "9" * 4_000])
def test_nonsense_is_told(hanchan, wrong):
    page = compare(hanchan, (wrong, 30_000, 30_000, 30_000))

    assert page.status_code == 422
    assert 'class="error"' in page.text


def test_the_number_of_queries_does_not_grow(hanchan):
    phone = phone_at(hanchan.table)
    address = reverse("stick-count", args=[hanchan.tournament.slug, hanchan.pk])
    few = queries_of(phone, address)
    play(hanchan, *HANDS[1:])

    assert queries_of(phone, address) == few

"""The hall's screen in a browser: nothing scrolls, pages turn in place, by key and by touch."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, UserFactory, play, sign
from tests.standings.results import MANGAN, tournament_with
from tournament.screens.actions.ceremony import reveal_next, start_ceremony

SCROLLS = """[document.documentElement, ...document.querySelectorAll('.hall, .hall-rows')].some(
    (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)"""
LONG = "Wawrzyniec Brzęczyszczykiewicz-Kowalski"


@pytest.fixture
def owner(db):
    return UserFactory()


@pytest.mark.slow
def test_it_fits_and_is_turned_in_place(device, log_in, owner):
    names = [f"{LONG} {n}" if n % 3 else f"Jan {n}" for n in range(64)]
    tournament, _entries, hanchans = tournament_with(names, owner=owner)
    play(hanchans[0], MANGAN)
    screen = device("laptop", width=1280, height=720)
    log_in(screen, owner)
    screen.goto(reverse("hall", args=[tournament.slug]))
    screen.evaluate("window.same = true")

    assert not screen.evaluate(SCROLLS)
    screen.keyboard.press("ArrowRight")
    screen.wait_for_selector("#hall-count-seating-2")
    screen.keyboard.press(" ")
    screen.wait_for_selector("#hall-pause >> text=Resume")
    assert screen.url.endswith("?page=2&of=seating&hold=1")
    screen.click("#hall-standings")
    screen.wait_for_selector(".hall-board")
    assert not screen.evaluate(SCROLLS)

    sign(hanchans[0])
    start_ceremony(tournament_id=tournament.pk, from_place=None, key=uuid4(), by=STRANGER)
    for step in range(2):
        reveal_next(tournament_id=tournament.pk, revealed=step, key=uuid4(), by=STRANGER)
    screen.click("#hall-by-itself")
    screen.wait_for_selector("#hall-place-2")
    assert not screen.evaluate(SCROLLS)
    assert screen.evaluate("window.same")

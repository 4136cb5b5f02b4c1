"""Phones that press at once: each a thread with a database connection of its own, through the real views."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import TypeVar
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import HanchanFactory
from tests.forms_on_page import Fields, pressed
from tournament.core.requests import SESSION_TABLES
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan

PHONES = 8
RON = {"winner": 1, "discarder": 2, "value": "3-30"}

Answer = TypeVar("Answer")


class Phone:
    """A browser at one hanchan's table: by the table's link, or logged in. A server error is an answer (500)."""

    def __init__(self, hanchan: Hanchan, user=None) -> None:
        self.hanchan = hanchan
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        if user:
            self.client.force_login(user)
        else:
            session = self.client.session
            session[SESSION_TABLES] = {str(hanchan.table_id): hanchan.table.link_nonce}
            session.save()

    def address(self, view: str) -> str:
        return reverse(view, args=[self.hanchan.tournament.slug, self.hanchan.pk])

    def drawn(self, view: str, button: tuple[str, str] | None = None, **touched: str | int) -> Fields:
        """What the form of this view sends, as the table's page has it now, after these touches."""
        page = self.client.get(self.hanchan.table.get_absolute_url(), touched)
        return pressed(page.text, self.address(view), button)

    def press(self, view: str, fields: Fields, **headers: str) -> Callable[[], HttpResponse]:
        """The press of that form's button."""
        return lambda: self.client.post(self.address(view), fields, headers=headers)  # type: ignore[return-value]


def eight(hanchan: Hanchan, view: str, **touched: str | int) -> list[tuple[Phone, Fields]]:
    """Eight phones with the same page before them, and the form in each: they differ in the key."""
    first, *others = phones = [Phone(hanchan) for _ in range(PHONES)]
    fields = first.drawn(view, **touched)
    for phone in others:  # to draw the page eight times would take most of the test's time
        phone.client.cookies[settings.CSRF_COOKIE_NAME] = first.client.cookies[settings.CSRF_COOKIE_NAME].value
    return [(phone, fields | {"key": [str(uuid4())]}) for phone in phones]


def together(presses: Iterable[Callable[[], Answer]]) -> list[Answer]:
    """Everybody presses at the same moment. Their answers, in the order of the presses."""
    waiting = list(presses)
    start = Barrier(len(waiting))

    def press(act: Callable[[], Answer]) -> Answer:
        start.wait(30)
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(waiting)) as threads:
        return list(threads.map(press, waiting))


def statuses(answers: Iterable[HttpResponse]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.fixture
def hanchan(transactional_db):
    return HanchanFactory()


@pytest.fixture
def meet(monkeypatch):
    """Makes the actions of a module, which load their game by `load`, wait for each other between what they read and
    what they write, until `parties` are there or the first has waited `patience` seconds. Returns the barrier: broken
    when they never met.
    """

    def arrange(module: str, load: str, parties: int, *, patience: float) -> Barrier:
        barrier = Barrier(parties)

        def load_and_wait(hanchan: Hanchan) -> Game:
            game = load_game(hanchan)
            with suppress(BrokenBarrierError):
                barrier.wait(patience)
            return game

        monkeypatch.setattr(f"{module}.{load}", load_and_wait)
        return barrier

    return arrange

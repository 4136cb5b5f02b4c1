"""Phones that send requests at the same time: each in a thread with a separate database connection, through the real
views."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import TypeVar
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connections, transaction
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
    """A browser at the table of one hanchan, either by the table's link or logged in as `user`. A server error gives a
    response with the status 500."""

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
        """Return the fields that the form of this view sends on the table's current page after these choices."""
        page = self.client.get(self.hanchan.table.get_absolute_url(), touched)
        return pressed(page.text, self.address(view), button)

    def press(self, view: str, fields: Fields, **headers: str) -> Callable[[], HttpResponse]:
        """Return a function that submits the form to this view."""
        return lambda: self.client.post(self.address(view), fields, headers=headers)  # type: ignore[return-value]


def eight(hanchan: Hanchan, view: str, **touched: str | int) -> list[tuple[Phone, Fields]]:
    """Return eight phones that show the same page, each with the fields of its form. Only the idempotency keys
    differ."""
    first, *others = phones = [Phone(hanchan) for _ in range(PHONES)]
    fields = first.drawn(view, **touched)
    for phone in others:  # rendering the page eight times would take most of the test's time
        phone.client.cookies[settings.CSRF_COOKIE_NAME] = first.client.cookies[settings.CSRF_COOKIE_NAME].value
    return [(phone, fields | {"key": [str(uuid4())]}) for phone in phones]


def together(presses: Iterable[Callable[[], Answer]]) -> list[Answer]:
    """Call all these functions at the same moment, and return their results in the same order."""
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


def both_at_once(first: Callable[[], object], second: Callable[[], Answer]) -> Answer:
    """Call `second` in another connection before the transaction of `first` is committed, and return its result. If
    `second` needs a lock of `first`, it waits for the commit."""

    def in_other_connection() -> Answer:
        try:
            return second()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            first()
            waiting = other.submit(in_other_connection)
            wait([waiting], timeout=0.2)
        return waiting.result(30)


def statuses(answers: Iterable[HttpResponse]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.fixture
def hanchan(transactional_db):
    return HanchanFactory()


@pytest.fixture
def meet(monkeypatch):
    """Return a function that makes actions wait for each other between reading and writing, and returns the barrier at
    which they meet.

    The actions are those of `module` that load their game by the function `load`. They wait until `parties` of them
    have read, or until `patience` seconds have passed; then the barrier is broken.
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

"""The table's pages ask as much of the database after twelve hands as before the first, and in a full hall as alone."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import HanchanFactory, RoundFactory, UserFactory, play
from tests.queries import queries_of
from tests.table.phones import HTMX, open_table
from tournament.models import Role

pytestmark = pytest.mark.django_db

CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))
EIGHT_DRAWS = [ExhaustiveDraw()] * 8
TOUCHES = [{}, {"winner": 1}, {"winner": 1, "discarder": 2}, {"winner": 1, "discarder": 2, "value": "3-30"}]


def table_one_of(tables):
    round_ = RoundFactory()
    hanchans = [HanchanFactory(round=round_, table__number=number + 1) for number in range(tables)]
    return hanchans[0]


@pytest.fixture(scope="module")
def made(once):
    small, large = table_one_of(1), table_one_of(20)
    play(large, *[CHOMBO] * 12)
    return small, large


@pytest.fixture
def small(db, made):
    """A hanchan with nothing played, at the only table."""
    return deepcopy(made[0])


@pytest.fixture
def large(db, made):
    """A hanchan after twelve hands, at one of twenty tables."""
    return deepcopy(made[1])


@pytest.fixture
def count(client):
    """How many queries a request from the hanchan's table takes, savepoints not counted."""

    def ask(hanchan, method, address, data=None, *, status=200, headers=None):
        open_table(client, hanchan.table)
        with CaptureQueriesContext(connection) as captured:
            response = getattr(client, method)(address, data, headers=headers or {})
        assert response.status_code == status
        return len([query for query in captured if "SAVEPOINT" not in query["sql"]])

    return ask


def address(view, hanchan):
    return reverse(view, args=[hanchan.tournament.slug, hanchan.pk])


@pytest.mark.parametrize("touched", TOUCHES, ids=["winner", "discarder", "card", "preview"])
def test_the_tables_page(count, small, large, touched):
    few, many = (count(hanchan, "get", hanchan.table.get_absolute_url(), touched) for hanchan in (small, large))

    assert few == many


@pytest.mark.parametrize(
    ("behind", "status", "headers"), [(0, 302, {}), (0, 200, HTMX), (1, 409, {})], ids=["plain", "htmx", "too-late"]
)
def test_recording_a_hand(count, small, large, behind, status, headers):
    def record(hanchan):
        play(hanchan, CHOMBO)
        number = hanchan.hands.count() + 1 - behind
        form = {
            "number": number,
            "revision": hanchan.revision - behind,
            "key": uuid4(),
            "mode": "chombo",
            "offender": 0,
        }
        return count(hanchan, "post", address("hand-record", hanchan), form, status=status, headers=headers)

    assert record(small) == record(large)


@pytest.mark.parametrize("view", ["time-up", "paper", "seats", "correction"])
def test_the_forms_about_the_hanchan(count, small, large, view):
    few, many = (count(hanchan, "get", address(view, hanchan)) for hanchan in (small, large))

    assert few == many


def test_the_referees_form_to_cancel_it(client, small, large):
    referee = UserFactory()
    client.force_login(referee)

    def queries(hanchan):
        hanchan.tournament.memberships.create(user=referee, role=Role.REFEREE)
        return queries_of(client, address("hanchan-cancel", hanchan))

    assert queries(small) == queries(large)


def test_undo(count, small, large):
    def undo(hanchan):
        (last,) = play(hanchan, CHOMBO)
        form = {"revision": hanchan.revision, "key": uuid4(), "hand": last.pk}
        return count(hanchan, "post", address("hand-undo", hanchan), form, status=302)

    assert undo(small) == undo(large)


@pytest.mark.slow
def test_the_sheet_and_its_four_confirmations(count, small, large):
    def sign(hanchan):
        play(hanchan, *EIGHT_DRAWS)
        page = hanchan.table.get_absolute_url()
        counts = [count(hanchan, "get", page)]
        for seat in range(4):
            form = {"revision": hanchan.revision, "seat": seat}
            counts.append(count(hanchan, "post", address("sheet", hanchan), form, status=302))
            counts.append(count(hanchan, "get", page))
        return counts

    assert sign(small) == sign(large)

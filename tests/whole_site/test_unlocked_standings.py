"""Standings are computed before an action takes the lock: on SQLite the hands of all events wait for it."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection

from tests.whole_site.keyed_actions import CASES, make_world
from tournament.standings.queries import leaderboard as standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    return make_world()


@pytest.fixture
def world(db, made):
    return deepcopy(made)


@pytest.fixture
def depths(monkeypatch):
    """In how many transactions each of the standings was computed."""
    found = []
    compute = standings._leaderboard

    def counted(*args, **settings):
        found.append(depth())
        return compute(*args, **settings)

    monkeypatch.setattr(standings, "_leaderboard", counted)
    return found


def depth():
    return len(connection.savepoint_ids)


@pytest.mark.parametrize("action", CASES, ids=lambda action: action.__name__)
def test_no_action_computes_standings_under_the_lock(world, depths, action):
    sent, _other = CASES[action](world)
    depths.clear()

    action(**sent, key=uuid4(), by=world.by)

    assert set(depths) <= {depth()}

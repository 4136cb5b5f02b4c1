"""Which requests are answered from a replica, and when its answer is not taken. With real servers:
tests/durability/test_replica.py."""

import inspect
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import DataError, InternalError, OperationalError, connections
from django.http import Http404, HttpResponse
from django.urls import URLPattern, get_resolver

from tests.factories import TournamentFactory
from tests.whole_site.audiences import ROWS
from tournament.core.replica import middleware, servers
from tournament.core.replica.middleware import replica_middleware
from tournament.core.replica.positions import MOST_BEHIND, Log, Notes, Position, Why
from tournament.core.replica.readers import WROTE, is_stranger, may_lag
from tournament.core.replica.routing import ByRequest, reading_replica, reads_replica
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.live.shared_pages import SLOT, share
from tournament.models import Tournament

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")

LOG = Log(system=1, timeline=1, database=5)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def notes(clock):
    return Notes(clock)


# How far behind


def test_a_replica_is_fresh_with_all_that_a_recent_note_saw(notes, clock):
    notes.add(clock.now, Position(LOG, 1_000))
    clock.now += 1
    notes.add(clock.now, Position(LOG, 2_000))

    assert notes.why_not(Position(LOG, 2_500)) is None
    assert notes.why_not(Position(LOG, 1_000)) is None  # it lags by a second
    assert notes.why_not(Position(LOG, 999)) is Why.BEHIND


def test_a_note_is_too_old_after_five_seconds(notes, clock):
    notes.add(clock.now, Position(LOG, 1_000))
    clock.now += MOST_BEHIND
    notes.add(clock.now, Position(LOG, 2_000))
    assert notes.why_not(Position(LOG, 1_000)) is None

    clock.now += 0.1
    assert notes.why_not(Position(LOG, 1_000)) is Why.BEHIND


def test_without_recent_notes_nothing_is_known(notes, clock):
    assert notes.why_not(Position(LOG, 1_000)) is Why.IDLE
    notes.add(clock.now, Position(LOG, 1_000))
    clock.now += MOST_BEHIND + 0.1
    assert notes.why_not(Position(LOG, 1_000)) is Why.IDLE


@pytest.mark.parametrize("change", [{"system": 2}, {"timeline": 2}, {"database": 6}])
def test_the_log_of_another_server_says_nothing(notes, clock, change):
    notes.add(clock.now, Position(LOG, 1_000))

    assert notes.why_not(Position(replace(LOG, **change), 5_000)) is Why.OTHER


def test_a_note_is_due_once_a_second(notes, clock):
    assert [notes.is_due(), notes.is_due()] == [True, False]
    clock.now += 1
    assert notes.is_due()


# Who


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("get", {}, True),
        ("head", {}, True),
        ("get", {"Cookie": "django_language=fr; csrftoken=a"}, True),
        ("get", {"HX-Request": "true"}, True),
        ("post", {}, False),
        ("get", {"Cookie": "sessionid=a"}, False),
        ("get", {"Cookie": f"{WROTE}=1"}, False),
        ("get", {"Cookie": "known-1234=a"}, False),
        ("get", {"Tenbo-Shown": ""}, False),
        ("get", {"Authorization": "Bearer a"}, False),
    ],
)
def test_a_stranger_has_no_session_and_knows_nothing(rf, method, headers, expected):
    assert is_stranger(getattr(rf, method)("/records/", headers=headers)) is expected


# Where


@pytest.fixture
def router():
    return ByRequest()


def test_only_a_request_on_the_replica_reads_there(router):
    assert (router.db_for_read(Tournament), router.db_for_write(Tournament)) == ("default", "default")
    with reading_replica():
        assert (router.db_for_read(Tournament), router.db_for_write(Tournament)) == ("replica", "replica")
    assert router.db_for_read(Tournament) == "default"


def test_a_row_that_came_from_the_replica_does_not_lead_back_there(router):
    row = Tournament()
    row._state.db = "replica"

    assert router.db_for_read(Tournament, instance=row) == router.db_for_write(Tournament, instance=row) == "default"
    assert router.allow_relation(row, Tournament())


def test_rows_of_a_copy_stay_in_the_copy(router):
    row = Tournament()
    row._state.db = "copy"

    assert router.db_for_read(Tournament, instance=row) is None
    assert [router.allow_migrate(alias, "tournament") for alias in ("copy", "replica")] == [None, False]


def test_a_page_of_the_replica_is_never_shared(rf):
    request = rf.get("/t/open/standings/")
    request.scope = {SLOT: []}
    tournament = TournamentFactory.build(pk=1)
    with reading_replica():
        share(request, tournament, "everyone")
    assert request.scope[SLOT] == []
    share(request, tournament, "everyone")
    assert request.scope[SLOT] == [(1, tournament.version)]


# The middleware


class FakeReplica:
    why: Why | None = None
    failures = 0

    def why_not(self):
        return self.why

    def failed(self):
        self.failures += 1


@pytest.fixture
def replica(monkeypatch):
    made = FakeReplica()
    monkeypatch.setattr(middleware, "replica", made)
    monkeypatch.setitem(connections.settings, "replica", connections.settings["default"])
    connections["replica"]  # a wrapper, not connected
    yield made
    del connections["replica"]


@pytest.fixture
def ask(rf, replica):
    """What the middleware answers with instead of the view; None leaves the request to the primary."""

    def answer(view, **headers):
        def primary(_request):
            raise AssertionError

        process = vars(replica_middleware(primary))["process_view"]
        return process(rf.get("/", headers={k.replace("_", "-"): v for k, v in headers.items()}), view, (), {})

    return answer


@may_lag
def page(_request):
    assert reads_replica()
    return HttpResponse("page", headers={"ETag": '"1"'})


def failing(error):
    @may_lag
    def view(_request):
        raise error

    return view


def test_without_a_replica_there_is_no_such_middleware():
    with pytest.raises(MiddlewareNotUsed):
        replica_middleware(page)


def test_a_marked_view_is_called_on_the_replica(ask):
    assert ask(page).content == b"page"
    assert not reads_replica()
    assert ask(lambda _request: HttpResponse()) is None


@pytest.mark.parametrize("why", list(Why))
def test_a_replica_that_must_not_be_read_is_not(ask, replica, why):
    replica.why = why

    assert ask(page) is None


@pytest.mark.parametrize("error", [Http404(), DataError(), InternalError(), ValueError()])
def test_an_error_is_left_to_the_primary(ask, replica, error):
    assert ask(failing(error)) is None
    assert not replica.failures
    assert not reads_replica()


def test_an_outage_of_the_replica_is_noted(ask, replica):
    assert ask(failing(OperationalError("gone"))) is None
    assert replica.failures == 1


@pytest.fixture
def interruption():
    """The request is interrupted, as that of a browser that has gone."""
    computation = Computation()
    outer = current.set(computation)
    with suppress(Interrupted), computation.run():
        assert computation.interrupt()
    yield Interrupted()
    current.reset(outer)


def test_an_interruption_is_no_outage_of_the_replica(ask, replica, interruption):
    with pytest.raises(Interrupted):
        ask(failing(interruption))
    assert not replica.failures


def test_an_interruption_while_the_replica_is_measured_is_no_outage(monkeypatch, interruption):
    def interrupted():
        raise interruption

    replica = servers.Replica()
    monkeypatch.setattr(servers, "position_of_replica", interrupted)
    with pytest.raises(Interrupted):
        replica._why_not()

    monkeypatch.setattr(servers, "position_of_replica", lambda: None)
    assert replica._why_not() is not Why.AWAY


@pytest.mark.parametrize(("status", "is_taken"), [(200, True), (304, True), (302, False), (404, False), (422, False)])
def test_only_whole_pages_are_taken(ask, status, is_taken):
    assert bool(ask(may_lag(lambda _request: HttpResponse(status=status)))) is is_taken


def test_a_reader_who_knows_a_page_gets_another_one_from_the_primary(ask):
    assert ask(page, If_None_Match='"2"') is None


def test_who_has_sent_something_gets_the_cookie(rf, replica):
    answer = replica_middleware(lambda _request: HttpResponse())

    assert WROTE in answer(rf.post("/")).cookies
    assert WROTE not in answer(rf.get("/")).cookies


# The views


def marked(patterns) -> Iterator[tuple[str, object]]:
    for pattern in patterns:
        if not isinstance(pattern, URLPattern):
            yield from marked(pattern.url_patterns)
        elif getattr(pattern.callback, "may_lag", False):
            yield pattern.name, pattern.callback


VIEWS = dict(marked(get_resolver().url_patterns))


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_that_may_lag_takes_no_forms_and_is_not_shared(name):
    row = ROWS[name]
    names = inspect.unwrap(VIEWS[name]).__code__.co_names

    assert row.get is not None
    assert row.post is None
    assert "share" not in names


def test_pages_of_tables_and_of_who_writes_are_not_among_them():
    assert len(VIEWS) > 25
    assert not VIEWS.keys() & {"leaderboard", "round", "hanchan", "tournament", "table", "enter", "own-entry", "hall"}

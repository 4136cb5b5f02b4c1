"""When there is something to tell about a round, and to whom; without a database."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.models import PushMessage
from tournament.push.round_news import FINAL, FOUR, REST, UNKNOWN, Kind, RoundNews, is_due

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
EVENING = NOON - timedelta(hours=16)


def minutes(count):
    return NOON + timedelta(minutes=count)


def news(**changes):
    known = {"number": 3, "is_started": False, "is_running": False, "seats": {1: "7S", 2: "17E"}, "known_at": EVENING}
    rest = {"players": frozenset({1, 2, 3}), "finalists": frozenset(), "starts_at": None}
    return RoundNews(**(known | rest | changes))


def told(kind, seat, at, starts_at=None):
    return PushMessage(kind=kind, seat=seat, created_at=at, starts_at=starts_at, round=3)


def test_everybody_has_a_place():
    assert [news().place_of(entry) for entry in (1, 2, 3, 4)] == ["7S", "17E", REST, None]
    assert news(seats={}).place_of(3) == UNKNOWN
    assert [news(finalists=frozenset({1, 2})).place_of(entry) for entry in (1, 3)] == ["7S", FINAL]


def test_a_table_has_four_or_nobody():
    assert [news().place_at(table) for table in (7, 17, 1)] == [FOUR, FOUR, None]
    assert news(seats={}).place_at(1) == UNKNOWN


@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        ({}, []),
        ({"known_at": minutes(-10)}, [Kind.PLANNED]),
        ({"known_at": minutes(-11)}, []),
        ({"known_at": minutes(3)}, [Kind.PLANNED]),  # a laptop's clock is fast
        ({"known_at": minutes(11)}, []),  # as an imported log may say
        ({"known_at": minutes(-1), "is_started": True}, [Kind.STARTED]),
        ({"known_at": minutes(-1), "seats": {}}, []),
        ({"starts_at": minutes(5)}, [Kind.SOON]),
        ({"starts_at": minutes(6)}, []),
        ({"starts_at": minutes(0)}, []),
        ({"starts_at": minutes(4), "is_started": True, "is_running": True}, []),
        ({"starts_at": minutes(4), "is_started": True, "known_at": minutes(-1)}, [Kind.SOON, Kind.STARTED]),
        ({"starts_at": minutes(4), "seats": {}, "known_at": None}, [Kind.SOON]),
    ],
)
def test_what_is_news_at_noon(changes, kinds):
    assert list(news(**changes).kinds(NOON)) == kinds


@pytest.mark.parametrize(
    ("kind", "place", "before", "is_sent"),
    [
        (Kind.PLANNED, "7S", [], True),
        (Kind.PLANNED, UNKNOWN, [], False),
        (Kind.PLANNED, "7S", [told("planned", "7S", EVENING)], False),
        (Kind.PLANNED, "7S", [told("planned", "5E", EVENING)], True),
        (Kind.PLANNED, "7S", [told("planned", "7S", EVENING), told("planned", "5E", minutes(-30))], True),
        (Kind.STARTED, "7S", [told("planned", "7S", EVENING)], True),
        (Kind.STARTED, "7S", [told("planned", "7S", minutes(-12))], False),
        (Kind.STARTED, "7S", [told("soon", "7S", minutes(-5), minutes(0))], False),
        (Kind.STARTED, "7S", [told("soon", UNKNOWN, minutes(-5), minutes(0))], True),
        (Kind.STARTED, "7S", [told("started", "5E", minutes(-1))], True),
    ],
)
def test_nothing_is_said_twice(kind, place, before, is_sent):
    fresh = news(known_at=NOON, is_started=kind is Kind.STARTED)

    assert is_due(kind, place, fresh, before, EVENING) is is_sent


@pytest.mark.parametrize(
    ("before", "is_sent"),
    [
        ([], True),
        ([told("planned", "7S", minutes(-20))], True),
        ([told("started", "7S", minutes(-1))], False),
        ([told("soon", "7S", minutes(0), minutes(5))], False),
        ([told("soon", "7S", minutes(-60), minutes(-55))], True),  # the start was put off
        ([told("soon", UNKNOWN, minutes(0), minutes(5))], True),
    ],
)
def test_a_start_is_called_once_unless_it_is_put_off(before, is_sent):
    assert is_due(Kind.SOON, "7S", news(starts_at=minutes(5)), before, minutes(2)) is is_sent


def test_a_phone_is_not_told_what_its_page_showed_when_it_subscribed():
    assert not is_due(Kind.PLANNED, "7S", news(known_at=minutes(-2)), [], minutes(-1))


def test_news_helps_nobody_after_a_while():
    assert news(starts_at=minutes(5)).until(Kind.SOON) == minutes(5)
    assert news(known_at=NOON).until(Kind.STARTED) == minutes(30)
    assert news(known_at=NOON, starts_at=minutes(90)).until(Kind.PLANNED) == minutes(90)

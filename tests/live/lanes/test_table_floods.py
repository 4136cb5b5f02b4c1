"""One table sends hands without end: those of the others are answered as if it were not there."""

import asyncio

import pytest

from tests.live.lanes.apps import HANDS, Django, a_moment, end, with_session
from tests.live.test_app import Browser
from tournament.live.lanes.fair_queue import AT_ONCE_OF_OWNER, HANDS_AT_ONCE_OF_TABLE, MOST_OF_TABLE
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.proven import MOST_AT_TABLE

FORTY = range(40)
OTHER_HANDS = "/t/open/hanchans/8/hands/"


def flooded(requests):
    """Send these at once, each with a path, a session that proved table 1, and the headers with it; then a hand from
    the phone at table 2. Returns the paths that are answered at once, and how many of the flood are refused."""

    async def play():
        django = Django()
        lanes = Lanes(django)
        lanes._proven.remember("open", b"phone", 2, "link")
        for _path, session, _headers in requests:
            lanes._proven.remember("open", session, 1, "link")
        flood = [Browser(lanes, path, method="POST", headers=headers) for path, _session, headers in requests]
        await a_moment()
        phone = Browser(lanes, OTHER_HANDS, method="POST", headers=with_session(b"phone"))
        await a_moment()
        refused = sum(browser.task.done() for browser in flood)
        await end(*flood, phone)
        return django.began, refused

    return asyncio.run(play())


ONE_BROWSER = [(HANDS, b"flood", with_session(b"flood")) for _n in FORTY]
MANY_HANCHANS = [(f"/t/open/hanchans/{n}/hands/", b"flood", with_session(b"flood")) for n in FORTY]
TWO_SESSIONS = [(HANDS, b"flood", [(b"cookie", b"sessionid=%d; sessionid=flood" % n)]) for n in FORTY]
MANY_BROWSERS = [(HANDS, session, with_session(session)) for session in (b"%d" % (n % MOST_AT_TABLE) for n in FORTY)]


@pytest.mark.parametrize(
    "requests",
    [ONE_BROWSER, MANY_HANCHANS, TWO_SESSIONS, MANY_BROWSERS],
    ids=["one browser", "invented hanchans", "two sessions in a cookie", "the link opened by many browsers"],
)
def test_a_table_that_floods_does_not_delay_the_hand_of_another(requests):
    began, refused = flooded(requests)

    assert len(began) == HANDS_AT_ONCE_OF_TABLE + 1
    assert began[-1] == OTHER_HANDS
    assert refused == len(FORTY) - HANDS_AT_ONCE_OF_TABLE - MOST_OF_TABLE


def test_many_events_of_one_account_take_no_more_turns_than_one_event():
    """Twenty events of the account 1, each with a table that sends hands, and two tables of account 2."""

    async def play():
        django = Django()
        lanes = Lanes(django, lambda event: 2 if event == "open" else 1)
        phones = [b"phone2", b"phone3"]
        for phone in phones:
            lanes._proven.remember("open", phone, int(phone[-1:]), "link")
        for n in range(20):
            lanes._proven.remember(f"own{n}", b"flood", 100 + n, "link")
            lanes._proven.owner_of(f"own{n}")
        lanes._proven.owner_of("open")
        await asyncio.gather(*lanes._proven._owners._reading)
        path = "/t/own{}/hanchans/7/hands/"
        flood = [Browser(lanes, path.format(n), method="POST", headers=with_session(b"flood")) for n in range(20)]
        await a_moment()
        hall = [Browser(lanes, OTHER_HANDS, method="POST", headers=with_session(phone)) for phone in phones]
        await a_moment()
        at_once = list(django.began)
        for _turn in range(2):
            django.may_answer.release()
            await a_moment()
        await end(*flood, *hall)
        return at_once, django.began[len(at_once) :]

    at_once, later = asyncio.run(play())

    assert at_once[AT_ONCE_OF_OWNER:] == [OTHER_HANDS] * 2
    assert len(at_once) == AT_ONCE_OF_OWNER + 2
    assert len(later) == 2


def test_two_owners_leave_turns_for_a_third():
    """Hands that wait for the lock of their event keep their turns for as long as the lock is held."""

    async def play():
        django = Django()
        events = [f"own{n}" for n in range(20)]
        lanes = Lanes(django, lambda event: 3 if event == "open" else int(event[3:]) % 2)
        for table, event in enumerate([*events, "open"]):
            lanes._proven.remember(event, b"phone", table, "link")
            lanes._proven.owner_of(event)
        await asyncio.gather(*lanes._proven._owners._reading)
        hands = [
            Browser(lanes, f"/t/{event}/hanchans/8/hands/", method="POST", headers=with_session(b"phone"))
            for event in [*events, "open"]
        ]
        await a_moment()
        await end(*hands)
        return django.began

    began = asyncio.run(play())

    assert began[-1] == OTHER_HANDS
    assert len(began) == 2 * AT_ONCE_OF_OWNER + 1


def test_invented_events_share_the_lane_of_strangers():
    began, refused = flooded([(f"/t/x{n}/hanchans/7/hands/", b"flood", with_session(b"flood")) for n in FORTY])

    assert len(began) == 3  # two strangers are answered at once
    assert began[-1] == OTHER_HANDS
    assert refused == 0

"""An account or link has turns of its own, however many sessions it has; sessions that belong to nobody share a few."""

import asyncio

from django.db import DatabaseError

from tests.live.lanes.apps import Django, a_moment, end, until_waiting, with_session
from tests.live.test_app import Browser
from tournament.live.lanes import known_sessions
from tournament.live.lanes.known_sessions import PARTS, PARTS_OF_OWNER, KnownSessions
from tournament.live.lanes.lanes import Lanes

OWN_PAGE = "/t/open/enter/{}/"
FLOOD = 40


def owners(keys):
    """The sessions "phone" and "busy" have owners, and those with names like "link7" are of one table."""
    known = {"phone": "player 1", "busy": "player 2"}
    return {key: known.get(key, "table 3") for key in keys if key in known or key.startswith("link")}


def began_before_phone(flood):
    """Return how many requests of a flood, whose sessions these are, begin before the request of a phone that comes
    last."""

    async def play():
        django = Django()
        lanes = Lanes(django, session_owners=owners)
        for session in [*flood, b"phone"]:
            await lanes._known.member(session)
        browsers = [Browser(lanes, OWN_PAGE.format(1), headers=with_session(session)) for session in flood]
        await until_waiting(lanes, len(flood))
        browsers.append(Browser(lanes, OWN_PAGE.format(2), headers=with_session(b"phone")))
        await until_waiting(lanes, len(browsers))
        for _each in browsers:
            django.may_answer.release()
            await a_moment()
        await end(*browsers)
        return django.began.index(OWN_PAGE.format(2))

    return asyncio.run(play())


def test_invented_sessions_delay_a_phone_of_their_network_by_few_turns():
    assert began_before_phone([b"x%d" % n for n in range(FLOOD)]) <= PARTS + 2


def test_the_sessions_of_one_link_delay_a_phone_by_few_turns():
    assert began_before_phone([b"link%d" % n for n in range(FLOOD)]) <= PARTS_OF_OWNER + 2


def test_players_are_served_in_turn():
    assert began_before_phone([b"busy"] * FLOOD) <= 3


def member(*sessions, read=owners):
    """Return the members for these sessions, asked for one after another."""

    async def ask():
        known = KnownSessions(read)
        return [await known.member(session) for session in sessions]

    return asyncio.run(ask())


def test_an_owner_is_read_once_and_who_has_none_each_time():
    asked = []

    def read(keys):
        asked.extend(keys)
        return {"phone": "player 1", "new": ""}

    member(b"phone", b"phone", b"new", b"new", b"gone", b"gone", read=read)

    assert asked == ["phone", "new", "new", "gone", "gone"]


def test_an_owner_that_was_read_is_told_at_once():
    async def ask():
        known = KnownSessions(lambda keys: {"phone": "table 7"})
        before = known.remembered(b"phone")
        members = [await known.member(session) for session in (b"phone", b"gone", b"")]
        return before, members[0], [known.remembered(session) for session in (b"phone", b"gone", b"")]

    before, member_of_phone, after = asyncio.run(ask())

    assert (before, after) == ("", [member_of_phone, "", ""])
    assert member_of_phone.startswith("table 7 ")


def test_the_session_used_least_recently_is_dropped_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(known_sessions, "MOST_KNOWN", 2)
    asked = []

    def read(keys):
        asked.extend(keys)
        return dict.fromkeys(keys, "player 1")

    member(b"a", b"b", b"a", b"c", b"a", b"b", read=read)

    assert asked == ["a", "b", "c", "b"]


def test_during_an_outage_sessions_wait_with_those_of_nobody():
    def read(keys):
        raise DatabaseError

    assert [each[:1] for each in member(b"phone", b"", read=read)] == ["?", ""]
    assert member(b"phone", read=None)[0][:1] == "?"


def test_an_owner_is_read_again_after_an_hour(monkeypatch):
    told = iter([{"phone": "new account"}, {"phone": "account 7"}, {}])

    async def ask():
        known = KnownSessions(lambda _keys: next(told))
        members = [await known.member(b"phone"), await known.member(b"phone")]
        monkeypatch.setattr(known_sessions, "READ_AGAIN", 0)
        return [*members, await known.member(b"phone"), await known.member(b"phone")]

    owners_of_members = [each.rpartition(" ")[0] for each in asyncio.run(ask())]

    assert owners_of_members == ["new account", "new account", "account 7", ""]

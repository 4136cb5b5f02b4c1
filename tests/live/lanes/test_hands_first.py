"""While a hand is recorded, other requests wait, and the hand writes first."""

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from tournament.core.sqlite.write_queue import writes_first
from tournament.live.lanes.hands_first import AFTER_REFUSAL, HandsFirst


async def nothing(*_arguments):
    pass


async def has_to_wait(hands):
    """Whether a request of another lane waits now."""
    waits = asyncio.create_task(hands.wait())
    await asyncio.sleep(0)
    return not waits.done()


def test_others_wait_until_the_last_hand_is_answered():
    async def play():
        hands, answers, waited = HandsFirst(), {name: asyncio.Event() for name in "ab"}, []

        async def behind(scope, receive, send):
            await answers[scope].wait()
            await send({"type": "http.response.start", "status": 302})

        record = hands.recording(behind, "open tables/1")
        tasks = [asyncio.create_task(record(name, nothing, nothing)) for name in "ab"]
        await asyncio.sleep(0)
        for task, answer in zip(tasks, answers.values(), strict=True):
            waited.append(await has_to_wait(hands))
            answer.set()
            await task
        return [*waited, await has_to_wait(hands)]

    assert asyncio.run(play()) == [True, True, False]


def test_a_hand_that_fails_leaves_nothing_behind():
    async def fails(scope, receive, send):
        raise ConnectionResetError

    async def play():
        hands = HandsFirst()
        with pytest.raises(ConnectionResetError):
            await hands.recording(fails, "open tables/1")({}, nothing, nothing)
        return await has_to_wait(hands)

    assert not asyncio.run(play())


def test_what_a_request_waits_before_it_begins_it_does_not_pause_later(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.hands_first.LONGEST_DELAY", 0.2)

    async def play():
        hands, may_answer = HandsFirst(), asyncio.Event()

        async def behind(scope, receive, send):
            await may_answer.wait()

        hand = asyncio.create_task(hands.recording(behind, "open tables/1")({}, nothing, nothing))
        await asyncio.sleep(0)
        pauses = await hands.wait()
        began = time.monotonic()
        pauses.pause()
        paused = time.monotonic() - began
        may_answer.set()
        await hand
        return paused

    assert asyncio.run(play()) < 0.1


@pytest.mark.parametrize(
    ("status", "table", "later", "delays"),
    [
        (409, "open tables/1", 0, False),
        (422, "open tables/1", AFTER_REFUSAL - 1, False),
        (409, "open tables/1", AFTER_REFUSAL + 1, True),
        (409, "open tables/2", 0, True),
        (302, "open tables/1", 0, True),
        (503, "open tables/1", 0, True),
    ],
)
def test_a_table_whose_hand_was_refused_delays_nobody_for_a_while(status, table, later, delays, monkeypatch):
    """A hand of table 1 is answered with this status; then, so many seconds later, this table sends a hand."""

    async def play():
        hands, may_answer = HandsFirst(), asyncio.Event()

        async def answer(scope, receive, send):
            await send({"type": "http.response.start", "status": status})

        writing_first = []

        async def records(scope, receive, send):
            writing_first.append(await sync_to_async(writes_first.get)())
            await may_answer.wait()

        await hands.recording(answer, "open tables/1")({}, nothing, nothing)
        loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        monkeypatch.setattr(loop, "time", lambda: now + later)
        hand = asyncio.create_task(hands.recording(records, table)({}, nothing, nothing))
        await asyncio.sleep(0)
        waits = asyncio.create_task(hands.wait())
        await asyncio.sleep(0)
        has_waited = not waits.done()
        may_answer.set()
        await asyncio.gather(hand, waits)
        return has_waited, writing_first

    assert asyncio.run(play()) == (delays, [delays])
    assert not writes_first.get()


def test_the_table_whose_refusal_was_first_is_forgotten(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.hands_first.MOST_REFUSED", 2)

    async def play():
        hands = HandsFirst()

        async def refuse(scope, receive, send):
            await send({"type": "http.response.start", "status": 409})

        for table in "abac":
            await hands.recording(refuse, table)({}, nothing, nothing)
        return list(hands._refused)

    assert asyncio.run(play()) == ["a", "c"]

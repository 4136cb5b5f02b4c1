"""While a hand is recorded, threads that compute give way more often; afterwards as seldom as always."""

import asyncio
import sys

import pytest

from tournament.live.lanes.hands_first import SWITCH_AFTER, HandsFirst


@pytest.fixture(autouse=True)
def usual():
    usual = sys.getswitchinterval()
    yield usual
    assert sys.getswitchinterval() == usual


async def nothing(*_arguments):
    pass


def test_threads_switch_sooner_until_the_last_hand_is_answered(usual):
    seen = {}

    async def play():
        hands, answers = HandsFirst(), {name: asyncio.Event() for name in "ab"}

        async def behind(scope, receive, send):
            seen[f"{scope} begins"] = sys.getswitchinterval()
            await answers[scope].wait()
            await send({"type": "http.response.start"})
            seen[f"{scope} is answered"] = sys.getswitchinterval()

        record = hands.recording(behind)
        tasks = [asyncio.create_task(record(name, nothing, nothing)) for name in "ab"]
        for task, answer in zip(tasks, answers.values(), strict=True):
            await asyncio.sleep(0)
            answer.set()
            await task

    asyncio.run(play())

    assert seen == {
        "a begins": pytest.approx(SWITCH_AFTER),
        "b begins": pytest.approx(SWITCH_AFTER),
        "a is answered": pytest.approx(SWITCH_AFTER),
        "b is answered": usual,
    }


def test_a_hand_that_fails_leaves_nothing_behind(usual):
    async def fails(scope, receive, send):
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        asyncio.run(HandsFirst().recording(fails)({}, nothing, nothing))

    assert sys.getswitchinterval() == usual

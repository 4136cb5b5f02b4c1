"""Many who wait for one thing are woken a few at a time."""

import asyncio

import pytest

from tournament.live.drawing import Drawing
from tournament.live.hub import Hub
from tournament.live.in_turns import IN_ONE_TURN, wake_in_turns

MANY = 3 * IN_ONE_TURN


async def turns_until(task, count):
    """What `count` returns after each turn of the event loop, without repetitions, until the task is done."""
    counts = []
    while not task.done():
        await asyncio.sleep(0)
        counts.append(count())
    return sorted(set(counts) - {0})


IN_TURNS = [IN_ONE_TURN, 2 * IN_ONE_TURN, MANY]


def test_something_else_may_happen_between_two_turns():
    async def play():
        woken = []
        return await turns_until(asyncio.ensure_future(wake_in_turns(range(MANY), woken.append)), lambda: len(woken))

    assert asyncio.run(play()) == IN_TURNS


def test_readers_of_a_change_are_woken_in_turns():
    async def watch(hub):
        hub.ready()
        await asyncio.Event().wait()

    async def play():
        hub, woken = Hub(watch), []

        async def read(number):
            async with hub.subscription() as reader:
                reader.open({7: 1})
                await reader.news(10)
                woken.append(number)

        readers = asyncio.gather(*(read(number) for number in range(MANY)))
        while len(hub) < MANY:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        hub.publish(7, 2)
        return await turns_until(readers, lambda: len(woken))

    assert asyncio.run(play()) == IN_TURNS


async def drawn(draw, *, leaving=0):
    """What each of many gets of one drawing, where some leave before it ends."""
    drawing = Drawing(draw())
    waiting = [asyncio.ensure_future(drawing.page()) for _each in range(MANY)]
    await asyncio.sleep(0)
    for each in waiting[:leaving]:
        each.cancel()
    return await asyncio.gather(*waiting, return_exceptions=True)


@pytest.mark.parametrize("leaving", [0, 5])
def test_everybody_who_stays_gets_the_page_of_one_drawing(leaving):
    drawings = []

    async def draw():
        drawings.append("page")
        await asyncio.sleep(0.01)
        return drawings[-1]

    pages = asyncio.run(drawn(draw, leaving=leaving))
    assert pages[leaving:] == (MANY - leaving) * ["page"]
    assert len(drawings) == 1


def test_everybody_is_told_that_it_failed():
    async def draw():
        await asyncio.sleep(0.01)
        raise OSError

    assert {type(each) for each in asyncio.run(drawn(draw))} == {OSError}

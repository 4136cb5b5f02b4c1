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
    drawing = Drawing(ended=lambda: None)
    drawing.attempt("hall", lambda begins: draw())
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


async def attempts(*, turns, refused=()):
    """Who rendered, and the page, where each network of `turns` gets its turn in this order, and the queues of those in
    `refused` are full."""
    rendered, ended = [], []
    may_go = {network: asyncio.Event() for network in ["a", "b", "c"]}

    async def draw(network, begins):
        await may_go[network].wait()
        if network in refused:
            return None
        if begins():
            rendered.append(network)
            await asyncio.sleep(0.01)
            return f"by {network}"
        return None

    drawing = Drawing(ended=lambda: ended.append("ended"))
    for network in [*may_go, *may_go]:  # asked for twice, by two browsers each
        drawing.attempt(network, lambda begins, network=network: draw(network, begins))
    page = asyncio.ensure_future(drawing.page())
    for network in turns:
        may_go[network].set()
        await asyncio.sleep(0.001)
    page = await asyncio.wait_for(page, 5)
    for event in may_go.values():
        event.set()
    await asyncio.sleep(0.02)
    return rendered, page, ended


@pytest.mark.parametrize(
    ("turns", "refused", "expected"),
    [
        pytest.param("b", "", (["b"], "by b", ["ended"]), id="the first turn renders"),
        pytest.param("cab", "", (["c"], "by c", ["ended"]), id="only the first"),
        pytest.param("ab", "a", (["b"], "by b", ["ended"]), id="a full queue leaves it to the others"),
        pytest.param("abc", "abc", ([], None, ["ended"]), id="all queues are full"),
    ],
)
def test_a_page_is_rendered_by_the_network_whose_turn_comes_first(turns, refused, expected):
    assert asyncio.run(attempts(turns=turns, refused=refused)) == expected


def test_the_attempts_of_all_others_end_when_one_begins():
    """Each would hold a place in a queue until its turn, for nothing."""

    async def play():
        go, ended = asyncio.Event(), []

        async def draw(network, begins):
            try:
                await go.wait() if network == "first" else await asyncio.Future()
            except asyncio.CancelledError:
                ended.append(network)
                raise
            assert begins()
            await asyncio.sleep(0.01)
            return "page"

        drawing = Drawing(ended=lambda: ended.append("all"))
        for network in ["other", "first", "another"]:
            drawing.attempt(network, lambda begins, network=network: draw(network, begins))
        page = asyncio.ensure_future(drawing.page())
        await asyncio.sleep(0)
        go.set()
        return await page, ended

    assert asyncio.run(play()) == ("page", ["other", "another", "all"])

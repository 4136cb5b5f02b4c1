"""Turns in a queue: who asks a hundred times delays who asks once by one turn."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tournament.live.lanes.fair_queue import FairQueue, Full

Order = list[tuple[str, str]]


def served(queue: FairQueue, wanted: Order, play: Callable[[list[asyncio.Task[None]]], Awaitable[None]]) -> Order:
    """In which order these are served, who ask one after the other and end at once. One turn is taken before."""
    order: Order = []

    async def ask(event: str, table: str) -> None:
        await queue.begin(event, table)
        order.append((event, table))
        queue.end(event, table)

    async def run() -> None:
        await queue.begin("first", "")
        tasks = [asyncio.create_task(ask(*whose)) for whose in wanted]
        await asyncio.sleep(0)
        await play(tasks)
        queue.end("first", "")
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    return order


async def nothing(_tasks: list[asyncio.Task[None]]) -> None:
    pass


def test_tables_of_an_event_are_served_in_turn() -> None:
    wanted = [("open", "a")] * 3 + [("open", "b"), ("open", "c")]

    order = served(FairQueue(1, 100), wanted, nothing)

    assert order == [("open", "a"), ("open", "b"), ("open", "c"), ("open", "a"), ("open", "a")]


def test_many_tables_of_one_event_delay_another_event_by_one_turn() -> None:
    wanted = [("own", str(n)) for n in range(20)] + [("open", "phone")]

    order = served(FairQueue(1, 100), wanted, nothing)

    assert order[:3] == [("own", "0"), ("open", "phone"), ("own", "1")]
    assert len(order) == 21


def test_one_table_may_wait_with_a_few_requests() -> None:
    refused: list[Full] = []

    async def play(tasks: list[asyncio.Task[None]]) -> None:
        refused.extend(error for task in tasks if task.done() and isinstance(error := task.exception(), Full))

    order = served(FairQueue(1, 100, most_of_member=4), [("open", "a")] * (4 + 3) + [("open", "b")], play)

    assert len(refused) == 3
    assert len(order) == 4 + 1


def test_a_group_leaves_places_for_the_others() -> None:
    async def play() -> list[str]:
        queue, began = FairQueue(4, 100, at_once_of_group=3), []

        async def ask(group: str, member: str) -> None:
            await queue.begin(group, member)
            began.append(group)

        asks = [asyncio.create_task(ask("own", str(n))) for n in range(10)]
        await asyncio.sleep(0)
        asks.append(asyncio.create_task(ask("hall", "phone")))
        await asyncio.sleep(0)
        queue.end("own", "0")
        queue.end("hall", "phone")
        await asyncio.sleep(0)
        for each in asks:
            each.cancel()
        return began

    assert asyncio.run(play()) == ["own"] * 3 + ["hall", "own"]


@pytest.mark.parametrize(
    ("flood", "refused"),
    [
        ([("strange", "")] * 10, ("strange", "")),
        ([("strange", str(n)) for n in range(10)], ("strange", "9")),  # invented sessions
        ([("hall", "")] * 10, ("hall", "")),  # from the same network
    ],
)
def test_a_full_queue_refuses_the_last_of_who_waits_with_most(flood: Order, refused: tuple[str, str]) -> None:
    refusals: list[int] = []

    async def play(tasks: list[asyncio.Task[None]]) -> None:
        await asyncio.sleep(0)
        refusals.extend(n for n, task in enumerate(tasks) if task.done() and isinstance(task.exception(), Full))

    order = served(FairQueue(1, 10), [*flood, ("hall", "desk")], play)

    assert refusals == [9]
    assert flood[9] == refused
    assert order.index(("hall", "desk")) <= 1
    assert len(order) == 10


def test_a_full_queue_refuses_who_comes_if_nobody_waits_with_more() -> None:
    refusals: list[int] = []

    async def play(tasks: list[asyncio.Task[None]]) -> None:
        refusals.extend(n for n, task in enumerate(tasks) if task.done() and isinstance(task.exception(), Full))

    served(FairQueue(1, 3), [("a", ""), ("b", ""), ("c", ""), ("a", "other"), ("d", "")], play)

    assert refusals == [3, 4]


def test_who_goes_away_gives_the_turn_to_the_next() -> None:
    async def play(tasks: list[asyncio.Task[None]]) -> None:
        tasks[0].cancel()
        await asyncio.sleep(0)

    assert served(FairQueue(1, 100), [("open", "a"), ("open", "b")], play) == [("open", "b")]


@pytest.mark.parametrize("at_once", [1, 2])
def test_a_turn_that_comes_with_the_end_of_its_request_is_not_lost(at_once: int) -> None:
    async def run() -> bool:
        queue = FairQueue(at_once, 100)
        for _turn in range(at_once):
            await queue.begin("open", "a")
        gone = asyncio.create_task(queue.begin("open", "b"))
        await asyncio.sleep(0)
        queue.end("open", "a")
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(queue.begin("open", "c"), timeout=1)
        return True

    assert asyncio.run(run())


def test_one_table_has_two_turns_at_once_and_leaves_the_others_free() -> None:
    async def run() -> tuple[list[bool], list[bool]]:
        queue = FairQueue(4, 100, at_once_of_member=2)
        flood = [asyncio.create_task(queue.begin("open", "a")) for _each in range(5)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(queue.begin("open", table)) for table in ("b", "c", "d")]
        await asyncio.sleep(0)
        before = [task.done() for task in (*flood, *others)]
        queue.end("open", "b")  # to d: two of a are on
        queue.end("open", "a")
        await asyncio.sleep(0.01)
        after = [task.done() for task in (*flood, *others)]
        for task in flood:
            task.cancel()
        return before, after

    before, after = asyncio.run(run())

    assert before == [True, True, False, False, False, True, True, False]
    assert after == [True, True, True, False, False, True, True, True]


def test_who_leaves_frees_a_place_in_the_queue_at_once() -> None:
    async def run() -> list[type[BaseException] | None]:
        queue = FairQueue(1, 2)
        await queue.begin("first", "")
        waiting = [asyncio.create_task(queue.begin(name, "")) for name in ("a", "b")]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        waiting.append(asyncio.create_task(queue.begin("c", "")))
        await asyncio.sleep(0)
        for _turn in range(2):
            queue.end("first" if not _turn else "b", "")
            await asyncio.sleep(0)
        return [type(ended) for ended in await asyncio.gather(*waiting, return_exceptions=True)]

    assert asyncio.run(run()) == [asyncio.CancelledError, type(None), type(None)]


@pytest.mark.parametrize(
    ("waiting", "is_waited_for"),
    [
        (("many", "b"), False),  # two of this group have their turn already
        (("long", "b"), True),  # a group may have two turns, and one is left when the long one ends
        (("third", ""), True),
    ],
)
def test_a_long_turn_is_waited_for_by_whoever_could_begin_after_it(
    waiting: tuple[str, str], is_waited_for: bool
) -> None:
    async def run() -> tuple[bool, bool]:
        queue = FairQueue(3, 10, at_once_of_group=2)
        await queue.begin("long", "a")
        for _ in range(2):
            await queue.begin("many", "a")
        before = queue.is_waited_for("long", "a")
        task = asyncio.create_task(queue.begin(*waiting))
        await asyncio.sleep(0)
        after = queue.is_waited_for("long", "a")
        task.cancel()
        return before, after

    assert asyncio.run(run()) == (False, is_waited_for)


def test_a_long_turn_is_waited_for_by_the_same_member() -> None:
    async def run() -> bool:
        queue = FairQueue(3, 10, at_once_of_member=1)
        await queue.begin("hall", "table 1")
        task = asyncio.create_task(queue.begin("hall", "table 1"))
        await asyncio.sleep(0)
        is_waited_for = queue.is_waited_for("hall", "table 1")
        task.cancel()
        return is_waited_for

    assert asyncio.run(run())

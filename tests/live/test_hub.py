"""The hub: no news without permission, none twice, and nothing left behind."""

import asyncio

from tournament.live.hub import Hub


async def sleeper(hub):
    """A watcher that publishes nothing by itself."""
    hub.ready()
    await asyncio.Event().wait()


def test_a_reader_gets_the_newest_version_once():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription([1, 2]) as reader:
            reader.open({1: 5, 2: 3})
            nothing = await reader.news(0.01)
            hub.publish(1, 6)
            hub.publish(1, 7)
            hub.publish(2, 3)
            hub.publish(3, 9)
            first = await reader.news(1)
            hub.publish(1, 7)
            return nothing, first, await reader.news(0.01)

    assert asyncio.run(play()) == ({}, {1: 7}, {})


def test_a_reader_gets_nothing_without_permission():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription([1, 2]) as reader:
            hub.publish(1, 6)  # permission is not checked yet
            reader.open({2: 3})
            hub.publish(1, 7)
            return await reader.news(0.01)

    assert asyncio.run(play()) == {}


def test_one_watcher_serves_all_and_ends_with_the_last_reader():
    watchers = []

    async def watch(hub):
        watchers.append(asyncio.current_task())
        await sleeper(hub)

    async def play():
        hub = Hub(watch)
        async with hub.subscription([1]):
            async with hub.subscription([2]):
                assert hub.watched() == {1, 2}
            assert hub.watched() == {1}
            assert not watchers[0].done()
        await asyncio.sleep(0)
        return len(hub), [watcher.cancelled() for watcher in watchers]

    assert asyncio.run(play()) == (0, [True])


def test_a_failed_watcher_is_restarted():
    started = []

    async def watch(hub):
        started.append(hub.ready())

    async def play():
        hub = Hub(watch)
        async with hub.subscription([1]):
            await asyncio.sleep(0)
            async with hub.subscription([1]):
                pass

    asyncio.run(play())

    assert len(started) == 2


def test_closing_ends_present_and_future_subscriptions():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription([1]) as reader:
            reader.open({1: 1})
            waiting = asyncio.ensure_future(reader.news(60))
            await asyncio.sleep(0)
            hub.close()
            news = await waiting
            async with hub.subscription([1]) as late:
                return news, reader.over, late.over

    assert asyncio.run(play()) == ({}, True, True)


def test_readers_are_told_when_the_watcher_is_lost_and_back():
    async def play():
        hub = Hub(sleeper)
        states = []
        async with hub.subscription([1]) as reader:
            reader.open({1: 1})
            for act in (hub.lost, hub.ready):
                waiting = asyncio.ensure_future(reader.news(60))
                await asyncio.sleep(0)
                act()
                states.append((await waiting, reader.detects_changes))
                async with hub.subscription([1]) as late:
                    states.append(late.detects_changes)
        return states

    assert asyncio.run(play()) == [({}, False), False, ({}, True), True]


def test_a_new_reader_does_not_wait_for_a_lost_watcher():
    async def watch(hub):
        hub.lost()
        await asyncio.Event().wait()

    async def play():
        async with asyncio.timeout(2), Hub(watch).subscription([1]) as reader:
            return reader.detects_changes

    assert asyncio.run(play()) is False

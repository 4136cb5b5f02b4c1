"""The hub: no news without permission, none twice, and nothing left behind."""

import asyncio

from tournament.live.hub import GONE, Hub


async def sleeper(hub):
    """A watcher that publishes nothing by itself."""
    hub.ready()
    await asyncio.Event().wait()


def test_a_reader_gets_the_newest_version_once():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription() as reader:
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
        async with hub.subscription() as reader:
            hub.publish(1, 6)  # permission is not checked yet
            reader.open({2: 3})
            hub.publish(1, 7)
            return await reader.news(0.01)

    assert asyncio.run(play()) == {}


def test_a_change_while_permission_is_checked_is_published_afterwards():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription() as reader:
            hub.publish(1, 6)  # the check has read version 5 already
            await asyncio.sleep(0.01)
            reader.open({1: 5})
            return await reader.news(1)

    assert asyncio.run(play()) == {1: 6}


def published_after(before, after, *, after_a_gap=False):
    """What a hub publishes when all versions are read that are different from those before."""

    async def play():
        hub = Hub(sleeper)
        async with hub.subscription() as reader:
            reader.open(dict.fromkeys(range(1, 6), 1))
            hub.read(before, after_a_gap=True)
            await reader.news(0.01)
            published = []
            hub.publish = lambda pk, version: published.append((pk, version))
            hub.read(after, after_a_gap=after_a_gap)
            return published

    return asyncio.run(play())


def test_only_tournaments_that_changed_are_published():
    before = dict.fromkeys(range(1, 4), 1)  # 4 and 5 do not exist

    assert published_after(before, {1: 1, 2: 2, 7: 1}) == [(2, 2), (3, GONE)]
    assert published_after(before, {1: 1, 2: 1, 3: 1, 4: 1}) == [(4, 1)]
    assert published_after(before, before) == []


def test_every_watched_tournament_is_published_after_changes_were_not_detected():
    before = dict.fromkeys(range(1, 4), 1)

    assert published_after(before, before, after_a_gap=True) == [(1, 1), (2, 1), (3, 1), (4, GONE), (5, GONE)]


def test_a_reader_hears_its_change_however_many_others_change():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription() as reader, hub.subscription() as other:
            reader.open({1: 1})
            other.open(dict.fromkeys(range(2, 52), 0))
            hub.publish(1, 2)
            turns = 0
            while not reader._news and turns < 200:
                turns += 1
                for pk in range(2, 52):
                    hub.publish(pk, turns)
                await asyncio.sleep(0)
            return turns

    assert asyncio.run(play()) < 5


def test_one_watcher_serves_all_and_ends_with_the_last_reader():
    watchers = []

    async def watch(hub):
        watchers.append(asyncio.current_task())
        await sleeper(hub)

    async def play():
        hub = Hub(watch)
        async with hub.subscription() as one:
            one.open({1: 1})
            async with hub.subscription() as other:
                other.open({1: 1, 2: 1})
                assert hub.watched() == {1, 2}
            assert hub.watched() == {1}
            assert not watchers[0].done()
        await asyncio.sleep(0)
        return len(hub), hub.watched(), [watcher.cancelled() for watcher in watchers]

    assert asyncio.run(play()) == (0, frozenset(), [True])


def test_a_failed_watcher_is_restarted():
    started = []

    async def watch(hub):
        started.append(hub.ready())

    async def play():
        hub = Hub(watch)
        async with hub.subscription():
            await asyncio.sleep(0)
            async with hub.subscription():
                pass

    asyncio.run(play())

    assert len(started) == 2


def test_closing_ends_present_and_future_subscriptions():
    async def play():
        hub = Hub(sleeper)
        async with hub.subscription() as reader:
            reader.open({1: 1})
            waiting = asyncio.ensure_future(reader.news(60))
            await asyncio.sleep(0)
            hub.close()
            news = await waiting
            async with hub.subscription() as late:
                return news, reader.over, late.over

    assert asyncio.run(play()) == ({}, True, True)


def test_readers_are_told_when_the_watcher_is_lost_and_back():
    async def play():
        hub = Hub(sleeper)
        states = []
        async with hub.subscription() as reader:
            reader.open({1: 1})
            for act in (hub.lost, hub.ready):
                waiting = asyncio.ensure_future(reader.news(60))
                await asyncio.sleep(0)
                act()
                states.append((await waiting, reader.detects_changes))
                async with hub.subscription() as late:
                    states.append(late.detects_changes)
        return states

    assert asyncio.run(play()) == [({}, False), False, ({}, True), True]


def test_a_new_reader_does_not_wait_for_a_lost_watcher():
    async def watch(hub):
        hub.lost()
        await asyncio.Event().wait()

    async def play():
        async with asyncio.timeout(2), Hub(watch).subscription() as reader:
            return reader.detects_changes

    assert asyncio.run(play()) is False

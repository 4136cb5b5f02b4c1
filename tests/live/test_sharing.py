"""Which parts streams bring, and which of them are drawn first."""

import asyncio
import re
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import HanchanFactory
from tournament.live.sharing.parameters import query_of
from tournament.live.sharing.queue import PushQueue

STANDINGS = "/t/open/standings/"


@pytest.mark.parametrize(
    ("path", "query", "read"),
    [
        (STANDINGS, "", ""),
        (STANDINGS, "page=2&show=official&x=1", "show=official&page=2"),
        (STANDINGS, "after=3&q=&fbclid=abc", "after=3"),
        (STANDINGS, "sort=average&sort=12", "sort=12"),
        ("/t/open/", "x=1", ""),
        ("/t/open/rounds/3/", "x=1", ""),
        ("/t/open/seating/", "x=1", ""),
        ("/t/open/hanchans/7/", "x=1", ""),
    ],
)
def test_a_query_counts_by_what_its_view_reads(path, query, read):
    assert query_of(path, query) == read


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (STANDINGS, "q=anna"),
        (STANDINGS, "page=02"),
        (STANDINGS, "sort=x"),
        ("/t/open/hanchans/7/", "hand=3"),
        ("/t/open/tables/1/", ""),
        ("/t/open/no-such-page/", ""),
    ],
)
def test_what_is_no_shared_page_is_not_brought(path, query):
    assert query_of(path, query) is None


def test_every_view_that_shares_its_page_says_what_it_reads():
    views = [path.read_text(encoding="utf-8") for path in Path("tournament").glob("*/views/*.py")]
    sharing = [text for text in views if "from tournament.live.shared_pages import share" in text]

    assert len(sharing) == 6
    assert all(text.count("@brought_by_streams(") == text.count("    share(request,") == 1 for text in sharing)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["leaderboard", "round", "hanchan", "tournament", "seating"])
def test_a_part_is_the_same_with_the_query_that_counts(client, name):
    hanchan = HanchanFactory()
    slug = hanchan.tournament.slug
    arguments = {"round": [slug, 1], "hanchan": [slug, hanchan.pk]}
    path = reverse(name, args=arguments.get(name, [slug]))
    given = "x=1&page=1&show=official&lang=fr" if name == "leaderboard" else "x=1&page=2&show=official&lang=fr"

    shown = [client.get(f"{path}?{query}", headers={"HX-Request": "true"}) for query in (given, query_of(path, given))]

    assert shown[0].status_code == 200
    plain = [re.sub(r"[?&;](amp;)?(x=1|lang=fr|page=[12]|show=official)", "", each.content.decode()) for each in shown]
    assert plain[0] == plain[1]


def drawn_first(wanted):
    """In which order a queue draws these keys, the first of which was being drawn when the others came."""
    order = []

    async def play():
        queue = PushQueue()

        async def draw(key):
            order.append(key)
            await asyncio.sleep(0.001)
            return key

        pages = await asyncio.gather(*(queue.page(key, lambda key=key: draw(key)) for key in wanted))
        assert pages == wanted

    asyncio.run(play())
    return order


def test_a_part_that_many_streams_want_comes_before_those_of_one():
    assert drawn_first([*"abcdefg", *"zzz"])[0] == "z"
    assert drawn_first([*"abb"]) == ["b", "a"]


def test_a_part_that_nobody_waits_for_any_more_is_not_drawn_and_an_error_reaches_those_who_wait():
    drawn = []

    async def play():
        queue = PushQueue()
        may_draw = asyncio.Event()

        async def draw(key):
            drawn.append(key)
            await may_draw.wait()
            raise ValueError(key)

        first, second = (asyncio.ensure_future(queue.page(key, lambda key=key: draw(key))) for key in "ab")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.wait([second])
        may_draw.set()
        with pytest.raises(ValueError, match="a"):
            await first
        await asyncio.sleep(0.01)

    asyncio.run(play())
    assert drawn == ["a"]

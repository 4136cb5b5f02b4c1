"""A first visit by a valid link has a turn of its own; those by invented links wait with all others."""

import asyncio
import time

import pytest
from django.db import DatabaseError
from django.utils import timezone

from tests.factories import ClubFactory, EntryFactory, TableFactory, TournamentFactory, UserFactory
from tests.live.lanes.apps import Django, a_moment, end, until_waiting, with_session
from tests.live.test_app import Browser
from tournament.core.queries.new_accounts import NEW
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.valid_links import ValidLinks, valid_links
from tournament.models import EntryStatus

TABLE = "/t/open/tables/1/link/0123456789abcdef01/"
CLUB_TABLE = "/c/dragons/tables/1/link/0123456789abcdef01/"
OWN_PAGE = "/t/open/enter/7/0123456789abcdef0123456789abcd/"
FLOOD = 20


def read_all(links):
    return {link: f"link {link}" for link in links}


def read_none(links):
    return {}


def read_during_outage(links):
    raise DatabaseError


def began_before_phone(path, read, *, headers=()):
    """Return how many requests of a flood without cookies begin before the request of a new phone for this path."""

    async def play():
        django = Django()
        lanes = Lanes(django, valid_links=read)
        flooded = path.replace("1", "2").replace("7", "2")
        browsers = [Browser(lanes, flooded[: flooded.index("0")]) for _each in range(FLOOD)]
        await a_moment()
        browsers.append(Browser(lanes, path, headers=headers))
        await until_waiting(lanes, len(browsers))
        for _each in browsers:
            django.may_answer.release()
            await a_moment()
        await end(*browsers)
        return django.began.index(path)

    return asyncio.run(play())


@pytest.mark.parametrize("path", [TABLE, CLUB_TABLE, OWN_PAGE, f"{OWN_PAGE}sheet/"])
def test_a_flood_of_its_network_delays_no_first_visit_by_a_valid_link(path):
    assert began_before_phone(path, read_all) <= 3


def test_an_unknown_session_does_not_take_the_turn_of_its_link():
    assert began_before_phone(TABLE, read_all, headers=with_session(b"ended")) <= 3


@pytest.mark.parametrize("read", [read_none, read_during_outage, None])
def test_other_visits_wait_with_the_flood(read):
    assert began_before_phone(TABLE, read) == FLOOD


@pytest.mark.parametrize(
    ("method", "path", "member"),
    [
        ("GET", f"{OWN_PAGE}sheet/", f"link {OWN_PAGE} link"),
        ("POST", f"{OWN_PAGE}sheet/", None),
        ("GET", "/t/open/tables/1/", None),
        ("GET", "/t/open/enter/7/", None),
        ("GET", "/", None),
    ],
)
def test_all_pages_of_one_link_are_one_member(method, path, member):
    scope = {"method": method, "path": path, "client": ("192.0.2.7", 1), "headers": []}

    assert asyncio.run(ValidLinks(read_all).member(scope)) == member


def test_invented_links_of_a_network_delay_no_link_of_another():
    asked = []

    def read(links):
        asked.extend(links)
        time.sleep(0.01)
        return read_all(links)

    async def play():
        links = ValidLinks(read)
        invented = [f"/t/open/tables/{number}/link/ab/" for number in range(1, 40)]
        scopes = [{"method": "GET", "path": path, "client": ("192.0.2.7", 1), "headers": []} for path in invented]
        scopes.append({"method": "GET", "path": TABLE, "client": ("198.51.100.9", 1), "headers": []})
        await asyncio.gather(*(links.member(scope) for scope in scopes))

    asyncio.run(play())

    assert asked.index(TABLE) <= 2


@pytest.fixture
def owner(transactional_db):
    """Somebody who has had an account for long."""
    return UserFactory(date_joined=timezone.now() - 2 * NEW)


def test_links_are_valid_as_their_views_accept_them(client, owner):
    event, club = TournamentFactory(owner=owner), ClubFactory(organizers=[owner], tables=1)
    table, entry = TableFactory(tournament=event), EntryFactory(tournament=event)
    at_desk = EntryFactory(tournament=event)
    at_desk.is_at_desk = True
    rows = [table, entry, at_desk, club.tables.get()]
    links = [row.get_link() for row in rows]
    for row in rows[:2]:
        row.renew_link()
        row.save()
    invented = [link.replace(f"/{rows[0].number}/", "/99999/") for link in links]
    invented += [f"{links[3][:-2]}/", "/t/none/enter/1/ab/"]

    asked = [*links, *invented, table.get_link(), entry.get_link()]
    valid = valid_links(asked)

    assert valid == {
        links[2]: f"player {at_desk.pk}",
        links[3]: f"club table {rows[3].pk}",
        table.get_link(): f"table {table.pk}",
        entry.get_link(): f"player {entry.pk}",
    }
    assert valid.keys() == {link for link in asked if client.get(link).status_code != 404}


def test_a_link_that_is_written_in_other_ways_has_no_other_turn(owner):
    event = TournamentFactory(owner=owner)
    table, entry = TableFactory(tournament=event, number=7), EntryFactory(tournament=event, number=7)
    links = [table.get_link(), entry.get_link()]
    links += [link.replace("/7/", number) for link in links for number in ("/07/", "/٧/")]

    assert set(valid_links(links).values()) == {f"table {table.pk}", f"player {entry.pk}"}


@pytest.mark.django_db(transaction=True)
def test_a_link_that_a_form_gives_to_everybody_has_no_turn_of_its_own():
    entry = EntryFactory(language="en", status=EntryStatus.APPLIED)

    assert valid_links([entry.get_link()]) == {}

"""The private links of tables and players: how old, when used, and new ones."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.core.actions.links import EVERY, note_link_use
from tournament.core.sqlite import base
from tournament.models import Entry, Role, Table, Tournament
from tournament.people.actions.renew_links import renew_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    """Run by the client, with a referee, a table and a player."""
    owner = UserFactory()
    client.force_login(owner)
    tournament = TournamentFactory(owner=owner, referees=[UserFactory(username="referee")])
    TableFactory(tournament=tournament, number=1)
    EntryFactory(tournament=tournament, number=1, player__name="Adam")
    return tournament


def url(tournament, name="links", *args):
    return reverse(name, args=[tournament.slug, *args])


def links_of(tournament):
    return tournament.tables.get(number=1).get_link(), tournament.entries.get(number=1).get_link()


def statuses(*links):
    """What a stranger gets; a table's link leads on to its screen."""
    return [Client().get(link).status_code for link in links]


def remove(client, tournament, **fields):
    member = tournament.memberships.get(user__username="referee")
    return client.post(url(tournament, "member-remove", member.pk), fields, follow=True)


@pytest.mark.parametrize("way", ["team", "links"])
def test_the_hall_link_is_replaced_with_the_others(client, tournament, way):
    """It opens a private tournament to whoever has copied it."""
    offer = url(tournament, way)
    without = client.get(offer).text
    client.post(url(tournament, "hall-link-new"))
    Tournament.objects.update(is_public=False)
    tournament.refresh_from_db()
    copied, screen = tournament.get_hall_link(), Client()
    screen.get(copied)
    assert screen.get(url(tournament, "players")).status_code == 200

    page = client.get(offer).text
    if way == "team":
        remove(client, tournament, new_hall="on")
    else:
        client.post(offer, {"hall": "on"})

    tournament.refresh_from_db()
    assert [text.count("New hall link") for text in (without, page)] == [0, 1]
    assert statuses(copied, tournament.get_hall_link()) == [404, 302]
    assert screen.get(url(tournament, "players")).status_code == 404
    assert tournament.get_hall_link() in client.get(url(tournament, "visibility")).text


def test_without_a_hall_link_none_is_made(client, tournament):
    remove(client, tournament, new_hall="on")
    answer = client.post(url(tournament), {"hall": "on"})

    tournament.refresh_from_db()
    assert answer.status_code == 422
    assert tournament.hall_nonce == ""


def test_who_is_removed_knows_no_link_any_more(client, tournament):
    copied = links_of(tournament)
    phone = Client()
    phone.get(copied[0])

    response = remove(client, tournament, new_tables="on", new_players="on")

    assert statuses(*copied) == [404, 404]
    assert phone.get(tournament.tables.get().get_absolute_url()).status_code == 404
    assert statuses(*links_of(tournament)) == [302, 200]
    assert response.redirect_chain == [(url(tournament), 302)]
    assert links_of(tournament)[0] in client.get(url(tournament, "tables")).text  # printed anew


def test_a_removal_alone_leaves_the_phones_of_the_hall_alone(client, tournament):
    copied = links_of(tournament)

    remove(client, tournament)

    assert statuses(*copied) == [302, 200]


def test_who_leaves_locks_nobody_out(tournament):
    copied = links_of(tournament)
    referee = tournament.memberships.get(user__username="referee")
    browser = Client()
    browser.force_login(referee.user)

    browser.post(url(tournament, "member-remove", referee.pk), {"new_tables": "on", "new_players": "on"})

    assert statuses(*copied) == [302, 200]


@pytest.mark.parametrize(
    ("fields", "after"), [({"tables": "on"}, [404, 200]), ({"players": "on"}, [302, 404]), ({}, [302, 200])]
)
def test_all_are_renewed_of_one_kind(client, tournament, fields, after):
    copied = links_of(tournament)

    response = client.post(url(tournament), fields)

    assert response.status_code == (302 if fields else 422)
    assert statuses(*copied) == after


def test_all_are_renewed_by_few_statements(tournament, django_assert_max_num_queries):
    """A statement for each hundred players, with a case for each, held the lock for 2 s with 2,000 players."""
    EntryFactory.create_batch(150, tournament=tournament)
    TableFactory(tournament=tournament, number=2)
    before = {row.get_link() for row in (*tournament.entries.all(), *tournament.tables.all())}
    owner = visitor(tournament.memberships.get(role=Role.OWNER).user)

    news = 2 if connection.vendor == "postgresql" else 0  # for each log entry, to the other processes
    with django_assert_max_num_queries(10 + news):
        renew_links(tournament_id=tournament.pk, tables=True, players=True, by=owner)

    after = {row.get_link() for row in (*tournament.entries.all(), *tournament.tables.all())}
    assert len(after) == len(before) == 153
    assert after.isdisjoint(before)


def test_one_is_renewed(client, tournament):
    EntryFactory(tournament=tournament, number=2)
    table, player = links_of(tournament)
    other = tournament.entries.get(number=2).get_link()

    client.post(url(tournament, "entry-renew", 1))
    response = client.post(url(tournament, "table-revoke", 1), {"back": "links"})

    assert statuses(table, player, other) == [404, 404, 200]
    assert response.url == url(tournament)
    assert [line.kind for line in tournament.log.order_by("number")] == ["player.link_renewed", "table.link_revoked"]


def test_the_page_has_the_age_and_the_last_use(client, tournament):
    before = client.get(url(tournament)).text
    statuses(*links_of(tournament))
    after = client.get(url(tournament)).text

    assert before.count("Link not used yet.") == 2
    assert (after.count("Link created: "), after.count("Link last used: "), after.count("Link not used yet.")) == (
        2,
        2,
        0,
    )


def test_a_use_is_noted_now_and_then(tournament, django_assert_num_queries):
    """Pages ask each minute, and a note is a write that a hand would wait for."""
    table = tournament.tables.get()
    note_link_use(table)
    table.refresh_from_db()
    with django_assert_num_queries(0):
        note_link_use(table)
    Table.objects.update(link_used_at=timezone.now() - EVERY - timedelta(seconds=1))
    table.refresh_from_db()
    with django_assert_num_queries(1):
        note_link_use(table)


@pytest.mark.slow
def test_a_page_does_not_wait_for_a_long_transaction_to_note_its_link(transactional_db):
    table = TableFactory()
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has one writer at a time")
    queue = base._queues[str(connection.settings_dict["NAME"])]
    assert queue.begin(0)
    began = time.monotonic()
    try:
        note_link_use(table)
    finally:
        queue.end()

    assert time.monotonic() - began < 5
    table.refresh_from_db()
    assert table.link_used_at is None


def test_more_links_take_no_more_queries(client, tournament):
    few = queries_of(client, url(tournament))
    for number in range(2, 5):
        TableFactory(tournament=tournament, number=number)
        EntryFactory(tournament=tournament, number=number)

    assert queries_of(client, url(tournament)) == few


def test_a_referee_renews_nothing(tournament):
    browser = Client()
    browser.force_login(tournament.memberships.get(user__username="referee").user)
    before = list(Entry.objects.values_list("link_nonce", flat=True))

    assert browser.get(url(tournament)).status_code == 404
    assert browser.post(url(tournament), {"players": "on"}).status_code == 404
    assert browser.post(url(tournament, "entry-renew", 1)).status_code == 404
    assert list(Entry.objects.values_list("link_nonce", flat=True)) == before


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("links", "entry-renew"),
        ("links", "table-revoke"),
        ("tables", "table-revoke"),
        ("visibility", "hall-link-new"),
        ("visibility", "hall-link-remove"),
    ],
)
def test_no_link_is_replaced_by_a_single_touch(client, tournament, page, form):
    """The first touch says what stops working; a second one replaces the link."""
    client.post(url(tournament, "hall-link-new"))
    at = [] if form.startswith("hall") else [1]

    text = client.get(url(tournament, page)).text

    before, found, after = text.partition(f'action="{url(tournament, form, *at)}"')
    assert found
    assert before.count("<details") == before.count("</details>") + 1
    assert "</details>" in after
    asked = before.rpartition("<details")[2] + after.partition("</details>")[0]
    assert "opened the current link" in asked

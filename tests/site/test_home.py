"""The first page: one's own tournaments, the public ones, and nothing private."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from tests.factories import STRANGER, TournamentFactory, UserFactory
from tests.queries import queries_of
from tournament.core.actions.analyse import analyse
from tournament.site.queries.home import archive_page, home

pytestmark = pytest.mark.django_db


def test_a_stranger_sees_public_tournaments_alone(client):
    public = TournamentFactory()
    private = TournamentFactory(is_public=False)

    page = client.get("/").text

    assert public.name in page
    assert private.name not in page
    assert reverse("tournament-new") not in page


def test_ones_own_come_first_with_the_role(client):
    user = UserFactory()
    TournamentFactory(is_public=False, name="Closed Cup", referees=[user])
    TournamentFactory(name="Open Cup")
    client.force_login(user)

    page = client.get("/").text

    assert page.index("Closed Cup") < page.index("Open Cup")
    assert "referee" in page
    assert reverse("tournament-new") in page


def test_ones_own_are_leafed_through(client):
    user = UserFactory()
    for number in range(21):
        TournamentFactory(name=f"Own Cup {number:02}", referees=[user])
    client.force_login(user)

    first, second = client.get("/").text, client.get("/?mine=2").text

    assert ("Own Cup 20" in first, "Own Cup 00" in first) == (True, False)
    assert "?mine=2" in first
    assert ("Own Cup 20" in second, "Own Cup 00" in second) == (False, True)


def test_below_ones_own_public_tournaments_it_does_not_say_that_there_are_none(client):
    assert "There are no events yet." in client.get("/").text

    user = UserFactory()
    TournamentFactory(owner=user)
    client.force_login(user)
    assert "There are no events yet." not in client.get("/").text
    assert "Public tournaments" not in client.get("/").text

    TournamentFactory(name="Open Cup")
    assert "Public tournaments" in client.get("/").text


@pytest.mark.parametrize(("days", "badge"), [(-1, ""), (0, "today"), (1, "to come"), (None, "")])
def test_a_tournament_of_today_or_later_says_so(client, days, badge):
    TournamentFactory(starts_on=None if days is None else timezone.localdate() + timedelta(days=days))

    page = client.get("/").text

    assert [words for words in ("today", "to come") if f">{words}<" in page] == ([badge] if badge else [])


def test_the_staff_alone_may_be_allowed_to_create(client, settings):
    settings.TENBO_TOURNAMENT_CREATORS = "staff"
    client.force_login(UserFactory())

    assert reverse("tournament-new") not in client.get("/").text


def test_many_tournaments_take_pages(client):
    TournamentFactory.create_batch(21)

    assert "Page 1 of 2" in " ".join(client.get("/").text.split())
    assert client.get("/", {"page": "2"}).text.count("tournament-card") == 1
    assert client.get("/", {"page": "nonsense"}).status_code == 200


def test_more_tournaments_take_no_more_queries(client):
    user = UserFactory()
    client.force_login(user)
    TournamentFactory(owner=user)
    TournamentFactory()
    few = queries_of(client, "/")

    TournamentFactory.create_batch(4, owner=user)
    TournamentFactory.create_batch(4)

    assert queries_of(client, "/") == few


def test_more_archived_tournaments_take_no_more_queries(client):
    TournamentFactory(archived_at=timezone.now())
    few = queries_of(client, reverse("archive"))

    TournamentFactory.create_batch(4, archived_at=timezone.now())

    assert queries_of(client, reverse("archive")) == few


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's plans")
def test_a_page_is_read_in_the_order_of_an_index_and_without_the_rules():
    TournamentFactory.create_batch(30)
    TournamentFactory.create_batch(30, archived_at=timezone.now())
    analyse()

    for page in (home(STRANGER, "", "").public, archive_page(STRANGER, "")):
        rows = page.object_list
        assert isinstance(rows, QuerySet)
        assert "newest_tournaments" in rows.explain()
        assert "TEMP B-TREE" not in rows.explain()
        assert all("rules" in tournament.get_deferred_fields() for tournament in rows)

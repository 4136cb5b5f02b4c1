"""What browsers are told beside the page: on every page, errors and redirects included."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import HanchanFactory, UserFactory
from tests.table.phones import phone_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanchan():
    return HanchanFactory(round__tournament__owner=UserFactory(username="ada"))


@pytest.fixture
def owner(hanchan):
    browser = Client()
    browser.force_login(hanchan.tournament.memberships.get().user)
    return browser


def answers(hanchan, browser):
    slug = hanchan.tournament.slug
    yield browser.get("/")
    yield browser.get("/no-such-page/")
    yield browser.get("/", headers={"host": "elsewhere.example"})
    yield browser.post(reverse("players-add", args=[slug]), {"names": "x" * 3_000_000})
    yield Client(enforce_csrf_checks=True).post(reverse("login"))
    yield browser.get(hanchan.table.get_link())
    yield browser.get(reverse("leaderboard-json", args=[slug]))
    yield browser.post(reverse("logout"))


def test_every_answer_is_strict_with_scripts_frames_and_referrers(hanchan, owner):
    for response in answers(hanchan, owner):
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "camera=(), " in response.headers["Permissions-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["Referrer-Policy"] == "same-origin"
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_the_address_of_a_table_keeps_no_token(hanchan):
    response = Client().get(hanchan.table.get_link())

    assert response["Location"] == hanchan.table.get_absolute_url()
    assert response.cookies["sessionid"]["httponly"]


@pytest.mark.slow
def test_what_a_session_shows_is_kept_by_no_cache(hanchan, owner):
    slug = hanchan.tournament.slug
    paths = [reverse(name, args=[slug]) for name in ("tournament", "tournament-edit", "log", "leaderboard-csv")]
    paths += [hanchan.table.get_absolute_url(), hanchan.get_absolute_url(), "/no-such-page/"]

    for browser in (owner, phone_at(hanchan.table)):
        for path in paths:
            cache_control = browser.get(path).headers["Cache-Control"]
            assert "no-store" in cache_control, path
            assert "private" in cache_control, path


def test_a_public_page_may_be_kept_for_strangers(hanchan):
    assert "Cache-Control" not in Client().get(reverse("leaderboard", args=[hanchan.tournament.slug])).headers

"""An event speaks the languages that its organizers chose; who chose another by touch keeps that."""

import re
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.factories import HanchanFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.core.cache import clear_all
from tournament.log.words import entry_words
from tournament.people.queries.mentioned import Mentioned
from tournament.rehearsal.browser import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    hanchan = HanchanFactory(round__tournament=TournamentFactory(owner=owner, languages=["fr", "cs"]))
    return hanchan.tournament


def spoken(address, *, asks="", chose=None, user=None):
    """The language of the page for a browser that asks for these, and of somebody who chose one by touch."""
    browser = Client(headers={"accept-language": asks})
    if user:
        browser.force_login(user)
    if chose:
        browser.cookies[settings.LANGUAGE_COOKIE_NAME] = chose
    response = browser.get(address)
    if response["Content-Type"].startswith("text/html"):
        assert f'<html lang="{response["Content-Language"]}">' in response.text
    return response["Content-Language"]


@pytest.mark.parametrize(
    ("languages", "asks", "chose", "said"),
    [
        ([], "cs", None, "cs"),
        ([], "ja", None, "en"),
        (["fr", "cs"], "", None, "fr"),
        (["fr", "cs"], "*", None, "fr"),
        (["fr", "cs"], "en-GB, ja", None, "fr"),
        (["fr", "cs"], "cs-CZ, en;q=0.5", None, "cs"),
        (["fr", "cs"], "en, cs;q=0.8, fr;q=0.2", None, "cs"),
        (["fr", "cs"], "cs", "en", "en"),
        (["fr", "cs"], "cs", "xx", "cs"),
        (["xx"], "cs", None, "cs"),  # of a later version, by import
    ],
)
def test_a_page_speaks_what_was_chosen_or_the_best_liked_of_the_event(languages, asks, chose, said):
    address = TournamentFactory(languages=languages).get_absolute_url()

    assert spoken(address, asks=asks, chose=chose) == said


@pytest.mark.slow
def test_what_everybody_sees_at_once_speaks_the_first_or_what_its_address_asks_for(tournament, owner):
    slug = tournament.slug
    addresses = [
        reverse("hall", args=[slug]),
        reverse("overlay", args=[slug, tournament.tables.get().number]),
        reverse("print-sheets", args=[slug, 1]),
        reverse("print-start-list", args=[slug]),
        reverse("results-pdf", args=[slug]),
        reverse("rounds-ics", args=[slug]),
    ]

    for address in addresses:
        assert spoken(address, asks="cs", user=owner) == "fr"
        assert spoken(address, asks="cs", user=owner, chose="cs") == "cs"
        assert spoken(f"{address}?lang=en", asks="cs", user=owner, chose="cs") == "en"
        assert spoken(f"{address}?lang=xx", asks="cs", user=owner) == "fr"
    assert spoken(f"{tournament.get_absolute_url()}?lang=en", asks="cs") == "cs"


def test_the_halls_screen_keeps_the_language_of_its_address(tournament, client):
    page = client.get(reverse("hall", args=[tournament.slug]), {"lang": "cs", "scene": "clock"}).text

    links = re.findall(r'href="(\?[^"]*)"', page)
    assert len(links) > 3
    assert all(link.startswith("?lang=cs") for link in links)
    assert "url=?lang=cs&amp;scene=clock" in page


def test_a_fragment_is_drawn_in_each_language_that_is_asked_for(tournament):
    address = reverse("leaderboard", args=[tournament.slug])
    clear_all()

    drawn = [
        Client(headers={"accept-language": asks, "HX-Request": "true"}).get(address) for asks in ("en", "cs", "en")
    ]

    assert "Classement" in drawn[0].text
    assert "Pořadí" in drawn[1].text
    assert drawn[0].text == drawn[2].text
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in drawn[0]["Vary"].split(",")}


def test_the_foot_offers_the_languages_of_the_event_first(tournament, client):
    def offered(address):
        return re.findall(r'name="language" value="(\w\w)"', client.get(address).text)

    assert offered(tournament.get_absolute_url()) == ["fr", "cs", "en"]
    assert offered(reverse("home")) == ["en", "fr", "cs"]


def test_it_costs_no_query(tournament, client):
    addresses = [tournament.get_absolute_url(), reverse("hall", args=[tournament.slug])]
    chosen = [queries_of(client, address) for address in addresses]
    tournament.languages = []
    tournament.save()
    clear_all()

    assert [queries_of(client, address) for address in addresses] == chosen


@pytest.mark.parametrize(
    ("ticked", "first", "kept_as"),
    [
        (["en", "cs"], "", ["en", "cs"]),
        (["en", "cs"], "cs", ["cs", "en"]),
        (["en"], "cs", ["cs", "en"]),
        ([], "fr", ["fr", "en", "cs"]),
        ([], "", []),
    ],
)
def test_an_organizer_says_them_in_the_settings(tournament, owner, client, ticked, first, kept_as):
    client.force_login(owner)
    address = reverse("tournament-edit", args=[tournament.slug])
    data = {"name": tournament.name, "ruleset_key": "wrc_2015", "is_public": "on"}

    assert client.post(address, data | {"languages": ticked, "first_language": first}).status_code == 302

    tournament.refresh_from_db()
    assert tournament.languages == kept_as
    page = client.get(address).text
    assert set(re.findall(r'name="languages" value="(\w\w)"[^>]* checked', page)) == set(kept_as)
    choice = page[page.index('name="first_language"') :].partition("</select>")[0]
    assert ('value="" selected' in choice) == (not kept_as)


def test_a_language_that_is_not_there_is_refused(tournament, owner, client):
    client.force_login(owner)
    data = {"name": tournament.name, "ruleset_key": "wrc_2015", "languages": ["xx"]}

    assert client.post(reverse("tournament-edit", args=[tournament.slug]), data).status_code == 422
    tournament.refresh_from_db()
    assert tournament.languages == ["fr", "cs"]


def test_the_log_tells_it_and_a_copy_speaks_them_too(tournament, owner, client):
    client.force_login(owner)
    data = {"name": tournament.name, "ruleset_key": "wrc_2015", "is_public": "on", "languages": ["en"]}
    client.post(reverse("tournament-edit", args=[tournament.slug]), data)

    with override("en"):
        said = entry_words(tournament.log.get(kind="tournament.edited"), Mentioned(), tournament)
    assert said == "Changed the settings: languages from “Français, Česky” to “English”"
    copied = copy_tournament(
        origin_id=tournament.pk,
        key=uuid4(),
        name="Next year's",
        starts_on=None,
        with_team=False,
        with_entries=False,
        by=visitor(owner),
    )
    assert copied.languages == ["en"]


def test_robots_that_rehearse_it_read_english(tournament):
    assert '<html lang="en">' in Browser().open(tournament.get_absolute_url()).text

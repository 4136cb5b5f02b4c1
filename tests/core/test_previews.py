"""Link previews of pages: what a stranger sees, or nothing."""

import re
import struct
from copy import deepcopy
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.factories import STRANGER, LeagueFactory, UserFactory, owner_of, play, sign
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.phones import phone_at
from tournament.screens.actions.hall_link import make_hall_link
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

FOUR = ["Žofie", "Jiří <b>", "Anaïs", "Dóra"]


@pytest.fixture(scope="module")
def made(once):
    """Round 1 is over, and in round 2 nothing was played."""
    tournament, _entries, (first, _second) = tournament_with(
        FOUR, rounds=2, name="Château d’Été", place="Brno", starts_on="2026-05-01", owner=UserFactory(username="ada")
    )
    play(first, MANGAN)
    sign(first)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture
def pages(tournament):
    hanchan = tournament.rounds.get(number=1).hanchans.get()
    slug = tournament.slug
    return {
        "tournament": tournament.get_absolute_url(),
        "standings": reverse("leaderboard", args=[slug]),
        "round": reverse("round", args=[slug, 1]),
        "hanchan": hanchan.get_absolute_url(),
        "entry": reverse("entry", args=[slug, 2]),
        "league": LeagueFactory(name="Club", tournaments=[tournament]).get_absolute_url(),
        "player": reverse("player-page", args=[tournament.entries.get(number=2).player_id]),
    }


def preview_of(url, client=None):
    return said_in((client or Client()).get(url).text)


def said_in(page):
    """Meta tags in the head of a page, by property."""
    head = page.split("</head>")[0]
    tags = re.findall(r'<meta (?:name|property)="([a-z:_]+)" content="([^"]*)">', head)
    return {name: unescape(content) for name, content in tags if name == "description" or ":" in name}


def test_each_page_says_what_is_going_on(pages):
    previews = {name: preview_of(url) for name, url in pages.items()}

    assert {name: preview["og:title"] for name, preview in previews.items()} == {
        "tournament": "Château d’Été",
        "standings": "Standings · Château d’Été",
        "round": "Round 1 · Château d’Été",
        "hanchan": "Round 1, table 1 · Château d’Été",
        "entry": "Jiří <b> · Château d’Été",
        "league": "Club",
        "player": "Jiří <b>",
    }
    descriptions = {name: preview["og:description"] for name, preview in previews.items()}
    leaders = "1 Jiří <b> +23.0, 2 Dóra 0.0, 2 Žofie 0.0, 4 Anaïs −23.0"
    assert descriptions["tournament"] == (
        "1 May 2026 · Brno · WRC 2015 · Now: round 2 · 0 of 1 table signed · Standings after round 1: " + leaders
    )
    assert descriptions["standings"] == f"Standings after round 1 · {leaders}"
    assert descriptions["round"].endswith(" · Brno · 1 of 1 table signed")
    assert descriptions["hanchan"] == "signed · Žofie 30,000, Jiří <b> 38,000, Anaïs 22,000, Dóra 30,000"
    assert descriptions["entry"] == "Brno · Place 1 with +23.0 after 1 hanchan"
    assert descriptions["league"] == "1 Jiří <b>, 2 Dóra, 2 Žofie, 4 Anaïs · Château d’Été"
    assert descriptions["player"] == "Average place 1.00 in 1 hanchan"
    assert preview_of(f"{pages['player']}?since=2026-01-01") == {}


def test_a_substitutes_hanchan_is_not_counted_beside_the_average(tournament, pages):
    second = tournament.rounds.get(number=2).hanchans.get()
    absent = second.seats.get(entry__number=2).entry
    name_substitute(
        hanchan_id=second.pk, revision=0, entry_id=absent.pk, name="Wendy", after_hand=None, key=uuid4(),
        reason="Ill", by=STRANGER,
    )  # fmt: skip
    play(second, MANGAN)
    sign(second)

    assert preview_of(pages["player"])["og:description"] == "Average place 1.00 in 1 hanchan"


def test_addresses_are_whole_and_the_picture_is_there(pages):
    for url in pages.values():
        page = Client().get(url).text
        said = said_in(page)
        assert said["og:url"] == f"http://testserver{url}"
        assert said["og:image"] == "http://testserver/static/tenbo.png"
        assert said["description"] == said["og:description"]
        assert f'<link rel="canonical" href="http://testserver{url}">' in page
    assert preview_of(pages["round"] + "?utm=1")["og:url"] == f"http://testserver{pages['round']}"
    picture = Path(finders.find("tenbo.png")).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)


def test_it_speaks_the_visitors_language(pages):
    czech = Client(headers={"accept-language": "cs"})

    assert preview_of(pages["standings"], czech)["og:description"].startswith("Pořadí po kole 1 · 1 Jiří")
    assert preview_of(pages["standings"], czech)["og:locale"] == "cs"


def test_the_first_page_says_what_this_is(client):
    preview = preview_of(reverse("home"))

    assert preview["og:title"] == "Tenbo · Riichi tournaments, scored hand by hand"
    assert "Enter each hand on a phone at the table" in preview["og:description"]
    client.force_login(UserFactory())
    assert preview_of(reverse("home"), client) == {}


def test_standings_of_long_ago_are_another_page(pages, tournament):
    play(tournament.rounds.get(number=2).hanchans.get(), MANGAN)

    assert "+46.0" in preview_of(pages["standings"])["og:description"]
    before = preview_of(pages["standings"] + "?after=1")
    assert "+46.0" not in before["og:description"]
    assert before["og:url"].endswith("?after=1")


def test_what_is_withheld_is_not_told(pages, tournament):
    show(tournament, everyone="held")

    for url in pages.values():
        preview = preview_of(url)
        assert "og:title" in preview
        assert not re.search(r"23\.0|38,000|22,000", " ".join(preview.values()))
    assert "hidden until" in preview_of(pages["hanchan"])["og:description"]


@pytest.mark.slow
def test_who_sees_more_than_strangers_is_given_none(pages, tournament):
    show(tournament, everyone="held")
    make_hall_link(tournament_id=tournament.pk, by=owner_of(tournament))
    tournament.refresh_from_db()
    team, hall = Client(), Client()
    team.force_login(tournament.memberships.get().user)
    hall.get(tournament.get_hall_link())
    table = phone_at(tournament.tables.get())

    for browser in (team, hall, table):
        assert [name for name, url in pages.items() if preview_of(url, browser)] == []


def test_a_private_tournament_and_a_search_have_none(pages, tournament):
    assert preview_of(pages["standings"] + "?q=Dora") == {}
    tournament.is_public = False
    tournament.save()
    member = Client()
    member.force_login(tournament.memberships.get().user)

    assert preview_of(pages["tournament"], member) == {}

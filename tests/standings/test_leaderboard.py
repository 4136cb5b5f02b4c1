"""The standings' page."""

import re
from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import STRANGER, TournamentFactory, UserFactory, play, sign
from tests.standings.results import DRAW, MANGAN, tournament_with
from tournament.core.actions.journal import log
from tournament.core.queries import long_lists
from tournament.standings.queries.standings_page import standings_page

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


def address(tournament, query=""):
    return reverse("leaderboard", args=[tournament.slug]) + query


@pytest.fixture(scope="module")
def made(once):
    """One round signed, a second in play; South has made a chombo."""
    tournament, _entries, (first, second) = tournament_with(FOUR, rounds=2)
    play(first, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(first)
    play(second, DRAW)
    return tournament


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


def test_a_stranger_reads_the_standings_of_a_public_tournament(client, tournament):
    page = client.get(address(tournament))

    assert page.status_code == 200
    assert "+23.0" in page.text
    assert "−20.0" in page.text
    assert "Round 2" in page.text
    assert page.text.count("provisional</span>") == 8  # each total and each score of the round in play
    assert reverse("entry", args=[tournament.slug, 2]) in page.text


def test_official_standings_know_nothing_provisional(client, tournament):
    page = client.get(address(tournament, "?show=official"))

    assert "provisional" not in page.text
    assert "Signed sheets only" in page.text


def test_htmx_gets_the_table_alone_from_the_same_address(client, tournament):
    page = client.get(address(tournament, "?q=bretislav"), headers={"HX-Request": "true"})

    assert page.text.strip().startswith('<section id="leaderboard"')
    assert "Břetislav" in page.text
    assert "Claire" not in page.text
    assert "HX-Request" in page.headers["Vary"]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("average", ["Adam", "Břetislav", "Dóra", "Claire"]),
        ("chombo", ["Břetislav", "Adam", "Dóra", "Claire"]),
        ("1", ["Břetislav", "Adam", "Dóra", "Claire"]),
        ("2", ["Adam", "Břetislav", "Dóra", "Claire"]),
    ],
)
def test_a_click_on_a_head_sorts_by_that_column(client, tournament, sort, names):
    page = client.get(address(tournament, f"?sort={sort}")).text

    assert re.findall(r'players/\d+/">([^<]+)<', page) == names
    assert page.count('aria-sort="descending"') == 1
    assert f'<input type="hidden" name="sort" value="{sort}">' in page  # and a search keeps the order


def test_announced_cuts_are_a_setting_and_lines_with_words(client):
    owner = UserFactory()
    client.force_login(owner)
    tournament, _entries, (hanchan,) = tournament_with(FOUR, owner=owner)
    play(hanchan, MANGAN)
    settings = reverse("finals", args=[tournament.slug])

    client.post(settings, {"places_1": "2"} | {"after_3": "8", "places_3": "1", "carried_3": "25 %"})

    page = " ".join(client.get(address(tournament)).text.split())
    assert "At the next cut the first 2 players advance" in page
    assert "After round 8 the first player advances, carrying over 1/4 of the score" in page
    assert "To the cut" in page
    assert "After round 8 the first player advances" in client.get(reverse("log", args=[tournament.slug])).text
    assert "After round 8 the first player advances" in Client().get(tournament.get_absolute_url()).text
    client.post(settings, {})
    assert "At the next cut" not in client.get(address(tournament)).text


@pytest.mark.parametrize("query", ["?sort=average", "?sort=nonsense", "?q=&after=9&page=9&sort=x", "?page=77"])
def test_orders_and_pages_are_few_and_each_is_drawn_once(client, tournament, monkeypatch, query):
    drawn = []

    def drawing(*args, **options):
        drawn.append(options)
        return standings_page(*args, **options)

    monkeypatch.setattr("tournament.standings.views.leaderboard.standings_page", drawing)
    client.get(address(tournament))
    pages = [client.get(address(tournament, each)).text for each in (query, query)]

    assert len(drawn) == (2 if query == "?sort=average" or "page=9" in query else 1)
    assert pages[0].count('type="hidden" name="sort"') == (query == "?sort=average")


def test_searches_of_one_version_read_its_hands_once(client, tournament):
    def reads_hands(query):
        with CaptureQueriesContext(connection) as captured:
            client.get(address(tournament, query))
        return any("tournament_hand" in each["sql"] for each in captured)

    searches = ["?q=a", "?q=b", "?q=c&sort=1", "?q=a&page=2"]
    assert [reads_hands(query) for query in searches] == [True, False, False, False]
    tournament.refresh_from_db()
    log(tournament, "round.started", by=STRANGER)
    assert reads_hands("?q=a")


def test_a_search_and_a_long_list_are_shown_in_pages(client, monkeypatch):
    monkeypatch.setattr(long_lists, "ROWS", 2)
    monkeypatch.setattr(long_lists, "FOUND_ROWS", 1)
    tournament, *_rest = tournament_with([f"Player {number}" for number in range(1, 6)])

    def names(query):
        page = client.get(address(tournament, query)).text
        return re.findall(r">Player (\d)</a>", page), re.findall(r"Page \d+ of \d+", page)

    assert names("") == (["1", "2"], ["Page 1 of 2"])
    assert names("?page=2") == (["3", "4", "5"], ["Page 2 of 2"])
    assert names("?page=3") == names("?page=2")  # the last that there is
    assert names("?page=x") == names("?page=-1") == names("")
    assert names("?q=player&page=4") == (["4"], ["Page 4 of 5"])
    assert 'rel="next" href="?q=player&amp;page=2"' in client.get(address(tournament, "?q=player")).text


def test_without_javascript_a_name_is_found_too(client, tournament):
    page = client.get(address(tournament, "?q=CLAIRE&show=official"))

    assert "<html" in page.text
    assert "Claire" in page.text
    assert "Dóra" not in page.text
    assert re.search(r'<td class="number place">\s*4</td>', page.text)  # a found row keeps its place


def test_a_name_nobody_has_is_said(client, tournament):
    assert "No player here is called “&lt;Zoé&gt;”" in client.get(address(tournament, "?q=<Zoé>")).text


@pytest.mark.parametrize("query", ["?show=nonsense", "?q=" + "x" * 5000, "?q=%00", "?q=%FF"])
def test_nonsense_is_answered_calmly(client, tournament, query):
    assert client.get(address(tournament, query)).status_code == 200


def test_a_private_tournament_is_for_its_people_alone(client):
    member = UserFactory()
    tournament, *_rest = tournament_with(FOUR, is_public=False, referees=[member])

    assert client.get(address(tournament)).status_code == 404
    assert client.get(address(tournament), headers={"HX-Request": "true"}).status_code == 404
    client.force_login(UserFactory())
    assert client.get(address(tournament)).status_code == 404
    client.force_login(member)
    assert client.get(address(tournament)).status_code == 200


def test_a_tournament_without_players_says_so(client):
    tournament, *_rest = tournament_with([])

    assert "There are no players yet" in client.get(address(tournament)).text


def test_a_total_of_nothing_and_no_total_look_different(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)

    before = client.get(address(tournament)).text
    play(hanchan, MANGAN)

    assert "0.0" not in before
    assert "0.0" in client.get(address(tournament)).text


def test_the_number_of_queries_does_not_grow(client):
    def queries(names, rounds):
        tournament, _entries, hanchans = tournament_with(names, rounds=rounds)
        for hanchan in hanchans:
            play(hanchan, MANGAN, DRAW)
        for hanchan in hanchans[::2]:
            sign(hanchan)
        with CaptureQueriesContext(connection) as captured:
            client.get(address(tournament))
        return len(captured)

    assert queries(FOUR, 2) == queries([f"Player {n}" for n in range(8)], 3)


def test_the_standings_after_a_round_by_page_and_by_file(client, tournament):
    then = client.get(address(tournament, "?after=1"))

    assert re.findall(r'<a href="[^"]*sort=\d+">(Round \d+)<', then.text) == ["Round 1"]
    assert "as they were after round 1" in then.text
    assert "standings.csv?after=1" in then.text
    assert "Round 2" not in client.get(reverse("leaderboard-csv", args=[tournament.slug]) + "?after=1").text
    for now in ("", "?after=2", "?after=9", "?after=x"):
        assert "as they were after round" not in client.get(address(tournament, now)).text


def test_unknown_fields_of_the_query_draw_no_other_page(client, monkeypatch):
    tournament = TournamentFactory()
    address = reverse("leaderboard", args=[tournament.slug])
    client.get(address)
    monkeypatch.setattr("tournament.standings.views.leaderboard.standings_page", lambda *_, **__: 1 / 0)

    for query in ("?x=1", "?y=2&x=1"):
        assert client.get(f"{address}{query}").status_code == 200

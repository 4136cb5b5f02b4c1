"""The tables of the round in play, and the leaders, on a tournament's first page."""

import re

import pytest
from django.test import Client

from tests.factories import UserFactory, play, sign
from tests.queries import queries_of
from tests.standings.results import DRAW, MANGAN, TSUMO, show, tournament_with
from tournament.core.cache import clear_all
from tournament.site.queries.tournament_home import MOST_TABLES

pytestmark = pytest.mark.django_db

EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Émile", "François", "Gábor", "Hana"]


def now(tournament, client):
    """The list of tables on the first page, or ""."""
    clear_all()  # what factories write raises no version
    text = " ".join(client.get(tournament.get_absolute_url()).text.split())
    return text.partition('<ul class="plain-list now-tables">')[2].partition("</section>")[0]


@pytest.mark.slow
def test_visitors_read_who_plays_whom_and_the_points(client):
    tournament, _entries, (first, second) = tournament_with(EIGHT)
    assert all(f">{name}</a>" in now(tournament, client) for name in EIGHT)
    assert "30,000" not in now(tournament, client)

    play(first, MANGAN)

    shown = now(tournament, client)
    assert f'href="{first.round.get_absolute_url()}#table-1"' in shown
    assert shown.count('<span class="number positive">') == 4
    play(second, MANGAN)
    sign(first)
    sign(second)
    assert not now(tournament, client)


def test_a_withheld_round_has_names_without_points(client):
    tournament, _entries, (hanchan,) = tournament_with(EIGHT[:4])
    play(hanchan, MANGAN)
    show(tournament, everyone="signed", hall="signed", players="signed")

    shown = now(tournament, client)
    assert ">Adam</a>" in shown
    assert 'class="number' not in shown


def test_organizers_and_large_rounds_have_no_such_list():
    owner = UserFactory()
    tournament, *_rest = tournament_with(EIGHT, owner=owner)
    organizer = Client()
    organizer.force_login(owner)
    assert not now(tournament, organizer)

    large, *_rest = tournament_with([f"Player {number}" for number in range(4 * (MOST_TABLES + 1))])
    assert not now(large, Client())


def test_more_tables_and_hands_take_no_more_queries(client):
    def queries(names):
        tournament, _entries, hanchans = tournament_with(names)
        for hanchan in hanchans:
            play(hanchan, DRAW)
        clear_all()
        return queries_of(client, tournament.get_absolute_url())

    assert queries(EIGHT[:4]) == queries([f"Player {number}" for number in range(16)])


def leaders(tournament, client):
    """The title of the leaders on the first page, "" without, and their names."""
    clear_all()
    page = client.get(tournament.get_absolute_url()).text
    title, _end, names = page.partition('<h2 id="leaders">')[2].partition("</h2>")
    return title.strip(), re.findall(r'/players/\d+/">([^<]+)</a>', names.partition("</ol>")[0])


def test_leaders_are_live_while_a_round_is_played_and_shown(client):
    tournament, _entries, (first, second) = tournament_with(EIGHT[:4], rounds=2)
    assert leaders(tournament, client) == ("", [])
    play(first, MANGAN)
    assert leaders(tournament, client) == ("Live standings", ["Břetislav", "Adam", "Dóra", "Claire"])
    sign(first)
    assert leaders(tournament, client)[0] == "Standings after round 1"

    play(second, TSUMO)
    assert leaders(tournament, client) == ("Live standings", ["Adam", "Břetislav", "Dóra", "Claire"])

    show(tournament, everyone="signed", hall="signed", players="signed")
    assert leaders(tournament, client) == ("Standings after round 1", ["Břetislav", "Adam", "Dóra", "Claire"])

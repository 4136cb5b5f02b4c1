"""The matches after a cut that is hidden from a reader: they would name the teams that advanced."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import play, sign
from tests.forms_on_page import pressed
from tests.rounds.new_round import drawn
from tests.rounds.test_team_matches import MANGAN, at, choose, made, plan, shown, tournament
from tournament.core.requests import SESSION_TABLES
from tournament.models import Cut, Hanchan, Shown
from tournament.rounds.queries import team_matches as queries

__all__ = ["made", "tournament"]  # fixtures


@pytest.fixture
def season(client, tournament):
    """Round 1 is played and held back, four of five teams passed the cut, and three rounds are planned for them."""
    tournament.shown_to_everyone = tournament.shown_to_players = tournament.shown_in_hall = Shown.HELD
    tournament.save()
    plan(client, tournament, rounds=1)
    start(client, tournament, 1)
    url = at("team-cut", tournament)
    client.post(url, pressed(client.get(url, {"count": 3}).text, url) | {"carried": "half"})
    plan(client, tournament, rounds=3)
    assert Cut.objects.current().filter(tournament=tournament, after_round=1).exists()
    return tournament


def start(client, tournament, number):
    """Start this round with the line-ups of its teams, play it and sign it."""
    choose(client, tournament, number=number)
    url = at("round-new", tournament)
    client.post(url, drawn(client.get(url)))
    hanchan = Hanchan.objects.get(round__tournament=tournament, round__number=number)
    play(hanchan, MANGAN)
    sign(hanchan)


@pytest.fixture
def stranger(db):
    return Client()


def test_a_hidden_cut_hides_the_matches_after_it(client, season, stranger):
    assert shown(client, season) == ([2, 3, 4], [1], [])
    assert shown(stranger, season) == ([], [1], [])
    assert shown(stranger, season, round=3) == ([], [1], [])


def test_neither_does_a_link_tell_of_them(client, season, stranger, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SHOWN", 1)

    assert shown(client, season) == ([2], [1], [3])
    assert shown(stranger, season) == ([], [1], [])


def test_players_see_them_when_they_see_the_cut(season, stranger):
    season.shown_to_players = Shown.LIVE
    season.save()
    player = Client()
    table = Hanchan.objects.get(round__tournament=season).table
    session = player.session
    session[SESSION_TABLES] = {str(table.pk): table.link_nonce}
    session.save()

    assert shown(player, season) == ([2, 3, 4], [1], [])
    assert shown(stranger, season) == ([], [1], [])


def test_a_started_round_is_shown_but_none_to_come(client, season, stranger):
    start(client, season, 2)

    assert shown(stranger, season) == ([], [2, 1], [])


def test_all_matches_are_shown_once_the_cut_is(client, season, stranger):
    assert "Round 2" not in stranger.get(at("team-matches", season)).text

    client.post(at("round-release", season, 1), {"key": uuid4()})

    assert shown(stranger, season) == ([2, 3, 4], [1], [])


def test_held_rounds_without_a_cut_hide_no_match(client, tournament, stranger):
    tournament.shown_to_everyone = Shown.HELD
    tournament.save()
    plan(client, tournament, rounds=2)

    assert shown(stranger, tournament) == ([1, 2], [], [])


def test_a_stranger_takes_the_same_queries_however_many_matches_there_are(
    season, stranger, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        stranger.get(at("team-matches", season))

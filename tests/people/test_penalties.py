"""The pages about penalties, and where else penalties are seen."""

import csv
import io
from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import STRANGER, LeagueFactory, RoundFactory, UserFactory, penalize, play, sign
from tests.queries import queries_of
from tests.standings.results import MANGAN, tournament_with
from tournament.games.queries import penalties as queries
from tournament.models import Penalty
from tournament.rounds.actions.take_back_round import take_back_round

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


@pytest.fixture(scope="module")
def made(once):
    referee = UserFactory()
    tournament, _entries, (hanchan,) = tournament_with(FOUR, referees=[referee])
    play(hanchan, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(hanchan)
    return tournament, referee


@pytest.fixture
def tournament(client, db, made):
    """South has 23.0 and a chombo; a referee is logged in."""
    tournament, referee = deepcopy(made)
    client.force_login(referee)
    return tournament


def entry(tournament, number=2):
    return tournament.entries.get(number=number)


def page(tournament):
    return reverse("penalties", args=[tournament.slug])


def form(tournament, **more):
    fields = {"key": str(uuid4()), "entry": entry(tournament).pk, "offence": "late", "round": 1, "rule": ""}
    return fields | {"minutes": "", "points": "", "reason": "Overslept"} | more


def standings(client, tournament):
    return client.get(reverse("leaderboard", args=[tournament.slug])).text


def given():
    return [(penalty.offence, penalty.points) for penalty in Penalty.objects.all()]


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"minutes": "4"}, "4"),
        ({"minutes": "4", "points": "2.5"}, "2.5"),
        ({"minutes": "30", "points": "10"}, "10"),
        ({"offence": "missed", "minutes": "4"}, "30"),
        ({"offence": "obstruction", "points": "12", "round": ""}, "12"),
        ({"offence": "misconduct", "points": "0"}, "0"),
    ],
    ids=["minutes", "other points", "too late", "missed", "obstruction", "warning"],
)
def test_points_follow_from_the_rules_unless_they_are_said(client, tournament, fields, points):
    assert client.post(page(tournament), form(tournament, **fields)).status_code == 302

    assert given() == [(fields.get("offence", "late"), points)]
    assert "Overslept" in client.get(page(tournament)).text


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"minutes": "11"}, "does not play"),
        ({"minutes": "0"}, "greater than or equal to 1"),
        ({}, "Enter the points"),
        ({"offence": "other", "minutes": "4"}, "Enter the points"),
        ({"points": "-5"}, "greater than or equal to 0"),
        ({"points": "NaN"}, "Enter a number"),
        ({"points": "0.05"}, "decimal place"),
        ({"points": "5", "reason": ""}, "required"),
        ({"points": "5", "entry": "0"}, "Select a valid choice"),
        ({"points": "5", "round": "9"}, "Select a valid choice"),
        ({"points": "5", "key": "x"}, "Enter a valid UUID."),
    ],
)
def test_nonsense_is_refused_and_stays_in_the_form(client, tournament, fields, problem):
    response = client.post(page(tournament), form(tournament, **fields))

    assert response.status_code == 422
    assert problem in response.text
    assert not given()


@pytest.mark.parametrize("typed", ["2,5", "2.5"])
def test_points_may_be_said_with_the_comma_of_the_language(client, tournament, typed):
    czech = {"accept-language": "cs"}

    assert client.post(page(tournament), form(tournament, points=typed), headers=czech).status_code == 302

    assert given() == [("late", "2.5")]


def test_a_double_touch_gives_one(client, tournament):
    data = form(tournament, points="5")

    client.post(page(tournament), data)
    client.post(page(tournament), data)

    assert given() == [("late", "5")]


def test_a_key_that_did_something_else_is_refused(client, tournament):
    key = uuid4()
    tournament.refresh_from_db()
    tournament.log.create(
        number=99, kind="hanchan.cancelled", actor_kind="account", actor_name="Ada", at=tournament.created_at, key=key
    )

    assert client.post(page(tournament), form(tournament, points="5", key=str(key))).status_code == 409


def test_standings_files_and_the_players_page_have_it_in_a_column_of_its_own(client, tournament):
    penalize(entry(tournament), "7.5")

    text = standings(client, tournament)
    data = client.get(reverse("leaderboard-json", args=[tournament.slug])).json()
    lines = client.get(reverse("leaderboard-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    south = next(line for line in csv.DictReader(io.StringIO(lines)) if line["Number"] == "2")
    players = client.get(reverse("entry", args=[tournament.slug, 2])).text

    assert all(figure in text for figure in ("−20.0", "−7.5", "−4.5", "+23.0"))
    assert [south[title] for title in ("Total", "Chombo", "Penalties", "Round 1")] == ["-4.5", "-20", "-7.5", "23"]
    (player,) = (player for player in data["players"] if player["number"] == 2)
    assert [player[name] for name in ("total", "chombo", "penalties")] == ["-4.5", "20", "7.5"]
    assert all(figure in players for figure in ("−7.5", "R15.6", "−4.5"))


def test_a_league_takes_it_off_once(client, tournament):
    penalize(entry(tournament), "7.5")
    league = LeagueFactory(tournaments=[tournament])

    assert "−4.5" in client.get(league.get_absolute_url()).text


def test_the_reason_and_warnings_are_the_teams(client, tournament):
    penalize(entry(tournament), "5")
    penalize(entry(tournament), "0")
    client.logout()

    text = client.get(reverse("entry", args=[tournament.slug, 2])).text

    assert text.count("R15.6") == 1
    assert "Asked twice" not in text
    assert client.get(page(tournament)).status_code == 302


def test_taken_back_it_counts_for_nothing_and_stays_in_sight(client, tournament):
    penalize(entry(tournament), "7.5")
    address = reverse("penalty-take-back", args=[tournament.slug, Penalty.objects.get().pk])

    assert client.post(address, {"reason": ""}).status_code == 422
    assert "−4.5" in standings(client, tournament)
    assert client.post(address, {"reason": "Somebody else"}).status_code == 302

    assert "−7.5" not in standings(client, tournament)
    assert "Somebody else" in client.get(page(tournament)).text
    assert "Somebody else" in client.get(address).text


def test_a_penalty_of_a_round_that_was_undone_counts_for_everybody(client, tournament):
    RoundFactory(tournament=tournament, number=2)
    client.post(page(tournament), form(tournament, points="7.5", round=2))
    take_back_round(tournament_id=tournament.pk, number=2, by=STRANGER)
    league = LeagueFactory(tournaments=[tournament])
    addresses = [reverse("leaderboard", args=[tournament.slug]), reverse("entry", args=[tournament.slug, 2])]
    addresses.append(league.get_absolute_url())

    assert all("−4.5" in reader.get(address).text for reader in (Client(), client) for address in addresses)
    public = Client().get(reverse("tournament-json", args=[tournament.slug])).json()
    assert [penalty["points"] for penalty in public["penalties"]] == ["7.5"]


def test_the_form_opens_for_a_player(client, tournament):
    text = client.get(page(tournament) + "?player=2").text

    assert f'<option value="{entry(tournament).pk}" selected>' in text
    assert client.get(page(tournament) + "?player=nobody").status_code == 200


def test_more_penalties_take_no_more_queries(client, tournament):
    addresses = [page(tournament), *(reverse(name, args=[tournament.slug]) for name in ("leaderboard", "log"))]
    penalize(entry(tournament))
    few = [queries_of(client, address) for address in addresses]
    for number in (1, 2, 3):
        penalize(entry(tournament, number))

    assert [queries_of(client, address) for address in addresses] == few


def test_many_penalties_are_read_in_pages_and_all_count_for_the_next(client, tournament, monkeypatch):
    monkeypatch.setattr(queries, "PENALTIES_ON_A_PAGE", 2)
    for _time in range(3):
        penalize(entry(tournament), "1")

    newest, oldest = (client.get(page(tournament), {"page": number}) for number in ("", "2"))

    assert [len(shown.context["page"].penalties) for shown in (newest, oldest)] == [2, 1]
    assert "Page 1 of 2" in newest.text
    assert newest.context["page"].earlier(entry(tournament).pk, "R15.6") == 3
    assert newest.context["page"].earlier(10**30, "R15.6") == 0

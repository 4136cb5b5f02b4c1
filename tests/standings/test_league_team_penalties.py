"""What a league's table of teams takes off for penalties of the teams, and for chombo that are the team's alone."""

import csv
import io
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import STRANGER, LeagueFactory, PlayerFactory, cut_to
from tests.standings.test_league_table import evening
from tournament.models import LeagueEvent, Offence, SheetLine, Shown, Tournament
from tournament.people.actions.give_team_penalty import give_team_penalty
from tournament.standings.league_rows import By
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_table import league_table
from tournament.standings.queries.team_standings import team_standings

pytestmark = pytest.mark.django_db

TEAMS = {"Anna": "Ants", "Boris": "ants", "Claire": "Bees", "Dóra": "Bees"}


@pytest.fixture(scope="module")
def made(once):
    """Two evenings: the Ants have 30 + 10 and −5 + 5, the Bees −10 − 30 and 0 + 0."""
    four = [PlayerFactory(name=name) for name in TEAMS]
    return [evening(four, (30, 10, -10, -30), teams=TEAMS), evening(four, (-5, 5, 0, 0), teams=TEAMS)]


@pytest.fixture
def evenings(db, made):
    return deepcopy(made)


def penalize_team(tournament, points, *, team="ants", round_number=None):
    give_team_penalty(
        tournament_id=tournament.pk,
        key=uuid4(),
        team_key=team,
        offence=Offence.PROCEDURE,
        points=Fraction(points),
        round_number=round_number,
        rule="",
        reason="Named too late",
        by=STRANGER,
    )


def results(league):
    return {group.name: group.result for group in league_table(league, STRANGER, by=By.TEAM).groups}


def test_a_penalty_of_a_team_comes_off_its_sum_times_the_weight(evenings):
    league = LeagueFactory(tournaments=evenings)
    LeagueEvent.objects.filter(tournament=evenings[1]).update(weight="2")
    before = results(league)

    penalize_team(evenings[0], 10, round_number=1)
    penalize_team(evenings[1], 3)
    penalize_team(evenings[1], 0)  # a warning

    assert results(league) == before | {"Ants": before["Ants"] - 16}
    rows = league_table(league, STRANGER, by=By.PERSON).rows
    assert sum(row.season.sum for row in rows) == 0  # no player's


def test_it_comes_off_an_average_divided_by_the_hanchans_that_count(evenings):
    league = LeagueFactory(tournaments=evenings, ranked_by="average")
    before = results(league)

    penalize_team(evenings[0], 10)

    assert results(league) == before | {"Ants": before["Ants"] - Fraction(10, 4)}


def test_no_club_and_no_country_loses_it(evenings):
    league = LeagueFactory(tournaments=evenings)
    penalize_team(evenings[0], 10)
    for entry in evenings[0].entries.all():
        entry.player.club = "Ants"
        entry.player.save()

    (club,) = league_table(league, STRANGER, by=By.CLUB).groups

    assert (club.result, club.deduction) == (0, 0)


def test_the_league_takes_off_what_the_events_own_standings_take_off(evenings):
    """A chombo for the team alone and a penalty, both before a cut that carries half."""
    spring = evenings[0]
    spring.team_chombo = True
    spring.save()
    SheetLine.objects.filter(entry__tournament=spring, entry__player__name="Anna").update(penalty="20")
    penalize_team(spring, 10, round_number=1)
    cut_to(*spring.entries.filter(player__name__in=["Anna", "Boris"]), after=1, carried="half")

    own = {row.team.name: row.total for row in team_standings(spring, leaderboard(spring, official=True)).rows}

    assert results(LeagueFactory(tournaments=[spring])) == own == {"Ants": Fraction(5), "Bees": Fraction(-40)}


def test_a_withheld_rounds_penalty_is_not_told(evenings):
    league = LeagueFactory(tournaments=evenings)
    penalize_team(evenings[0], 10, round_number=1)
    Tournament.objects.filter(pk=evenings[0].pk).update(shown_to_everyone=Shown.HELD)

    assert results(league)["Ants"] == 0  # nothing of that round, of scores or of penalties


def test_the_page_and_the_files_say_it(client, evenings):
    league = LeagueFactory(tournaments=evenings)
    penalize_team(evenings[0], 10)

    page = client.get(league.get_absolute_url(), {"by": "team"}).text
    text = client.get(reverse("league-csv", args=[league.slug]), {"by": "team"}).content.decode("utf-8-sig")
    groups = client.get(reverse("league-json", args=[league.slug]), {"by": "team"}).json()["groups"]

    assert 'Penalties of the team <span class="number negative">−10.0</span>' in page
    assert "Penalties given to a team always count." in page
    assert [row["Penalties of the team"] for row in csv.DictReader(io.StringIO(text))] == ["-10", "-10", "0", "0"]
    assert {group["name"]: group["penalties"] for group in groups} == {"Ants": "10", "Bees": "0"}


def test_the_number_of_queries_does_not_grow(evenings):
    def queries(tournaments):
        league = LeagueFactory(tournaments=tournaments)
        with CaptureQueriesContext(connection) as captured:
            league_table(league, STRANGER, by=By.TEAM)
        return len(captured)

    for tournament in evenings:
        penalize_team(tournament, 1)
        penalize_team(tournament, 2, team="bees")

    assert queries(evenings[:1]) == queries(evenings)

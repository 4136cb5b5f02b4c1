"""The score of a round sat out, worked out by hand: in standings, files, the player's page and the league."""

import csv
import io
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, HanchanFactory, LeagueFactory, RoundFactory, cut_to, play, sign
from tests.standings.results import MANGAN, tournament_with
from tournament.archive.exports.takeaway import standings as takeaway_standings
from tournament.archive.queries.takeaway import load_takeaway
from tournament.models.tournament import SitOut
from tournament.rounds.actions.edit_sit_out import edit_sit_out
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.queries.exchange import round_to_change
from tournament.standings.ema import EmaFacts
from tournament.standings.file_faults import FileFault
from tournament.standings.queries.ema import ema_package
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture(scope="module")
def made(once):
    """Eva sat out the first round, Adam the second. Each table: 0, +23, −23, 0 from East to North."""
    tournament, (a, b, c, d), (first,) = tournament_with(["Adam", "Břetislav", "Claire", "Dóra"])
    eva = EntryFactory(tournament=tournament, number=5, player__name="Eva")
    first.round.resting.set([eva])
    play(first, MANGAN)
    sign(first)
    second = RoundFactory(tournament=tournament, number=2)
    second.resting.set([a])
    hanchan = HanchanFactory(round=second, table=first.table, entries=[b, eva, c, d])
    play(hanchan, MANGAN)
    sign(hanchan)
    tournament.refresh_from_db()
    return tournament


def count(tournament, sit_out, points="0"):
    edit_sit_out(tournament_id=tournament.pk, sit_out=sit_out, points=Fraction(points), by=STRANGER)
    tournament.refresh_from_db()


def standings(tournament):
    return [
        (row.place, row.entry.player.name, row.total, row.sat_out)
        for row in leaderboard(tournament, official=True).rows
    ]


def test_nothing_is_counted_while_nobody_said(tournament):
    assert standings(tournament) == [
        (1, "Břetislav", 23, None),
        (1, "Eva", 23, None),
        (3, "Adam", 0, None),
        (3, "Dóra", 0, None),
        (5, "Claire", -46, None),
    ]
    assert not leaderboard(tournament, official=True).any_sat_out


def test_a_fixed_number_moves_places(tournament):
    count(tournament, SitOut.FIXED, "-2.5")

    assert standings(tournament) == [
        (1, "Břetislav", 23, None),
        (2, "Eva", Fraction("20.5"), Fraction("-2.5")),
        (3, "Dóra", 0, None),
        (4, "Adam", Fraction("-2.5"), Fraction("-2.5")),
        (5, "Claire", -46, None),
    ]


def test_an_average_is_the_players_own(tournament):
    count(tournament, SitOut.AVERAGE)

    assert standings(tournament)[:2] == [(1, "Eva", 46, 23), (2, "Břetislav", 23, None)]


def test_a_round_counts_from_its_first_result_on(tournament):
    count(tournament, SitOut.FIXED, "5")
    third = RoundFactory(tournament=tournament, number=3)
    third.resting.set([tournament.entries.get(number=5)])
    hanchan = HanchanFactory(round=third, table=tournament.tables.get(), entries=list(tournament.entries.all()[:4]))

    eva = {name: sat_out for _place, name, _total, sat_out in standings(tournament)}
    assert eva["Eva"] == 5
    play(hanchan, MANGAN)
    sign(hanchan)
    assert {name: sat_out for _place, name, _total, sat_out in standings(tournament)}["Eva"] == 10


def test_a_cut_halves_it_with_the_rest_of_its_stage(tournament):
    count(tournament, SitOut.FIXED, "6")
    cut_to(*tournament.entries.filter(number__in=[2, 5]), after=2, carried="half")

    totals = {name: total for _place, name, total, _sat_out in standings(tournament)}
    assert (totals["Eva"], totals["Břetislav"], totals["Adam"]) == (Fraction(29, 2), Fraction(23, 2), 6)


def test_what_was_accepted_at_a_cut_stays(tournament):
    """Eva goes on with 23 and the average of 23, and loses 23 in round 3: her average is 0 since, and was 23."""
    count(tournament, SitOut.AVERAGE)
    finalists = [tournament.entries.get(number=number) for number in (1, 2, 5, 4)]
    cut_to(*finalists, after=2)
    third = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=3), table=tournament.tables.get(), entries=finalists
    )
    play(third, MANGAN)
    sign(third)

    eva = next(row for row in leaderboard(tournament, official=True).rows if row.entry == finalists[2])
    assert (eva.carried, eva.sat_out, eva.total) == (46, 23, 23)
    league = league_table(LeagueFactory(tournaments=[tournament]), STRANGER)
    assert {row.name: row.season.sum for row in league.rows}["Eva"] == 23


def test_it_is_in_what_is_taken_away_and_no_fault_for_the_federation(tournament):
    count(tournament, SitOut.FIXED, "-2.5")

    table = takeaway_standings(load_takeaway(tournament, STRANGER))
    at = [column.title for column in table.columns].index("Sat out")
    assert {row[2]: row[at] for row in table.rows}["Eva"] == Fraction("-2.5")
    assert FileFault.TOTAL_SUM not in {finding.fault for finding in ema_package(tournament, EmaFacts()).findings}


def test_the_league_adds_up_the_same_totals(tournament):
    count(tournament, SitOut.AVERAGE)
    league = LeagueFactory(tournaments=[tournament])

    sums = {row.name: row.season.sum for row in league_table(league, STRANGER).rows}

    assert (sums["Eva"], sums["Adam"]) == (46, 0)


def test_page_files_and_players_page_show_it(client, tournament):
    count(tournament, SitOut.FIXED, "-2.5")
    at = {name: client.get(reverse(name, args=[tournament.slug])) for name in ("leaderboard", "leaderboard-json")}
    lines = list(csv.DictReader(io.StringIO(client.get(reverse("leaderboard-csv", args=[tournament.slug])).text[1:])))

    assert "Sat out" in at["leaderboard"].text
    assert [player["sat_out"] for player in at["leaderboard-json"].json()["players"]] == [
        None,
        "-2.5",
        None,
        "-2.5",
        None,
    ]
    assert [line["Sat out"] for line in lines] == ["", "-2.5", "", "-2.5", ""]
    assert "Sat out" in client.get(reverse("entry", args=[tournament.slug, 5])).text


def test_who_takes_a_seat_after_the_start_did_not_sit_out(tournament):
    count(tournament, SitOut.FIXED, "6")
    third = RoundFactory(tournament=tournament, number=3)
    third.resting.set([tournament.entries.get(number=5)])
    HanchanFactory(round=third, table=tournament.tables.get(), entries=list(tournament.entries.all()[:4]))

    exchange_players(
        tournament_id=tournament.pk,
        number=3,
        base=round_to_change(tournament, 3).base,
        first=5,
        second=4,
        key=uuid4(),
        by=STRANGER,
    )

    assert list(third.resting.values_list("number", flat=True)) == [4]

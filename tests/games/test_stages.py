"""A tournament with a cut, worked by hand: standings, files, the player's page and the league read the same."""

import csv
import io
import re
from copy import deepcopy
from fractions import Fraction

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    HanchanFactory,
    LeagueFactory,
    RoundFactory,
    cut_to,
    penalize,
    play,
    sign,
)
from tests.standings.results import MANGAN, tournament_with
from tournament.core.actions.journal import log
from tournament.models import Penalty
from tournament.models.tournament import SitOut
from tournament.rounds.actions.edit_sit_out import edit_sit_out
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db

EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Eva", "Filip", "Gréta", "Hugo"]


def played(*outcomes):
    """One round at two tables: 0, +23, −23, 0 at each."""
    tournament, entries, hanchans = tournament_with(EIGHT)
    for hanchan in hanchans:
        play(hanchan, MANGAN, *outcomes)
        sign(hanchan)
    return tournament, entries, [hanchan.table for hanchan in hanchans]


def next_round(tournament, tables, *fours, number=2):
    round_ = RoundFactory(tournament=tournament, number=number)
    for table, four in zip(tables, fours, strict=True):
        hanchan = HanchanFactory(round=round_, table=table, entries=four)
        play(hanchan, MANGAN)
        sign(hanchan)


def standings(tournament):
    return [(row.place, row.entry.player.name, row.total) for row in leaderboard(tournament, official=True).rows]


@pytest.fixture(scope="module")
def made(once):
    return played()


@pytest.fixture
def round_one(db, made):
    """One round at two tables, as `played` makes it."""
    return deepcopy(made)


@pytest.fixture
def half(db, made_half):
    return deepcopy(made_half)


@pytest.fixture(scope="module")
def made_half(once):
    """Adam, Břetislav, Dóra and Filip went on with half; then each of two tables had 0, +23, −23, 0 again."""
    tournament, (a, b, c, d, e, f, g, h), tables = played()
    cut_to(a, b, d, f, carried="half")
    next_round(tournament, tables, [a, b, d, f], [c, e, g, h])
    return tournament


HALF = [
    (1, "Břetislav", Fraction("34.5")),  # 23 / 2 + 23
    (2, "Filip", Fraction("11.5")),  # 23 / 2 + 0
    (3, "Adam", 0),
    (4, "Dóra", -23),
    (5, "Eva", 23),  # more than three of the finalists
    (6, "Hugo", 0),
    (7, "Claire", -23),
    (8, "Gréta", -46),
]


def test_finalists_are_above_the_others_who_keep_their_totals(half):
    assert standings(half) == HALF


@pytest.mark.parametrize(("carried", "total"), [("full", 46), ("1/4", Fraction("28.75")), ("none", 23)])
def test_scores_are_carried_in_full_or_not_at_all(round_one, carried, total):
    tournament, (a, b, c, d, e, f, g, h), tables = round_one
    cut_to(a, b, d, f, carried=carried)
    next_round(tournament, tables, [a, b, d, f], [c, e, g, h])

    assert standings(tournament)[0] == (1, "Břetislav", total)
    assert leaderboard(tournament, official=True).any_carried == (carried != "full")


def test_a_cut_counts_before_the_next_round_and_not_any_more_when_taken_back(round_one):
    tournament, (a, _b, c, d, *_rest), _tables = round_one
    before = standings(tournament)
    cut = cut_to(a, c, d, carried="half")

    assert [place[1] for place in standings(tournament)[:3]] == ["Adam", "Dóra", "Claire"]
    tournament.refresh_from_db()
    cut.taken_back_by = log(tournament, "cut.taken_back", by=STRANGER)
    cut.save()
    assert standings(tournament) == before


def test_several_cuts_in_a_row(half):
    _a, b, _c, d, *_rest = half.entries.order_by("number")
    cut_to(b, d, after=2, carried="half")

    assert standings(half)[:5] == [
        (1, "Břetislav", Fraction("17.25")),
        (2, "Dóra", Fraction("-11.5")),
        (3, "Filip", Fraction("11.5")),
        (4, "Adam", 0),
        (5, "Eva", 23),
    ]


def test_chombo_and_penalties_come_off_the_stage_that_they_belong_to():
    tournament, (a, b, c, d, e, f, g, h), tables = played(Chombo(offenders=frozenset({Seat.SOUTH})))
    penalize(b, "4")  # without a round, before the cut
    cut_to(a, b, d, f, carried="half")
    penalize(b, "5")  # without a round, after it
    penalize(b, "2")
    Penalty.objects.filter(points="2").update(round=1)  # said later, of a round before
    next_round(tournament, tables, [a, b, d, f], [c, e, g, h])

    row = next(row for row in leaderboard(tournament, official=True).rows if row.entry == b)

    assert row.gained == (23 - 20 - 4 - 2, 23 - 5)
    assert (row.carried, row.total) == (Fraction("-1.5"), Fraction("16.5"))
    assert (row.chombo, row.penalties) == (20, 11)


def test_a_cut_after_a_round_is_made_once(round_one):
    _tournament, entries, _tables = round_one
    cut_to(*entries[:4])

    with pytest.raises(IntegrityError):
        cut_to(*entries[:4])


def test_the_page_draws_the_line_and_shows_what_was_carried(client, half):
    page = client.get(reverse("leaderboard", args=[half.slug])).text

    assert page.count('<tr class="cut-line">') == 1
    assert "Cut after round 1: players above this line advanced, carrying over half of the score" in page
    assert "+11.5" in page
    entry = client.get(reverse("entry", args=[half.slug, 2])).text
    assert "Carried" in entry
    assert "carrying over half" in entry
    assert "Carried" not in client.get(reverse("entry", args=[half.slug, 3])).text
    page = client.get(reverse("leaderboard", args=[half.slug]) + "?q=hugo").text
    assert "advanced" not in page


@pytest.mark.parametrize("extra_columns", [False, True])
def test_the_line_is_as_wide_as_the_table(client, extra_columns):
    tournament, entries, tables = played(*[Chombo(offenders=frozenset({Seat.SOUTH}))] * extra_columns)
    cut_to(*entries[:4], carried="half" if extra_columns else "full")
    if extra_columns:
        penalize(entries[0])
        edit_sit_out(tournament_id=tournament.pk, sit_out=SitOut.FIXED, points=Fraction(5), by=STRANGER)
        round_two = RoundFactory(tournament=tournament, number=2)
        round_two.resting.set(entries[4:])
        hanchan = HanchanFactory(round=round_two, table=tables[0], entries=entries[:4])
        play(hanchan, MANGAN)
        sign(hanchan)

    page = client.get(reverse("leaderboard", args=[tournament.slug])).text

    assert all((title in page) == extra_columns for title in ["Carried", "Chombo", "Penalties", "Sat out"])
    rows = [row for row in re.findall(r"<tr.*?</tr>", page, re.S) if "colspan" not in row]
    assert len(rows) == 1 + len(entries)
    assert {len(re.findall(r"<t[hd]\b", row)) for row in rows} == {
        int(width) for width in re.findall(r'colspan="(\d+)"', page)
    }


def test_without_a_cut_there_is_no_line(client, round_one):
    tournament, _entries, _tables = round_one

    page = client.get(reverse("leaderboard", args=[tournament.slug])).text

    assert "cut-line" not in page
    assert "Carried" not in page


def test_the_files_say_how_a_total_comes_about(client, half):
    text = client.get(reverse("leaderboard-csv", args=[half.slug])).content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    data = client.get(reverse("leaderboard-json", args=[half.slug])).json()

    assert [line["Carried"] for line in lines] == ["11.5", "11.5", "0", "0", "", "", "", ""]
    assert [line["Cuts passed"] for line in lines] == ["1"] * 4 + ["0"] * 4
    assert data["cuts"] == [{"after": 1, "carry": "0.5"}]
    first, fifth = data["players"][0], data["players"][4]
    assert (first["passed"], first["gained"], first["carried"], first["total"]) == ([1], ["23", "23"], "11.5", "34.5")
    assert (fifth["passed"], fifth["gained"], fifth["carried"], fifth["total"]) == ([], ["23"], None, "23")


def test_a_league_adds_up_the_totals_of_the_tournament(half):
    table = league_table(LeagueFactory(tournaments=[half]), STRANGER)

    assert {row.player.name: row.season.sum for row in table.rows} == {name: total for _place, name, total in HALF}


@pytest.mark.parametrize("read", ["leaderboard", "league"])
def test_the_number_of_queries_does_not_grow(read):
    def queries(names, go_on):
        tournament, entries, hanchans = tournament_with(names)
        for hanchan in hanchans:
            play(hanchan, MANGAN)
            sign(hanchan)
        cut_to(*entries[:go_on])
        league = LeagueFactory(tournaments=[tournament])
        with CaptureQueriesContext(connection) as captured:
            if read == "league":
                league_table(league, STRANGER)
            else:
                leaderboard(tournament, official=True)
        return len(captured)

    assert queries(EIGHT[:4], 2) == queries([f"Player {n}" for n in range(12)], 8)

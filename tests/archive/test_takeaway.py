"""Downloads of the team: CSV files and one workbook."""

import csv
import io
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import openpyxl
import pytest
from django.urls import reverse

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import STRANGER, UserFactory, keep_plan, penalize, play, sign, visitor
from tests.queries import queries_of
from tests.standings.results import DRAW, tournament_with
from tournament.archive.exports.takeaway import TABLES
from tournament.archive.queries.takeaway import load_takeaway
from tournament.models import Offence, Player, TeamPenalty
from tournament.people.actions.give_team_penalty import give_team_penalty, take_back_team_penalty
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.django_db

EVIL = "=cmd|' /C calc'!A0"
WIN = Ron(
    discarder=Seat.WEST,
    wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30), yaku=("riichi", "tanyao", "dora")),),
    riichi=frozenset({Seat.SOUTH}),
)


@pytest.fixture(scope="module")
def made(once):
    """One table signed after two hands, one with nothing yet, a penalty and a plan with one more round."""
    owner = UserFactory(username="owner")
    names = [EVIL, "+420 Anna", "Bořek", "Cécile", "@home", "-5", "Ed", "Fy"]
    tournament, entries, (first, _second) = tournament_with(names, owner=owner, place="Brno")
    Player.objects.filter(name="Bořek").update(ema_number="04000001", club="\t=1+1", country="CZ")
    play(first, WIN, DRAW)
    call_time(hanchan_id=first.pk, revision=first.revision, in_progress=False, by=visitor(owner))
    sign(first)
    penalize(entries[0], "2.5", by=visitor(owner))
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]])
    return tournament


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture
def team(client, tournament):
    client.force_login(tournament.memberships.get().user)
    return client


def table(client, tournament, what):
    response = client.get(reverse("takeaway-csv", args=[tournament.slug, what]))
    assert response.headers["Content-Type"].startswith("text/csv")
    titles, *rows = csv.reader(io.StringIO(response.content.decode("utf-8-sig")))
    return [dict(zip(titles, row, strict=True)) for row in rows]


def test_standings(team, tournament):
    first, *_others, last = table(team, tournament, "standings")

    assert (first["Place"], first["Player"], first["Total"]) == ("1", f"'{EVIL}", "15.5")
    bořek = next(row for row in table(team, tournament, "standings") if row["Player"] == "Bořek")
    assert (bořek["EMA number"], bořek["Club"], bořek["Country"]) == ("04000001", "'\t'=1+1", "CZE")
    assert bořek["Round 1"] == "-19.9"
    assert (last["Place"], last["Total"]) == ("", "")


def test_rounds_and_hanchans(team, tournament):
    rounds = table(team, tournament, "rounds")
    hanchans = table(team, tournament, "hanchans")

    assert len(rounds) == 8
    assert (rounds[1]["Wind"], rounds[1]["Points"], rounds[1]["Place"], rounds[1]["Uma"]) == (
        "South", "32900", "2", "5",
    )  # fmt: skip
    assert rounds[4]["Points"] == ""
    assert [row["Table"] for row in hanchans] == ["1", "2"]
    assert (hanchans[0]["Hands"], hanchans[0]["Player 1"], hanchans[0]["Points 1"]) == ("2", f"'{EVIL}", "33000")
    assert hanchans[0]["Signed (UTC)"]
    assert hanchans[1]["Points 1"] == ""


def test_hands(team, tournament):
    win, draw = table(team, tournament, "hands")

    assert (win["Deal"], win["Yaku"]) == ("East 1", "riichi, tanyao, dora 1")
    assert [win[f"Change {seat}"] for seat in (1, 2, 3, 4)] == ["0", "3900", "-3900", "0"]
    assert win["Riichi bets won"] == "1000"
    assert "3 han 30 fu" in win["What happened"]
    assert draw["Points 1"] == "33000"


def test_a_hand_tells_what_was_said_and_not_paid(team, tournament):
    """Under WRC 2015 the nearest in turn order wins alone."""
    both = tuple(Win(winner=seat, value=HanFu(1, 30)) for seat in (Seat.EAST, Seat.NORTH))
    hanchan = tournament.rounds.get().hanchans.get(table__number=2)
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=both))

    assert "also called ron, not paid: @home" in table(team, tournament, "hands")[-1]["What happened"]


def test_replayed_hands_and_their_rows_are_freed_one_by_one(tournament):
    play(tournament.rounds.get().hanchans.get(table__number=2), DRAW)
    takeaway = load_takeaway(tournament, STRANGER)

    tables = [TABLES[name](takeaway) for name in ("rounds", "hanchans", "hands")]

    rows = iter(tables[-1].rows)
    assert rows is tables[-1].rows
    assert [row[2] for row in rows] == [1, 2, 1]
    assert not [game for game in takeaway.games if "played" in vars(game)]


def test_penalties_seating_and_log(team, tournament):
    (penalty,) = table(team, tournament, "penalties")
    seating = table(team, tournament, "seating")

    assert (penalty["Points"], penalty["Reason"], penalty["Given by"]) == ("-2.5", "Asked twice", "owner")
    assert [(row["Round"], row["Started"]) for row in seating] == [("1", "yes")] * 2 + [("2", "no")] * 2
    assert seating[2]["East"] == f"'{EVIL}"
    assert b"3 han 30 fu" in team.get(reverse("log-csv", args=[tournament.slug])).content


def test_penalties_of_teams_stand_after_those_of_players(team, tournament):
    owner = visitor(tournament.memberships.get().user)
    tournament.entries.update(team="Ants")
    given = {"offence": Offence.PROCEDURE, "round_number": 1, "rule": "Line-up", "reason": "Named too late"}
    give_team_penalty(tournament_id=tournament.pk, key=uuid4(), team_key="ants", points=Fraction(10), by=owner, **given)
    take_back_team_penalty(penalty_id=TeamPenalty.objects.get().pk, reason="They were on time", by=owner)

    of_player, of_team = table(team, tournament, "penalties")

    assert (of_player["Player"], of_player["Team"], of_player["Withdrawn (UTC)"]) == (f"'{EVIL}", "", "")
    assert (of_team["Player"], of_team["Team"], of_team["Offence"]) == ("", "Ants", "Wrong procedure")
    assert (of_team["Points"], of_team["Round"], of_team["Rule"]) == ("-10", "1", "Line-up")
    assert (of_team["Reason"], of_team["Given by"]) == ("Named too late", "owner")
    assert of_team["Withdrawn (UTC)"]


def test_no_text_is_a_formula_and_every_number_a_number(team, tournament):
    for what in TABLES:
        for row in table(team, tournament, what):
            for title, cell in row.items():
                if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
                    assert float(cell) < 0, (what, title)


def test_the_workbook(team, tournament):
    response = team.get(reverse("takeaway-xlsx", args=[tournament.slug]))

    book = openpyxl.load_workbook(io.BytesIO(response.content))
    assert book.sheetnames == ["Standings", "Rounds", "Hanchans", "Hands", "Penalties", "Seating", "Log"]
    assert {sheet.freeze_panes for sheet in book} == {"A2"}
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    rows = {row[2].value: row for row in book["Standings"].iter_rows(min_row=2)}
    number, total = rows["Bořek"][5], rows["Bořek"][6]
    assert (number.value, number.data_type, number.number_format) == ("04000001", "s", "@")
    assert (total.value, total.number_format) == (-19.9, "0.0")
    assert EVIL in rows
    points = book["Rounds"].cell(3, 7)
    assert (points.value, points.number_format) == (32_900, "#,##0")
    assert book["Log"].cell(2, 2).is_date
    assert book["Standings"].column_dimensions["C"].width > 25


def test_the_page_leads_to_all_of_it(team, tournament):
    page = team.get(reverse("takeaway", args=[tournament.slug])).text

    assert all(reverse("takeaway-csv", args=[tournament.slug, what]) in page for what in TABLES)
    assert team.get(reverse("takeaway-csv", args=[tournament.slug, "moon"])).status_code == 404


def test_nothing_was_played(team, tournament):
    empty, *_ = tournament_with([], owner=tournament.memberships.get().user)

    assert [table(team, empty, what) for what in TABLES] == [[]] * len(TABLES)
    assert team.get(reverse("takeaway-xlsx", args=[empty.slug])).status_code == 200


def test_the_queries_do_not_grow(team, tournament):
    url = reverse("takeaway-xlsx", args=[tournament.slug])
    few = queries_of(team, url)
    more, entries, hanchans = tournament_with([f"P {n}" for n in range(12)], owner=tournament.memberships.get().user)
    for hanchan in hanchans[:2]:
        play(hanchan, WIN)
    sign(hanchans[0])
    penalize(entries[0])
    penalize(entries[1])
    keep_plan(more, [[1, 2, 3, 4]])

    assert queries_of(team, reverse("takeaway-xlsx", args=[more.slug])) == few <= 40

"""Rows of results that were played before, without a database."""

import datetime

import pytest
from django.forms import ValidationError

from tournament.rounds.forms import past_rows
from tournament.rounds.forms.past_rows import read_past

FOUR = [("Jan", "41.7"), ("Eva", "33.1"), ("Petr", "28.9"), ("Ola", "15.3")]


def read(text, first_round=1):
    return read_past(text, first_round=first_round)


def seats(past):
    return [(seat.player, seat.points) for seat in past.seats]


@pytest.mark.parametrize(
    "text",
    [
        "Round;Table;East;Points;South;Points;West;Points;North;Points;Bets\n1;1;Jan;41.7;Eva;33.1;Petr;28.9;Ola;15.3;1",
        "Kolo\tStůl\tVýchod\tJih\tZápad\tSever\tBody\tBody\tBody\tBody\tSázky\n1\t1\tJan\tEva\tPetr\tOla\t41.7\t33.1\t28.9\t15.3\t1",
        "Ronde,Table,Joueur,Points,Bets\n1,1,Jan,41.7,1\n1,1,Eva,33.1,\n1,1,Petr,28.9,\n1,1,Ola,15.3,",
        "Points;Wind;Player;Bets left\n33.1;South;Eva;1\n41.7;E;Jan;\n15.3;n;Ola;\n28.9;West;Petr;",
        "1;1;Jan;41.7;Eva;33.1;Petr;28.9;Ola;15.3;1",
        "Jan;Eva;Petr;Ola;41.7;33.1;28.9;15.3;1",
        "\ufeffPlayer;Points;Sticks\r\nJan;41.7;1\r\nEva;33.1\r\n\r\nPetr;28.9\r\nOla;15.3".lstrip("\ufeff"),
    ],
    ids=["wide", "czech", "french", "winds", "position", "names first", "lines"],
)
def test_a_table_is_read_from_every_shape(text):
    (past,) = read(text)

    assert (past.round, past.table, past.bets, past.problems) == (1, 1, "1", [])
    assert seats(past) == FOUR


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Player;Points" + "\n;x" * 1_601, "at most 400 hanchans"),
        ("1;1;1;1\n" * 1_601, "at most 400 hanchans"),
        ("1;" * 50 + "1", "at most 50 cells"),
    ],
)
def test_what_no_event_has_is_refused_before_it_is_read(text, refused, monkeypatch):
    """100,000 rows would be read for half a minute."""
    monkeypatch.setattr(past_rows, "_grouped", None)
    monkeypatch.setattr(past_rows, "_by_position", None)

    with pytest.raises(ValidationError, match=refused):
        read(text)


def test_players_below_each_other_are_tables_of_four():
    tables = read("\n".join(f"{name};{points}" for name, points in FOUR * 2), first_round=3)

    assert [(past.round, past.table) for past in tables] == [(3, 1), (3, 2)]
    assert [seats(past) for past in tables] == [FOUR, FOUR]


def test_places_scores_and_days_are_read_too():
    titled = read("Date;Player;Points;Place;Score;Chombo\n2026-03-01;Jan;41700;1;+26.7;\n1.3.2026;Eva;33100;2;8,1;1")
    by_position = read("1;1;Jan;41700;1;+26.7\n1;1;Eva;33100;2;+8.1")

    assert titled[0].day == datetime.date(2026, 3, 1)
    assert [(seat.place, seat.score, seat.chombo) for seat in titled[0].seats] == [
        ("1", "+26.7", ""),
        ("2", "8,1", "1"),
    ]
    assert [(seat.place, seat.score) for seat in by_position[0].seats] == [("1", "+26.7"), ("2", "+8.1")]


def test_a_workbooks_whole_thousands_are_thousands():
    (past,) = read("Jan;41.7;Eva;33;Petr;29;Ola;16.3")

    assert [seat.points for seat in past.seats] == ["41.7", "33.0", "29.0", "16.3"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1;1;Jan;300\n1;1;Eva;300\n1;1;Petr;300", "Line 1: a table needs four players."),
        ("x;1;Jan;300", "Line 1 cannot be read. Write the round, the table"),
        ("Round;Table;Player;Points\nx;1;Jan;300", "Line 2: write round and table as numbers from 1."),
        ("Date;Player;Points\n03/01/2026;Jan;300", "Line 2, Date “03/01/2026”"),
        ("Date;Player;Points\n2026-02-30;Jan;300", "Line 2, Date “2026-02-30”"),
        ("Wind;Player;Points\nE;Jan;300\nE;Eva;300\nS;Petr;300\nW;Ola;300", "Line 2: two players have the same wind"),
        ("Jan;1;Eva;2;Petr;3;Ola;4\nRound;Table", "Line 2 cannot be read. Write the round, the table"),
        ("Player;Table\nJan;1", "The title line needs a column"),
        ("Player;Club\nJan;Praha", "Line 1 cannot be read. Write the round, the table"),
        ("Round;Table\n1;1", "The title line needs columns for the players"),
        ("", "The text contains no results."),
        ("Player;Points", "The text contains no results."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text, problem):
    try:
        problems = [problem for past in read(text) for problem in past.problems]
    except ValidationError as error:
        problems = error.messages

    assert any(problem in said for said in problems), problems


def test_the_same_table_twice_is_reported():
    (past,) = read("1;1;Jan;1;Eva;2;Petr;3;Ola;4\n1;1;Ben;1;Ida;2;Tim;3;Uma;4")

    assert past.problems == ["Line 2: this table already has a row in this round."]

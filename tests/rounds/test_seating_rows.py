"""A plan made elsewhere is read, and whatever is wrong with it is told where it stands."""

import io
import json

import pytest
from django import forms

from tournament.rounds.forms.seating_rows import read_plan
from tournament.seating.__main__ import main

NAMES = {
    1: "Anna Nowak (1)",
    2: "Jiří Novák",
    3: "Claire",
    4: "Dóra",
    5: "Anna Nowak (5)",
    6: "Filip",
    7: "Gréta",
    8: "麻雀 太郎",
}
GOOD = "1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,8,7,2,1\n2,2,3,4,5,6"
ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((8, 7, 2, 1), (3, 4, 5, 6)))


def test_a_plan_is_read_as_it_comes(subtests):
    for text in [
        GOOD,
        GOOD.replace(",", ";") + "\n\n",
        "Round\tTable\tEast\tSouth\tWest\tNorth\n" + GOOD.replace(",", "\t"),
        "north,west,south,east,table,round\n" + "\n".join(",".join(line.split(",")[::-1]) for line in GOOD.split("\n")),
        GOOD.replace("1,2,5,6,7,8", "1,2,ANNA nowak (5),filip,Greta,麻雀 太郎"),
        json.dumps({"rounds": ROUNDS, "quality": {}}),
        json.dumps(ROUNDS),
    ]:
        with subtests.test(text=text):
            read = read_plan(text, NAMES)

            assert read.rounds == ROUNDS
            assert not read.by_order


def test_what_the_command_line_prints_is_read_by_the_players_order():
    printed = io.StringIO()
    main(["--players", "8", "--rounds", "2", "--seed", "1"], printed)

    read = read_plan(printed.getvalue(), {10 * number: name for number, name in NAMES.items()})

    assert read.by_order
    assert {player for table in read.rounds[0] for player in table} == {10, 20, 30, 40, 50, 60, 70, 80}


def test_what_is_wrong_with_a_row_is_told_there(subtests):
    for before, after, line, problem in [
        ("5,6,7,8", "5,6,7,88", 2, "No player has the number 88."),
        ("5,6,7,8", "5,6,7,Hugo", 2, "No player is called Hugo."),
        ("5,6,7,8", "Anna Nowak,6,7,8", 2, "Several players are called Anna Nowak"),
        ("5,6,7,8", "5,6,7,1", 2, "Anna Nowak (1) already has a seat in this round, in line 1."),
        ("5,6,7,8", "5,6,7,7", 2, "Gréta already has a seat in this round, in line 2."),
        ("5,6,7,8", "5,6,7,", 2, "A seat is empty."),
        ("5,6,7,8", "5,6,7,8,3", 2, "A table needs four players."),
        ("1,2,5", "1,1,5", 2, "This table of the round is already in line 1."),
        ("1,2,5", "x,2,5", 2, "Write round and table as numbers from 1."),
        ("1,2,5", "1,0,5", 2, "Write round and table as numbers from 1."),
    ]:
        with subtests.test(before=before, after=after, line=line, problem=problem):
            read = read_plan(GOOD.replace(before, after, 1), NAMES)

            assert read.rounds is None
            (row,) = [row for row in read.rows if row.problems]
            assert row.line == line
            assert problem in " ".join(row.problems)


def test_what_is_missing_is_told_for_the_whole(subtests):
    for text, problem in [
        (GOOD.replace("\n2,", "\n3,"), "Round 2 is missing."),
        (GOOD.replace("1,2,5", "1,3,5"), "Round 1 has no table 2."),
        ("1,1,1,2,3,4\n2,1,5,6,7,1", "Players without a seat in any round: 麻雀 太郎."),
    ]:
        with subtests.test(text=text, problem=problem):
            read = read_plan(text, NAMES)

            assert read.rounds is None
            assert problem in read.problems


def test_what_is_no_plan_is_told_so(subtests):
    for text, problem in [
        ("", "The plan contains no seats."),
        ("Table,East,South,West,North\n1,1,2,3,4", "The first line must name the columns"),
        ('{"rounds": 7}', "This is not a plan printed"),
        ("[[[" * 2_000, "This is not a plan printed"),
        ("\n".join(f"{number},1,1,2,3,4" for number in range(1, 23)), "A plan can have at most 20 rounds"),
    ]:
        with subtests.test(text=text, problem=problem), pytest.raises(forms.ValidationError, match=problem):
            read_plan(text, NAMES)

"""Rows with titles, whatever program wrote them; names one a line are in tests/people/test_players.py."""

import time

import pytest
from django.forms import ValidationError

from tournament.people.forms.player_rows import MOST_ROWS, read_rows

FULL = {
    "name": "Jan Novák",
    "country": "CZ",
    "country_letters": "CZE",
    "club": "Riichi Praha",
    "ema_number": "09010001",
    "mail": "jan@example.org",
    "phone": "+420 600",
}


def facts_of(text):
    (line,) = read_rows(text).lines
    return {name: value for name in FULL if (value := getattr(line.player, name))}


def test_every_column_is_read_between_any_separator(subtests):
    for separator in ["\t", ";", ","]:
        for end in ["\n", "\r\n", "\r"]:
            with subtests.test(separator=separator, end=end):
                titles = ["Name", "Country", "CLUB", "EMA No.", "E-mail", "Phone", "Team", "Table", "Note"]
                cells = [
                    "Jan  Novák",
                    "cze",
                    "Riichi Praha",
                    "09010001",
                    "jan@example.org",
                    "+420 600",
                    "Dragons",
                    "1",
                    "vegan",
                ]
                text = separator.join(titles) + end + separator.join(cells) + end

                (line,) = read_rows(text).lines

                assert facts_of(text) == FULL
                assert (line.number, line.entry.team, line.entry.reserved_table, line.entry.note) == (
                    2,
                    "Dragons",
                    1,
                    "vegan",
                )


def test_a_name_is_found_in_its_columns(subtests):
    for text in [
        "First name;Last name\nJan;Novák",
        "Last Name;First Name\nNovák;Jan",
        "name;first name\nNovák;Jan",
        "Nom;Prénom\nNovák;Jan",
        "Příjmení;Jméno\nNovák;Jan",
        "Jméno;EMA\nJan Novák;",
        "Nom,Pays\nJan Novák,",
        "Full name\tTeam\nJan Novák",
        'Name,Club\n"Jan Novák",',
        "Name;Name\n;Jan Novák",
        "Name\nJan Novák",
    ]:
        with subtests.test(text=text):
            assert facts_of(text)["name"] == "Jan Novák"


def test_names_alone_end_as_old_macs_end_lines():
    assert [(line.number, line.player.name) for line in read_rows("Jan\r\rEva\r").lines] == [(1, "Jan"), (3, "Eva")]


def test_names_with_a_comma_need_no_titles():
    assert facts_of("Novák, Jan") == {"name": "Novák, Jan"}


def test_a_cell_may_hold_separators_and_lines():
    rows = read_rows('Name,Note\n"Novák, Jan","a\nb"\nBo Li,\n')

    assert [(line.number, line.player.name, line.entry.note) for line in rows.lines] == [
        (2, "Novák, Jan", "a b"),
        (4, "Bo Li", ""),
    ]


def test_titles_that_mean_nothing_are_told():
    assert read_rows("Name;Shoe size;\nJan;44;").unread == ("Shoe size",)


def test_everything_wrong_is_told_with_its_line_and_the_rest_is_read():
    rows = read_rows(
        "Name;Country;EMA;Mail;Table\n"
        "Jan;Atlantis;123456;jan@;0\n"
        "\n"
        ";DE;;;\n"
        "Bo Li;DE;04990001;;\n"
        "Li Bo;DE;04990001;;\n"
        "Zoë\u202e;;;;\n"
    )

    problem_text = "\n".join(rows.problems)
    assert [line.player.name for line in rows.lines] == ["Bo Li"]
    assert "Line 2, Jan: Country “Atlantis”: Tenbo does not know this country" in problem_text
    assert "Line 2, Jan: EMA number “123456”: An EMA number has 8 digits" in problem_text
    assert "Line 2, Jan: Mail “jan@”: " in problem_text
    assert "Line 2, Jan: Reserved table “0”: " in problem_text
    assert "Line 4: The name is missing." in problem_text
    assert "Line 6, Li Bo: line 5 has the same EMA number." in problem_text
    assert "Line 7: The name contains a tab or another character" in problem_text


def test_no_player_or_too_much_is_refused(subtests):
    for text in ["", " \n", "Name;Club", "Name;Club\n;\n", "Name;Club\nx;y\n" + "x;y\n" * MOST_ROWS, "x" * 140_000]:
        with subtests.test(text=text), pytest.raises(ValidationError):
            read_rows(text)


@pytest.mark.parametrize("space", ["\u3000", "\t\u00a0", "\x0b", "\x1f"])
def test_spaces_of_no_kind_make_a_line_slow(space):
    line = "a" + (space * 100)[:100] + "-" + (space * 197)[:197] + "-"
    before = time.process_time()

    read_rows("\n".join([line] * 400))

    assert time.process_time() - before < 3


@pytest.mark.parametrize("between", [" ", "\u00a0", ", ", " -", "\u0301\u0323"])
def test_a_long_line_is_answered_at_once(between):
    """The patterns that part a name from a country take minutes for such a line, and hold up the whole process."""
    before = time.process_time()

    read_rows(f"A{between * (16_000 // len(between))}B")

    assert time.process_time() - before < 3


def test_a_quotation_mark_that_stays_open_swallows_no_other_row():
    rows = read_rows('Name;Club\n"Jan;Praha\nBo;Brno')

    assert [line.player.name for line in rows.lines] == []
    assert rows.problems

"""Lists of players as organizers have them: each is read, or told of with its line, and no name gets lost."""

import pytest
from django.forms import ValidationError

from tournament.people.forms.player_rows import read_rows


def named(*names):
    """Nothing is known of these people but their names."""
    return [(name, "", "", "") for name in names]


KAREL = ("Karel Host", "CZ", "", "")
EVA = ("Eva Malá", "SK", "", "")
PAIR = [KAREL, EVA]
NUMBERED = [("Karel Host", "CZ", "04010078", ""), ("Eva Malá", "SK", "04020011", "")]
PLAIN = named("Karel Host", "Eva Malá")
IN_CLUBS = [("Karel Host", "CZ", "", "Riichi Praha"), ("Eva Malá", "SK", "", "Bratislava MJ")]
CLUBS_ALONE = [("Karel Host", "", "", "Riichi Praha"), ("Eva Malá", "", "", "Bratislava MJ")]

READ = {
    # Names, one a line
    "names": ("Karel Host\nEva Malá", PLAIN),
    "ends of Windows": ("Karel Host\r\nEva Malá\r\n", PLAIN),
    "a mark of the order of bytes": ("\ufeffKarel Host\nEva Malá", PLAIN),
    "empty lines and spaces": ("\n\n  Karel   Host \n\n\n\tEva Malá\n", PLAIN),
    "numbers with dots": ("1. Karel Host\n2. Eva Malá", PLAIN),
    "numbers with brackets": ("1) Karel Host\n2) Eva Malá", PLAIN),
    "numbers with a hash": ("#1 Karel Host\n#2 Eva Malá", PLAIN),
    "numbers alone": ("1 Karel Host\n2 Eva Malá", PLAIN),
    "numbers and tabs": ("1\tKarel Host\n2\tEva Malá", PLAIN),
    "dashes": ("- Karel Host\n- Eva Malá", PLAIN),
    "stars": ("* Karel Host\n* Eva Malá", PLAIN),
    "dots of a document": ("•\tKarel Host\n•\tEva Malá", PLAIN),
    "quotes": ('"Karel Host"\n"Eva Malá"', PLAIN),
    "round quotes": ("“Karel Host”\n“Eva Malá”", PLAIN),
    "spaces that do not break": ("Karel\u00a0Host\nEva\u00a0Malá", PLAIN),
    "letters in two parts": ("Karel Host\nEva Mala\u0301", PLAIN),
    "last name first, with a comma": ("Host, Karel\nMalá, Eva", named("Host, Karel", "Malá, Eva")),
    "a nickname": ('Jan "Honza" Novák', named('Jan "Honza" Novák')),
    "a double name": ("Anna-Maria de la Tour", named("Anna-Maria de la Tour")),
    "a name that is a country": ("Jordan\nEva Malá", named("Jordan", "Eva Malá")),
    "a name in brackets that is no country": ("Eva Malá (guest)", named("Eva Malá (guest)")),
    "Japanese names": ("山田 太郎\n佐藤 花子", named("山田 太郎", "佐藤 花子")),
    # A name and a country in one
    "country in brackets": ("Karel Host (CZ)\nEva Malá (SVK)", PAIR),
    "country in square brackets": ("Karel Host [CZE]\nEva Malá [SK]", PAIR),
    "country by name": ("Karel Host (Czechia)\nEva Malá (Slovensko)", PAIR),
    "number, name and country": ("1. Karel Host (CZ)\n2. Eva Malá (SK)", PAIR),
    "country after a dash": ("Karel Host - CZ\nEva Malá – Slovakia", PAIR),
    "country after a comma": ("Karel Host, CZ\nEva Malá, SK", PAIR),
    "one country after a comma": ("Karel Host, CZ\nEva Malá\nBo", [KAREL, *named("Eva Malá", "Bo")]),
    "number behind the name": ("Karel Host 04010078\nEva Malá 04020011", [(n, "", e, "") for n, _c, e, _k in NUMBERED]),
    "country and number behind": ("Karel Host (CZ) 04010078\nEva Malá (SK) 04020011", NUMBERED),
    "number and country behind": ("Karel Host 4010078 (CZ)\nEva Malá 4020011 (SK)", NUMBERED),
    # Columns without titles
    "semicolons": ("Karel Host;CZ\nEva Malá;SK", PAIR),
    "tabs": ("Karel Host\tCZ\nEva Malá\tSK", PAIR),
    "commas": ("Karel Host,CZ,4010078\nEva Malá,SK,04020011", NUMBERED),
    "bars": ("Karel Host | CZ\nEva Malá | SK", PAIR),
    "quoted cells": ('"Karel Host";"CZ"\n"Eva Malá";"SK"', PAIR),
    "a quoted comma": ('"Host, Karel",CZ\n"Malá, Eva",SK', [("Host, Karel", *KAREL[1:]), ("Malá, Eva", *EVA[1:])]),
    "country first": ("CZ;Karel Host\nSK;Eva Malá", PAIR),
    "numbered rows": ("1;Karel Host;CZ\n2;Eva Malá;SK", PAIR),
    "numbered rows with dots": ("1.\tKarel Host\tCZ\n2.\tEva Malá\tSK", PAIR),
    "name and club": ("Karel Host;Riichi Praha\nEva Malá;Bratislava MJ", CLUBS_ALONE),
    "name, club and country": ("Karel Host;Riichi Praha;CZ\nEva Malá;Bratislava MJ;SK", IN_CLUBS),
    "first name and last name": ("Karel;Host;CZ\nEva;Malá;SK", PAIR),
    "a country that is missing": ("Karel Host;CZ\nEva Malá;", [KAREL, PLAIN[1]]),
    "cells that are missing": ("Karel Host;CZ\nEva Malá", [KAREL, PLAIN[1]]),
    "country in the cell of the name": ("1;Karel Host (CZ)\n2;Eva Malá (SK)", PAIR),
    "people of Norway": ("Karel Host;NO\nEva Malá;NO", [("Karel Host", "NO", "", ""), ("Eva Malá", "NO", "", "")]),
    "names that are countries": ("Jordan;1\nGeorgia;2", named("Jordan", "Georgia")),
    # As real events have them
    "a sheet of EMA": ("Place\tLAST NAME\tFirst Name\tEMA nbr\n\tHost\tKarel\t-", named("Karel Host")),
    "a form's answers": (
        "Timestamp,Full name,Country,EMA ID\n9:14,Karel Host,Czech Republic,04010078\n9:20,Eva Malá,Slovakia,04020011",
        NUMBERED,
    ),
    "titles below the event's name": ("Prague Open 2026\n;\nName;Country\nKarel Host;CZ\nEva Malá;SK", PAIR),
    "a web page's table": ("No.\tPlayer\tNation\n1\tKarel Host\tCZE\n2\tEva Malá\tSVK", PAIR),
    "a club's payments": ("Jméno;Zaplaceno\nKarel Host;ano\nEva Malá;", PLAIN),
    "a French federation": ("Nom;Prénom;Pays;N° EMA\nHost;Karel;Tchéquie;\nMalá;Eva;Slovaquie;", PAIR),
    "a German club": ("Nachname,Vorname,Land\nHost,Karel,Tschechien\nMalá,Eva,SVK", PAIR),
    "a Polish club": ("Nazwisko;Kraj\nKarel Host;Czechy\nEva Malá;Słowacja", PAIR),
    "two languages in the titles": ("Příjmení / Surname;Jméno / Name;Stát / Country\nHost;Karel;CZ\nMalá;Eva;SK", PAIR),
    "titles with explanations": ("Your full name (as in your passport)\tCountry\nKarel Host\tCZ\nEva Malá\tSK", PAIR),
    "titles in two lines": ("Name;;Country\nLast;First;Code\nHost;Karel;\nMalá;Eva;", PLAIN),
    "a table of a document": ("| Name | Country |\n| --- | --- |\n| Karel Host | CZ |\n| Eva Malá | SK |", PAIR),
    "scores behind the names": ("1\tKarel Host\tCZE\t42.5\n2\tEva Malá\tSVK\t-3,1", PAIR),
    "flags": ("Karel Host 🇨🇿\nEva Malá 🇸🇰", PAIR),
    "addresses of mail": ('"Karel Host" <karel@example.org>;\nEva Malá <eva@example.org>', PLAIN),
    "different separators": ("Karel Host;CZ\nEva Malá,SK", PAIR),
    "a waiting list in a mail": ("1. Karel Host (CZ)\n2. Eva Malá (SK)\n\n", PAIR),
    "people without a number": ("Name;EMA\nKarel Host;-\nEva Malá;", PLAIN),
    "columns of Excel that are empty": ("Name;Country;;;\nKarel Host;CZ;;;\nEva Malá;SK;;;", PAIR),
    "a start list with scores": ("Name;Country;Score\nKarel Host;CZ;12.5\nEva Malá;SK;-3", PAIR),
}  # fmt: skip

REFUSED = {
    "an open quotation mark": ('"Karel Host;CZ\nEva Malá;SK', "quotation mark missing"),
    "titles alone": ("Name;Country", "The name is missing."),
    "nothing": ("\ufeff\n", "The name is missing."),
    "several people in a line": ("Karel Host, Eva Malá, Bo Li", "Line 1 seems to hold several people"),
    "several addresses in a line": ("Karel <k@a.cz>, Eva <e@a.cz>\nBo Li", "Line 1 seems to hold several people"),
    "titles without a name": ("Jméno hráče;Klub\nKarel Host;Riichi", "Line 1 has column titles, such as “Klub”"),
}

TOLD = {
    "a country that is none": ("Karel Host;CZ\nEva Malá;SK\nBo;Atlantis", "Line 3, Bo: Country “Atlantis”: "),
    "a number that is too short": ("Name;EMA\nKarel Host;401007", "Line 2, Karel Host: EMA number “401007”: "),
    "neither paid nor not": ("Name;Paid\nKarel Host;cash?", "Line 2, Karel Host: Has paid “cash?”: Write yes or no."),
    "a row without a name": ("Karel Host;CZ\n;SK", "Line 2: The name is missing."),
    "a heading": ("Accepted:\n1. Karel Host\n2. Eva Malá", "Line 1: “Accepted:” contains “:”"),
    "a sum": ("1. Karel Host\n2. Eva Malá\nTotal = 2", "Line 3: “Total = 2” contains “=”"),
    "a table's four": ("A, B, C, D\nE, F, G, H", "Line 2: Are these several people?"),
    "boxes to tick": ("[x] Karel Host\n[ ] Eva Malá", "Line 2: “[ ] Eva Malá” contains “[”"),
    "a comma": ("Name;Paid\nKarel Host;,", "Line 2, Karel Host: Has paid “,”: Write yes or no."),
    "an amount": ("Name;Paid\nKarel Host;30 €", "Line 2, Karel Host: Has paid “30 €”: Write yes or no."),
}


def facts(line):
    player = line.player
    return (player.name, player.country, player.ema_number, player.club)


@pytest.mark.parametrize(("text", "players"), READ.values(), ids=READ)
def test_a_list_is_read(text, players):
    rows = read_rows(text)

    assert rows.problems == ()
    assert [facts(line) for line in rows.lines] == players


@pytest.mark.parametrize(("text", "problem"), REFUSED.values(), ids=REFUSED)
def test_a_list_is_refused(text, problem):
    with pytest.raises(ValidationError, match=problem):
        read_rows(text)


@pytest.mark.parametrize(("text", "problem"), TOLD.values(), ids=TOLD)
def test_a_line_is_told_of(text, problem):
    assert any(told.startswith(problem) for told in read_rows(text).problems), read_rows(text).problems


def test_who_has_paid_is_read():
    rows = read_rows("Karel Host;ano\nEva Malá;not yet\nBo Li;paid in cash\nAnna;")

    assert [line.entry.paid for line in rows.lines] == [True, False, True, False]


def test_what_was_guessed_is_told():
    rows = read_rows("1;Karel Host;CZ;4010078\n2;Eva Malá;SK;04020011")

    assert rows.columns == ("not read", "Name", "Country", "EMA number")
    assert rows.remarks == ("Line 1, Karel Host: the EMA number 4010078 is read as 04010078.",)


def test_lines_above_the_titles_are_told():
    rows = read_rows("Prague Open 2026\nName;Country\nKarel Host;CZ")

    assert rows.remarks == ("Line 1 is above the titles and is ignored.",)
    assert [line.number for line in rows.lines] == [3]


def test_columns_that_nobody_can_name_are_told_by_an_example():
    assert read_rows("Name;;Country\nKarel;Host;CZ").unread == ("column 2, “Host”",)


def test_first_and_last_name_are_kept_apart():
    rows = read_rows("Last name;First name\nde la Tour;Anna Maria\nNagy Szabó;Eva")

    assert [(line.player.name, line.player.last_name) for line in rows.lines] == [
        ("Anna Maria de la Tour", "de la Tour"),
        ("Eva Nagy Szabó", "Nagy Szabó"),
    ]

"""Files shaped as those of real events: each is read whole, or told of with its line and column. No database."""

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import ValidationError

from tournament.core.spreadsheets import text_of
from tournament.people.forms.player_rows import read_rows

KAREL = ("Karel Host", "CZ", "04010078")
EVA = ("Eva Malá", "SK", "04020011")
PAIR = [KAREL, EVA]


def workbook(*rows, merged=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cells in merged:
        book.active.merge_cells(cells)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


GOOGLE_FORM = """\
"Timestamp","Email Address","Your full name","Country you represent","EMA number (if any)","T-shirt","Anything else?"
"2026/01/05 9:14:02 PM GMT+1","karel@example.org","Karel Host","Czech Republic","4010078","M","Vegetarian,
please; and no ""nuts"" at all"
"2026/01/06 8:01:44 AM GMT+1","eva@example.org","Eva Malá","Slovakia","04020011","S",""
"""

EMA_REGISTRATION = workbook(
    ["Riichi European Mahjong Championship 2026", None, None, None, None],
    ["Registration sheet of the association"],
    ["Family name", "Given name", "Country", "EMA ID", "Regular / Reserve"],
    ["HOST", "Karel", "CZE", "04010078", "Regular"],
    ["MALÁ", "Eva", "SVK", 4020011, "Reserve"],
    merged=["A1:E1", "A2:E2"],
)

CLUB_SHEET = workbook(
    ["Pražský klub riichi", None, None, None],
    [],
    ["Č.", "Příjmení a jméno", "Jméno a příjmení", "Stát", "Číslo EMA", "Zaplaceno"],
    [1, None, "Karel Host", "Česko", "04010078", "ano, hotově"],
    [2, None, "Eva Malá", "Slovensko", "04020011", None],
    [None, None, None, None, None, None],
)

READ = {
    "answers of a Google Form": (GOOGLE_FORM.encode(), PAIR),
    "the same, saved by Excel for Windows": (b"\xef\xbb\xbf" + GOOGLE_FORM.replace("\n", "\r\n").encode(), PAIR),
    "registration sheet of the EMA": (EMA_REGISTRATION, [("Karel HOST", *KAREL[1:]), ("Eva MALÁ", *EVA[1:])]),
    "results of the EMA": (
        "Place\tLast name\tFirst name\tEMA Nb\tCountry\tPoints\tMers\r\n"
        "1\tHost\tKarel\t04010078\tCZE\t812\t3.5\r\n2\tMalá\tEva\t4020011\tSVK\t790\t3.5\r\n".encode("utf-16"),
        PAIR,
    ),
    "a club's sheet, titles in its third row": (CLUB_SHEET, PAIR),
    "list of a French club": (
        "N°;NOM;Prénom;Pays;N° EMA;Réglé\r\n1;Host;Karel;Tchéquie;04010078;oui\r\n2;Malá;Eva;Slovaquie;04020011;non\r\n"
        .encode("cp1252"),
        PAIR,
    ),
    "list of a German club": (
        "Lfd. Nr.;Nachname;Vorname;Verein;Land;EMA-Nummer;bezahlt\n"
        "1;Host;Karel;Riichi Praha;Tschechien;04010078;ja\n2;Malá;Eva;;Slowakei;04020011;nein\n".encode(),
        PAIR,
    ),
    "participants copied from a web page": (
        "\n #\tPlayer \tEMA \n1.\tKarel Host\t04010078 \n2.\tEva Malá\t04020011\n".encode(),
        [("Karel Host", "", KAREL[2]), ("Eva Malá", "", EVA[2])],
    ),
    "a sheet without titles": (
        workbook([1, "Karel Host", "CZE", "04010078"], [2, "Eva Malá", "SVK", "04020011"]), PAIR
    ),
    "a survey whose names are in two columns": (
        '"ID";"First name (given)";"Last name (family)";"E-mail";"Country *";"EMA no."\n'
        '"1";"Karel";"Host";"k@example.org";"Czechia";"04010078"\n"2";"Eva";"Malá";"e@example.org";"SK";"04020011"\n'
        .encode(),
        PAIR,
    ),
    "message of a chat": (
        "1. Karel Host 🇨🇿\n2. Eva Malá 🇸🇰\n".encode(), [("Karel Host", "CZ", ""), ("Eva Malá", "SK", "")]
    ),
}  # fmt: skip

REFUSED = {
    "export of a shop for tickets": (
        b"Order code;Order date;Status;Attendee name;E-mail;Question: Country\n", "has column titles, such as “E-mail”"
    ),
    "seating sheet of another program": (b"Table;East;South;West;North\n1;A B;C D;E F;G H\n", "“Table”"),
}  # fmt: skip


def text(content):
    return text_of(SimpleUploadedFile("players", content))


@pytest.mark.parametrize(("content", "players"), READ.values(), ids=READ)
def test_a_file_of_an_event_is_read_whole(content, players):
    rows = read_rows(text(content))

    assert rows.problems == ()
    assert [(line.player.name, line.player.country, line.player.ema_number) for line in rows.lines] == players


@pytest.mark.parametrize(("content", "words"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_names_nobody_is_refused_with_its_column(content, words):
    with pytest.raises(ValidationError, match=words):
        read_rows(text(content))


def test_lines_are_counted_as_the_sheet_counts_its_rows():
    assert [line.number for line in read_rows(text(CLUB_SHEET)).lines] == [4, 5]
    assert [line.number for line in read_rows(text(GOOGLE_FORM.encode())).lines] == [2, 4]


def test_what_a_club_wrote_about_payments_is_read():
    assert [line.entry.paid for line in read_rows(text(CLUB_SHEET)).lines] == [True, False]

"""Players from a file: read, looked at, asked about, and entered once."""

import io
import zipfile
from contextlib import contextmanager
from uuid import uuid4

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, visitor
from tests.people.test_players import confirm, names_of, shown
from tests.queries import queries_of
from tournament.core.actions import locking
from tournament.core.spreadsheets import text_of
from tournament.models import EntryStatus, LogEntry, Player, PlayerFacts
from tournament.people.actions import add_players as add_players_module
from tournament.people.actions.add_players import add_players
from tournament.people.queries.players import PastedName

pytestmark = pytest.mark.django_db

ROWS: list[list[str | int | None]] = [
    ["Name", "Country", "EMA number", "Club", "Table"],
    ["Zoë Żółć", "POL", "04990001", "Łódź Riichi", 1],
    [None],
    ["Jan Novák", "cz", None, None, None],
]


@pytest.fixture
def organizer(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def tournament(organizer):
    return TournamentFactory(organizers=[organizer])


def csv(coding, separator=";"):
    lines = (separator.join("" if cell is None else str(cell) for cell in row) for row in ROWS)
    return "\r\n".join(lines).encode(coding, "replace")


def workbook(rows=ROWS, number_format=None):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if number_format:
        book.active["B2"].number_format = number_format
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def choose(client, tournament, content, name="players.csv", **data):
    upload = SimpleUploadedFile(name, content)
    return client.post(reverse("players-add", args=[tournament.slug]), {"names": "", "file": upload, **data})


@pytest.mark.parametrize(
    "content",
    [csv("utf-8"), csv("utf-8-sig", ","), csv("utf-16", "\t"), workbook()],
    ids=["UTF-8", "with a mark", "UTF-16 with tabs", "Excel"],
)
def test_a_file_is_read_shown_and_then_entered_once(client, tournament, content):
    preview = choose(client, tournament, content)
    nothing_yet = Player.objects.count()

    confirm(client, tournament, preview)
    confirm(client, tournament, preview)

    assert nothing_yet == 0
    assert "POL · Łódź Riichi · 04990001 · table 1" in preview.text
    assert names_of(tournament) == [(1, "Zoë Żółć"), (2, "Jan Novák")]
    zoe, jan = Player.objects.order_by("pk")
    assert (zoe.country, zoe.country_letters, zoe.ema_number, zoe.club) == ("PL", "POL", "04990001", "Łódź Riichi")
    assert (jan.country, jan.country_letters, jan.ema_number) == ("CZ", "", "")
    assert tournament.entries.get(number=1).reserved_table == 1


def test_the_code_page_of_windows_is_read_too(client, tournament):
    assert "Zoë" in choose(client, tournament, csv("cp1252")).text


@pytest.mark.parametrize(
    ("number_format", "shown"), [("00000000", "04990001"), ("General", "the EMA number 4990001 is read as 04990001")]
)
def test_a_leading_zero_that_excel_shows_is_there(client, tournament, number_format, shown):
    content = workbook([["Name", "EMA"], ["Jan", 4990001]], number_format)

    assert shown in choose(client, tournament, content, "players.xlsx").text


def test_a_workbook_of_many_players_with_all_columns_is_read():
    filled = ["name", "club", "team", "note"]
    columns = [*filled, "country", "EMA number", "mail", "phone", "table"]
    row = ["x" * 40 for _each in filled] + ["CZE", "04990001", "somebody@example.org", "+420 600 100 200", 12]
    upload = SimpleUploadedFile("players.xlsx", workbook([columns, *[row] * 2_000]))

    assert text_of(upload).count("\n") == 2_000


def bomb(part):
    buffer = io.BytesIO(workbook())
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/more.xml", part)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"x" * 1_000_001, "larger than 1 MB"),
        (b"\xd0\xcf\x11\xe0 old Excel", "old Excel file"),
        (b"PK\x03\x04 no workbook", "cannot be read"),
        (lambda: workbook()[:-300], "cannot be read"),
        (lambda: bomb(b" " * 3_000_000), "too large"),
        (lambda: bomb(b"<c/>" * 150_000), "too large"),
        (b"Name\n\x81\x8d", "not text"),
        (b"Name\nJan\x00", "Null characters"),
        (b"", "empty"),
    ],
    ids=["large", "old", "no zip", "cut", "bytes", "tags", "not text", "null", "empty"],
)
def test_a_file_that_cannot_be_read_says_so(client, tournament, content, problem):
    response = choose(client, tournament, content() if callable(content) else content)

    assert response.status_code == 422
    assert problem in response.text


def test_what_is_wrong_in_a_file_can_be_mended_on_the_page(client, tournament):
    response = choose(client, tournament, b"Name;EMA\nJan;123")

    assert response.status_code == 422
    assert "Line 2, Jan: EMA number “123”" in response.text
    assert "Name;EMA\nJan;123</textarea>" in response.text
    assert not Player.objects.exists()


def test_a_file_and_names_are_one_too_many(client, tournament):
    response = choose(client, tournament, csv("utf-8"), names="Bo Li")

    assert response.status_code == 422
    assert "not both" in response.text


def test_the_columns_that_are_not_read_are_told(client, tournament):
    assert "will ignore them: Shoe size." in choose(client, tournament, b"Name;Shoe size\nJan;44").text


@pytest.mark.parametrize(
    ("line", "ticked"),
    [
        ("Someone Else;04990001", True),  # the number is the same
        ("Jan Novák;", True),
        ("novak jan;", False),  # may be the same: asked
        ("Jan Novák;04990002", None),  # another number: another person
    ],
)
def test_who_is_likely_known_is_shown_before(client, tournament, organizer, line, ticked):
    before = EntryFactory(
        tournament__organizers=[organizer], player__name="Jan Novák", player__ema_number="04990001"
    ).player

    preview = choose(client, tournament, f"Name;EMA\n{line}".encode())

    assert (f'name="choice-2" value="{before.pk}"' in preview.text) == (ticked is not None)
    assert (shown(preview).get("choice-2") == str(before.pk)) == bool(ticked)


@pytest.mark.parametrize("status", EntryStatus.values)
def test_whoever_used_the_form_and_never_played_is_ticked_only_by_the_organizer(client, tournament, organizer, status):
    """Else a stranger's entry under a known name would become the player of the list."""
    event = TournamentFactory(organizers=[organizer])
    entry = EntryFactory(tournament=event, language="en", status=status, player__name="Jan")
    text = b"Name;EMA\nJan;04990001"

    preview = choose(client, tournament, text)

    assert f'name="choice-2" value="{entry.player_id}"' in preview.text
    assert "choice-2" not in shown(preview)
    assert confirm(client, tournament, preview).status_code == 422
    assert not tournament.entries.exists()
    if status == EntryStatus.ACCEPTED:
        others = [EntryFactory(tournament=event, number=entry.number + more) for more in (1, 2, 3)]
        HanchanFactory(round__tournament=event, entries=[entry, *others])
        assert shown(choose(client, tournament, text))["choice-2"] == str(entry.player_id)


def test_what_was_not_known_is_filled_in_wherever_they_play(client, tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], player__name="Jan Novák", player__club="Praha")

    confirm(
        client, tournament, choose(client, tournament, b"Name;Club;Country;EMA\nJan Nov\xc3\xa1k;Brno;CZE;09010001")
    )

    player = Player.objects.get()
    assert (player.club, player.country_letters, player.ema_number) == ("Praha", "CZE", "09010001")
    assert before.tournament.log.get().kind == "player.edited"


def test_whoever_filled_in_the_form_under_a_known_name_is_shown_no_contacts(client, tournament, organizer):
    """An organizer may say that it is the same person, but the form's sender has the link of that entry."""
    stranger = EntryFactory(
        tournament=TournamentFactory(owner=organizer),
        language="en",
        player__name="Jan Novák",
        player__mail="m@evil.example",
    )

    preview = choose(client, tournament, "Name;Phone;EMA\nJan Novák;+420 777;04990001".encode())
    confirm(client, tournament, preview, choice_2=str(stranger.player_id))

    stranger.player.refresh_from_db()
    assert "who filled in the entry form" in preview.text
    assert "stay empty in two cases: the player used the entry form" in preview.text
    assert (stranger.player.phone, stranger.player.ema_number) == ("", "04990001")
    assert tournament.entries.get().player == stranger.player
    assert "+420 777" not in client.get(stranger.get_link()).text


def test_nothing_is_filled_in_where_others_show_the_person_too(client, tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], player__name="Jan")
    EntryFactory(player=before.player)

    confirm(client, tournament, choose(client, tournament, b"Name;Mail\nJan;jan@example.org"))

    assert tournament.entries.get().player == before.player
    assert Player.objects.get().mail == ""


def test_a_number_that_came_meanwhile_is_asked_about(client, tournament, organizer):
    preview = choose(client, tournament, b"Name;EMA\nJan;04990001")
    EntryFactory(tournament__organizers=[organizer], player__name="J. N.", player__ema_number="04990001")

    response = confirm(client, tournament, preview)

    assert response.status_code == 409
    assert "J. N." in response.text
    assert not tournament.entries.exists()


def test_many_rows_take_no_more_queries_to_look_at(client, tournament, django_assert_max_num_queries):
    url = reverse("players-add", args=[tournament.slug])
    queries_of(client, url)
    content = "Name;EMA\n" + "".join(f"Player {n};{n:08}\n" for n in range(300))

    with django_assert_max_num_queries(26):  # four of them count the list, thirteen the budget
        response = choose(client, tournament, content.encode())

    assert response.text.count("preview-line") >= 300


def test_the_action_fills_in_nothing_when_it_is_repeated(tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], player__name="Jan").player
    key = uuid4()
    pasted = [PastedName(player=PlayerFacts(name="Jan", club="A"), choice=before.pk, known=frozenset({before.pk}))]

    counts = [add_players(tournament_id=tournament.pk, key=key, names=pasted, by=visitor(organizer)) for _ in "12"]

    assert counts == [1, 1]
    before.refresh_from_db()
    assert before.club == "A"
    assert tournament.log.count() == 1


def test_details_of_many_known_players_are_filled_in_by_several_transactions(tournament, organizer, monkeypatch):
    """400 players in twenty other events were filled in by one transaction of 20 s, in which no table recorded a
    hand."""
    monkeypatch.setattr(add_players_module, "LOGGED_AT_ONCE", 4)
    events = [TournamentFactory(organizers=[organizer]) for _ in range(2)]
    known = [EntryFactory(tournament=events[0], player__name=f"Jan {n}", number=n).player for n in range(1, 8)]
    for number, player in enumerate(known, 1):
        EntryFactory(tournament=events[1], player=player, number=number)
    pasted = [
        PastedName(player=PlayerFacts(name=player.name, club="A"), choice=player.pk, known=frozenset({player.pk}))
        for player in known
    ]
    parts, locks = [], locking.locked_tournaments

    @contextmanager
    def counted(*ids, **more):
        before = LogEntry.objects.filter(kind="player.edited").count()
        with locks(*ids, **more) as locked:
            yield locked
            parts.append(LogEntry.objects.filter(kind="player.edited").count() - before)

    monkeypatch.setattr(add_players_module, "locked_tournaments", counted)

    assert add_players(tournament_id=tournament.pk, key=uuid4(), names=pasted, by=visitor(organizer)) == 7

    assert {player.club for player in Player.objects.filter(entries__tournament=tournament)} == {"A"}
    assert (parts[0], max(parts)) == (4, 4)
    assert len(parts) >= 4
    assert [event.log.filter(kind="player.edited").count() for event in events] == [7, 7]

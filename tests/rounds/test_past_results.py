"""An evening or a tournament of before: looked through, matched, checked by the rules, then kept."""

from io import BytesIO
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tests.factories import STRANGER, EntryFactory, HanchanFactory, TournamentFactory, UserFactory, visitor
from tournament.models import Hanchan, Membership, Role, SheetLine, SignedBy, SignedSheet, Tournament
from tournament.rounds.actions import past_results
from tournament.rounds.actions.start_round import start_round
from tournament.table.actions.paper_result import record_paper_result

pytestmark = pytest.mark.django_db

NAMES = ["Jan Novák", "Anaïs Dupont", "Petr Malý", "Mei Tanaka", "Ida Holm", "Bence Nagy", "Ola Lis", "Tim Roth"]
GOOD = (
    "Round;Table;East;Points;South;Points;West;Points;North;Points;Bets\n"
    "1;1;Jan Novak;41.7;Anaïs Dupont;33.1;Petr Malý;28.9;4;15.3;1\n"
    "1;2;Ida Holm;300;Bence Nagy;300;Ola Lis;300;Tim Roth;300;\n"
)


@pytest.fixture
def organizer(client):
    organizer = UserFactory(username="olga")
    client.force_login(organizer)
    return organizer


@pytest.fixture
def tournament(organizer):
    tournament = TournamentFactory(owner=organizer)
    for number, name in enumerate(NAMES, 1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    return tournament


def send(client, tournament, text=GOOD, **more):
    data = {"key": str(uuid4()), "played_on": "2025-10-04", "text": text} | more
    return client.post(reverse("past-results", args=[tournament.slug]), data)


def words(response):
    return " ".join(response.text.split())


def test_the_look_through_changes_nothing(client, tournament):
    response = send(client, tournament)

    assert response.status_code == 200
    assert "+26.7" in response.text
    assert "<td>Jan Novák</td>" in response.text  # written without its accents
    assert "Save 2 hanchans" in words(response)
    assert not tournament.rounds.exists()


def test_kept_they_are_signed_results_of_their_day(client, tournament):
    response = send(client, tournament, keep="1")

    assert response["Location"] == reverse("leaderboard", args=[tournament.slug])
    assert "2 hanchans were added to the results." in client.get(response["Location"]).text
    sheets = SignedSheet.objects.current().order_by("hanchan__table__number")
    assert {(sheet.method, *sheet.signed_as) for sheet in sheets} == {(SignedBy.REFEREE, "olga")}
    assert [line.score for line in sheets[0].lines.all()] == ["26.7", "8.1", "-6.1", "-29.7"]
    round_ = tournament.rounds.get()
    assert round_.started_at.date().isoformat() == "2025-10-04"
    assert "Entered 2 hanchans that were played before" in client.get(reverse("log", args=[tournament.slug])).text


def test_the_same_submission_twice_is_kept_once(client, tournament):
    key = str(uuid4())

    statuses = [send(client, tournament, keep="1", key=key).status_code for _twice in range(2)]

    assert statuses == [302, 302]
    assert Hanchan.objects.count() == 2


def test_a_repeated_submission_signs_nothing_that_was_corrected_since(client, tournament):
    key = str(uuid4())
    send(client, tournament, keep="1", key=key)
    hanchan = Hanchan.objects.get(table__number=1)
    corrector = UserFactory()
    Membership.objects.create(tournament=tournament, user=corrector, role=Role.ORGANIZER)
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=(14_300, 33_100, 28_900, 42_700),
        riichi_sticks=1,
        chombo=(0, 0, 0, 0),
        by=visitor(corrector),
        reason="East and North were mixed up",
    )

    assert send(client, tournament, keep="1", key=key).status_code == 302

    assert [sheet.hanchan.table.number for sheet in SignedSheet.objects.current()] == [2]


def test_names_that_nobody_has_are_offered_to_be_added(client, tournament):
    response = send(client, tournament, GOOD.replace("Petr Malý", "Zoé Blanc"), keep="1")

    assert response.status_code == 422
    assert "1 name does not belong to a player of this event: <strong>Zoé Blanc</strong>" in words(response)
    assert "Line 2, Zoé Blanc: No player is called Zoé Blanc." in words(response)
    assert reverse("players-add", args=[tournament.slug]) in response.text
    assert not tournament.rounds.exists()


def test_places_and_scores_are_checked_by_the_rules(client, tournament):
    rows = [("Jan Novák", "41700", "2", "26.7"), ("Anaïs Dupont", "33100", "2", "+8,1")]
    rows += [("Petr Malý", "28900", "3", "-6.1"), ("Mei Tanaka", "15300", "4", "-39.7")]
    text = "Player;Points;Place;Score;Bets\n" + "\n".join(";".join([*row, "1"]) for row in rows)

    shown = words(send(client, tournament, text))
    refused = send(client, tournament, text, keep="1")

    assert "Line 2, Jan Novák: The file says place “2”; the event’s rules give place 1." in shown
    assert "Line 5, Mei Tanaka: The file says score “-39.7”; the event’s rules give −29.7." in shown
    assert shown.count("; the event’s rules give") == 2
    assert refused.status_code == 422
    assert not tournament.rounds.exists()
    assert send(client, tournament, text, keep="1", accept="1").status_code == 302


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"text": GOOD.replace("15.3;1", "15.3;")}, "must add up to 120,000 points, not 119,000"),
        ({"text": GOOD.replace("Ida Holm", "Jan Novák")}, "Jan Novák already has a seat in this round, in line 2."),
        ({"text": GOOD.replace("Bence Nagy", "Ida Holm")}, "Ida Holm has two seats at this table."),
        ({"text": GOOD.replace("33.1", "")}, "A player’s points are missing."),
        ({"text": ""}, "The text contains no results."),
        ({"played_on": ""}, "This field is required."),
        ({"file": SimpleUploadedFile("r.csv", b"1;1;a;1;b;2;c;3;d;4")}, "not both"),
        ({"text": GOOD.replace("1;", "3;", 1)}, "the rounds and tables must be numbered without gaps"),
        ({"text": GOOD.replace("1;2;", "1;4;")}, "the rounds and tables must be numbered without gaps"),
    ],
)
def test_what_cannot_be_kept_is_said_and_the_text_stays(client, tournament, changes, problem):
    response = send(client, tournament, keep="1", **changes)

    assert response.status_code in {409, 422}
    assert problem in words(response)
    assert not Hanchan.objects.exists()


def test_a_workbook_is_read(client, tournament):
    book = Workbook()
    book.active.append(["Player", "Points", "Bets"])
    for name, points in zip(NAMES[:4], (41.7, 33.0, 29.0, 15.3), strict=True):
        book.active.append([name, points, 1])
    file = BytesIO()
    book.save(file)

    response = send(client, tournament, "", file=SimpleUploadedFile("results.xlsx", file.getvalue()))

    assert response.status_code == 200
    assert "Save 1 hanchan" in words(response)


def test_a_club_night_keeps_each_as_its_own_hanchan(client, organizer, tournament):
    tournament.is_club_night = True
    tournament.save()

    page = client.get(reverse("past-results", args=[tournament.slug]))
    again = "\n".join(row.split(";", 2)[2] for row in GOOD.replace("Ida Holm", "Jan Novák").splitlines())
    response = send(client, tournament, again, keep="1")

    assert "Round" not in page.text
    assert response.status_code == 302
    assert tournament.rounds.count() == SignedSheet.objects.count() == 2


@pytest.mark.parametrize("is_club_night", [False, True])
def test_more_rounds_than_a_file_may_have_are_refused_before_the_first(client, tournament, monkeypatch, is_club_night):
    monkeypatch.setattr("tournament.rounds.actions.start_round.MOST_ROUNDS", int(is_club_night))
    tournament.is_club_night = is_club_night
    tournament.save()
    again = "\n".join(row.split(";", 2)[2] for row in GOOD.replace("Ida Holm", "Jan Novák").splitlines())

    response = send(client, tournament, again if is_club_night else GOOD, keep="1")

    assert "at most 500 rounds" in response.text
    assert not tournament.rounds.exists()
    assert not tournament.log.exists()


def test_results_go_on_behind_those_that_are_there(client, tournament):
    HanchanFactory(round__tournament=tournament, entries=list(tournament.entries.all()[:4]))

    response = send(client, tournament, GOOD.replace("\n1;", "\n2;"), keep="1")

    assert response.status_code == 302
    assert list(tournament.rounds.values_list("number", flat=True)) == [1, 2]


def test_strangers_find_nothing(client, tournament):
    client.force_login(UserFactory())

    assert send(client, tournament).status_code == 404


def with_chombo(cell):
    rows = zip(NAMES[:4], (41_700, 33_100, 28_900, 16_300), strict=True)
    return "Player;Points;Chombo\n" + "".join(
        f"{name};{points};{cell if name == NAMES[1] else ''}\n" for name, points in rows
    )


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        *dict.fromkeys(["", "0", "0.0", "0,0", "-", "–", "no", "None", "non", "ne", "žádné", "nein"], 0).items(),
        *dict.fromkeys(["1", "1.0", "x", "X", "✓", "yes", "oui", "ano", "Chombo"], 1).items(),
        ("2", 2),
        ("2,0", 2),
    ],
)
def test_chombo_is_a_number_or_a_word_for_one_or_none(client, tournament, cell, count):
    shown = send(client, tournament, with_chombo(cell))
    send(client, tournament, with_chombo(cell), keep="1")

    assert ("−20.0" in shown.text, "−40.0" in shown.text) == (count == 1, count == 2)
    assert [line.penalty for line in SheetLine.objects.order_by("seat")] == ["0", str(20 * count), "0", "0"]


@pytest.mark.parametrize("cell", ["12", "00", "²", "1.5", "0x", "maybe", "?"])
def test_chombo_that_cannot_be_read_is_refused(client, tournament, cell):
    response = send(client, tournament, with_chombo(cell), keep="1")

    assert response.status_code == 422
    assert f"Line 3, Anaïs Dupont: Chombo “{cell}” cannot be read." in response.text
    assert not Hanchan.objects.exists()


@pytest.mark.parametrize(("cell", "penalties"), [("S", "0 20 0 0"), ("S 4", "0 20 0 20"), ("-", "0 0 0 0")])
def test_chombo_of_a_whole_table_names_the_winds(client, tournament, cell, penalties):
    text = GOOD.replace("Bets\n", "Bets;Chombo\n").replace("15.3;1\n", f"15.3;1;{cell}\n")

    send(client, tournament, text, keep="1")

    lines = SheetLine.objects.filter(sheet__hanchan__table__number=1).order_by("seat")
    assert " ".join(line.penalty for line in lines) == penalties


@pytest.mark.parametrize("score", ["1e999999999", "0e999999999", "1/3", "nan", "26_7"])
def test_a_score_that_nobody_writes_is_a_difference_and_not_worked_out(client, tournament, score):
    rows = "".join(f"1;1;{name};300;{score}\n" for name in NAMES[:4])

    response = send(client, tournament, f"Round;Table;Player;Points;Score\n{rows}")

    assert f"The file says score “{score}”; the event’s rules give" in response.text


@pytest.mark.slow
@pytest.mark.parametrize("is_club_night", [False, True])
def test_no_two_hanchans_are_saved_under_one_lock(client, tournament, is_club_night):
    """On SQLite all tables of the site wait for a transaction, and 400 hanchans take many seconds."""
    Tournament.objects.update(is_club_night=is_club_night)
    key, record = str(uuid4()), past_results._record

    def breaks_off(*result):
        if SignedSheet.objects.exists():
            raise RuntimeError
        record(*result)

    with patch.object(past_results, "_record", breaks_off), pytest.raises(RuntimeError):
        send(client, tournament, keep="1", key=key)
    assert SignedSheet.objects.current().count() == 1

    assert send(client, tournament, keep="1", key=key).status_code == 302

    assert SignedSheet.objects.current().count() == 2
    assert Hanchan.objects.valid().count() == 2
    assert tournament.log.filter(kind="hanchan.imported").count() == 1


def test_a_round_that_somebody_starts_meanwhile_keeps_its_seats(client, tournament):
    def started_elsewhere(*_round):
        entries = tournament.entries.order_by("-number").values_list("pk", flat=True)
        start_round(tournament_id=tournament.pk, number=1, tables=[entries[:4], entries[4:8]], seed=None, by=STRANGER)

    with patch.object(past_results, "_start_round", started_elsewhere):
        response = send(client, tournament, keep="1")

    assert response.status_code == 409
    assert not SignedSheet.objects.exists()

"""The package for the European Mahjong Association: what it would send back, the file, the report."""

import io
from copy import deepcopy
from datetime import date
from fractions import Fraction

import openpyxl
import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, HanchanFactory, UserFactory, play, sign, visitor
from tests.queries import queries_of
from tests.standings.ema_reader import read_ema_sheet
from tests.standings.results import MANGAN, tournament_with
from tournament.core.actions.journal import log
from tournament.models import Departure, Player, SheetLine, Substitution, Tournament
from tournament.people.actions.remove_person import remove_person
from tournament.standings.ema import EmaFacts, names_of
from tournament.standings.file_faults import FileFault
from tournament.standings.queries.ema import ema_package
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.result_faults import wrong_places
from tournament.standings.words.ema import SENTENCES, fault_words
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.django_db

NAMES = ("Anna Nowak", "Bořek ŠŤASTNÝ", "Jan van der Berg", "Cécile Lefèvre")
COUNTRIES = ("PL", "CZ", "NL", "FR")


def finish(hanchan):
    """Time is up before the first hand; the one that follows under EMA rules is South's mangan off West."""
    hanchan.refresh_from_db()
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=False, by=STRANGER)
    play(hanchan, MANGAN)
    sign(hanchan)


@pytest.fixture(scope="module")
def made(once):
    """Nothing that the federation would send back: South won a mangan off West, everybody signed."""
    tournament, entries, (hanchan,) = tournament_with(
        NAMES,
        owner=UserFactory(username="owner"),
        ruleset_key="ema_2025",
        place="Brno, Czechia",
        starts_on=date(2026, 5, 2),
    )
    for entry, country in zip(entries, COUNTRIES, strict=True):
        Player.objects.filter(pk=entry.player_id).update(ema_number=f"0400000{entry.number}", country=country)
    finish(hanchan)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture
def organizer(client, tournament):
    client.force_login(tournament.memberships.get().user)
    return client


def anna(**facts):
    return lambda tournament: Player.objects.filter(name="Anna Nowak").update(**facts)


def of_sheet(seat, **facts):
    return lambda tournament: SheetLine.objects.filter(seat=seat).update(**facts)


def depart(kind):
    def leave(tournament):
        decided = log(tournament, "entry.left", by=STRANGER)
        Departure.objects.create(entry=tournament.entries.first(), kind=kind, from_round=2, decided_by=decided)

    return leave


def four_substitutes(tournament):
    hanchan = tournament.rounds.get().hanchans.get()
    for seat in hanchan.seats.all():
        Substitution.objects.create(
            hanchan=hanchan, entry=seat.entry, name=f"Sub {seat.seat}", said_by=tournament.log.latest("pk")
        )


def by_seat(tournament):
    rules = tournament.rules | {"tie_uma": "seat"}
    Tournament.objects.update(rules=rules)


def twice_in_a_round(tournament):
    """Four players sit at a second table of the round: one hanchan is in no column, both are in the total."""
    hanchan = tournament.rounds.get().hanchans.get()
    entries = [seat.entry for seat in hanchan.seats.order_by("seat")]
    finish(HanchanFactory(round=hanchan.round, table__number=2, entries=entries))


def unsign(tournament):
    tournament.rounds.get().hanchans.get().sheets.update(withdrawn_by=tournament.log.latest("pk"))


PLANTED = {
    FileFault.NUMBER_WRONG: anna(ema_number="4000001"),
    FileFault.NUMBER_TWICE: anna(ema_number="04000002"),
    FileFault.COUNTRY_UNKNOWN: anna(country="XX"),
    FileFault.NAME_TWICE: anna(name="CÉCILE  Lefevre"),
    FileFault.NAME_SINGLE: anna(name="Anna"),
    FileFault.NAME_GONE: anna(name="", ema_number="", country="", removed_at=timezone.now()),
    FileFault.NO_RESULT: lambda tournament: EntryFactory(tournament=tournament, number=9, player__name="Ed Late"),
    FileFault.NOT_LISTED: depart("removed"),
    FileFault.SUBSTITUTES: four_substitutes,
    FileFault.TIES_BY_SEAT: by_seat,
    FileFault.POINTS_SUM: of_sheet(1, points=38_100),
    FileFault.SCORES_SUM: of_sheet(1, score="24"),
    FileFault.TOTAL_SUM: twice_in_a_round,
    FileFault.UNSIGNED: unsign,
    FileFault.NOTHING: unsign,
    FileFault.RULES: lambda tournament: Tournament.objects.update(rules=None, ruleset_key="tenhou"),
    FileFault.NO_DATE: lambda tournament: Tournament.objects.update(starts_on=None),
    FileFault.NO_PLACE: lambda tournament: Tournament.objects.update(place=""),
    FileFault.NO_COUNTRY: lambda tournament: Tournament.objects.update(place="Brno"),
}


# Each planted by a test of its own.
PLANTED_ELSEWHERE = {FileFault.PLACE_WRONG, FileFault.ROUNDS_DIFFER}

# Of other federations: `tests/archive/test_certification.py`.
OF_CERTIFICATION = {
    FileFault.NO_LEGAL_NAME, FileFault.NO_MEMBER_NUMBER, FileFault.MEMBER_NUMBER_TWICE, FileFault.NOT_PUBLIC,
    FileFault.CHANGED_IN_PLAY, FileFault.CUT_NOT_ANNOUNCED, FileFault.OTHER_CUT, FileFault.MIXED_ENTRY,
}  # fmt: skip


@pytest.mark.slow
def test_each_fault_planted_alone_is_found_and_has_a_sentence(organizer, tournament):
    def faults_after(planted):
        page = organizer.get(reverse("ema", args=[tournament.slug]))
        assert page.status_code == 200, planted
        return {one.fault for one in page.context["package"].findings}

    assert faults_after(None) == set()
    assert PLANTED.keys() | PLANTED_ELSEWHERE | OF_CERTIFICATION == SENTENCES.keys() == set(FileFault)

    # One tournament for all: each fault is taken back before the next.
    seen = {}
    for fault, plant in PLANTED.items():
        with transaction.atomic():
            plant(tournament)
            seen[fault] = faults_after(fault)
            transaction.set_rollback(True)

    assert {fault for fault, faults in seen.items() if fault not in faults} == set()
    alone = {
        FileFault.NAME_TWICE,
        FileFault.NUMBER_WRONG,
        FileFault.COUNTRY_UNKNOWN,
        FileFault.POINTS_SUM,
    }
    alone |= {FileFault.NAME_GONE}
    assert all(seen[fault] <= {fault, FileFault.SCORES_SUM} for fault in alone)


def test_a_sheet_is_named_by_round_and_table(tournament):
    unsign(tournament)
    unsigned = [one for one in ema_package(tournament, EmaFacts()).findings if one.fault is FileFault.UNSIGNED]

    assert fault_words(unsigned[0]) == "The sheet of round 1, table 1 is not signed."


def test_a_place_that_does_not_follow_from_the_totals_is_found(tournament):
    rows = leaderboard(tournament, official=True).rows

    # East and North share second place; the next would be fourth.
    assert [row.place for row in rows] == [1, 2, 2, 4]
    assert list(wrong_places(rows)) == []
    broken = [rows[0], rows[1], rows[2]._replace(place=3), rows[3]]
    assert [one.fault for one in wrong_places(broken)] == [FileFault.PLACE_WRONG]


def test_who_sat_less_often_is_found():
    tournament, _entries, hanchans = tournament_with([f"Player {n} X" for n in range(8)], ruleset_key="ema_2025")
    for hanchan in hanchans[:2]:
        finish(hanchan)
    later = tournament.rounds.create(number=2, started_at=hanchans[0].round.started_at)
    more = later.hanchans.create(table=hanchans[0].table)
    for seat in hanchans[0].seats.all():
        more.seats.create(seat=seat.seat, entry=seat.entry)
    finish(more)

    package = ema_package(Tournament.objects.get(pk=tournament.pk), EmaFacts())

    assert sum(one.fault == FileFault.ROUNDS_DIFFER for one in package.findings) == 4


def test_the_page_lists_faults_in_words_with_the_way_to_mend_them(organizer, tournament):
    clean = organizer.get(reverse("ema", args=[tournament.slug])).text
    anna(ema_number="1")(tournament)

    page = organizer.get(reverse("ema", args=[tournament.slug]), {"days": 2, "qualification": "on"}).text

    assert "No problem found" in clean
    assert "Details to check" not in clean
    assert "send the results back for one reason" in page
    assert "The EMA number of Anna Nowak does not have 8 digits." in page
    assert reverse("entry-edit", args=[tournament.slug, 1]) in page
    assert "= 2 (days) + 0 (players) + 0 (countries) + 1 (qualification)" in page
    assert f"{reverse('ema-xlsx', args=[tournament.slug])}?days=2&amp;qualification=on" in page


def test_what_may_be_right_is_apart_from_what_would_be_sent_back(organizer, tournament):
    Player.objects.filter(name="Anna Nowak").update(ema_number="")  # nothing to mend: "-" is in the file
    Tournament.objects.update(place="Brno")
    EntryFactory(tournament=tournament, number=9, player__name="Ed Late")

    page = organizer.get(reverse("ema", args=[tournament.slug])).text

    assert "No problem found: the federation should accept the file" in page
    above, below = page.split("Details to check")
    for sentence in ("Ed Late was entered and has no result", "The country of the tournament is not known"):
        assert sentence in below
        assert sentence not in above
    assert "Anna Nowak does" not in page
    assert "send the results back" not in page


def test_the_country_of_the_tournament_is_entered_or_read_from_its_place(organizer, tournament):
    address = reverse("ema", args=[tournament.slug])

    entered = organizer.get(address, {"country": "Netherlands"}).context["package"]
    wrong = organizer.get(address, {"country": "Nowhere"})

    assert (entered.city, entered.country) == ("Brno", "NED")
    assert wrong.context["package"].country == "CZE"
    assert wrong.status_code == 200


def test_who_was_removed_is_said_to_be_in_the_check_and_in_the_file(organizer, tournament):
    for entry in tournament.entries.filter(number__lte=2):
        remove_person(player_id=entry.player_id, by=visitor(tournament.memberships.get().user))

    page = organizer.get(reverse("ema", args=[tournament.slug])).text
    file = organizer.get(reverse("ema-xlsx", args=[tournament.slug]))

    assert "Person #1 was removed: the file has no name for the result." in page
    assert page.count("was removed") == 2
    assert reverse("entry-edit", args=[tournament.slug, 1]) not in page  # there is nothing to mend
    assert "a player" not in page
    results = openpyxl.load_workbook(io.BytesIO(file.content)).worksheets[0]
    rows = [row[1:4] for row in results.iter_rows(min_row=2, values_only=True)]
    assert rows.count(("", "(removed)", "-")) == 2


def test_the_file(organizer, tournament):
    Player.objects.filter(name="Anna Nowak").update(name='=HYPERLINK("x") Nowak')

    response = organizer.get(reverse("ema-xlsx", args=[tournament.slug]), {"days": 2, "observer": "Ola Ek"})

    book = openpyxl.load_workbook(io.BytesIO(response.content))
    results, about, ranks, _one_sheet = book.worksheets
    rows = list(results.iter_rows(values_only=True))
    assert rows[0] == (
        "Place", "First name", "Last name", "EMA number", "Score", "EMA member", "Country",
    )  # fmt: skip
    assert rows[1] == (1, "Bořek", "ŠŤASTNÝ", "04000002", 23_000, "yes", "CZE")
    assert rows[4] == (4, "Jan", "van der Berg", "04000003", -23_000, "yes", "NED")
    formula = next(row[1] for row in results.iter_rows() if row[2].value == "Nowak")
    assert (formula.data_type, formula.value) == ("s", '=HYPERLINK("x")')
    number = results.cell(2, 4)
    assert (number.data_type, number.number_format) == ("s", "@")
    assert results.freeze_panes == "A2"
    facts = dict(row for row in about.iter_rows(min_row=2, values_only=True))
    assert (facts["Title"], facts["Place"], facts["Last day"]) == (tournament.name, "Brno, Czechia", "2026-05-03")
    assert (facts["MERS weight"], facts["Observer"]) == ("2 = 2 + 0 + 0 + 0", "Ola Ek")
    assert [row[3] for row in ranks.iter_rows(min_row=2, values_only=True)] == [1000, 667, 667, 0]


def test_a_reader_of_the_ranking_gets_back_every_player(organizer, tournament):
    anna(ema_number="")(tournament)

    response = organizer.get(reverse("ema-xlsx", args=[tournament.slug]), {"days": 2})

    about, players = read_ema_sheet(response.content)
    assert about == {
        "title": tournament.name, "players": 4, "country": "CZE", "city": "Brno", "weight": 2, "rules": "Riichi",
        "dates": "2-3 May 2026", "days": 2,
    }  # fmt: skip
    board = {row.entry.player.name: row for row in leaderboard(tournament, official=True).rows}
    letters = dict(zip(NAMES, ("POL", "CZE", "NED", "FRA"), strict=True))
    assert len(players) == len(board)
    for place, first, last, number, points, score, member, country in players:
        row = board[f"{first} {last}"]
        assert (place, country, points) == (row.place, letters[row.entry.player.name], None)
        assert type(score) is int
        assert Fraction(score, 1_000) == row.total
        assert number == (row.entry.player.ema_number or "-")
        assert bool(member) == bool(row.entry.player.ema_number)


def test_the_boundaries_can_be_said_anew(tournament, organizer):
    page = organizer.get(reverse("ema", args=[tournament.slug]), {"players_half": "3", "days": "x"})

    assert page.context["package"].weight.players == Fraction(1, 2)
    assert page.context["package"].days == 1


def test_the_report_is_filled_from_the_data(organizer, tournament):
    page = organizer.get(reverse("ema-report", args=[tournament.slug]), {"observer": "Ola Ek"}).text

    assert all(text in page for text in ("Ola Ek", "Brno", "Riichi, EMA 2025", "Czechia (CZE) 1", "Catering"))


def test_nothing_was_played(organizer, tournament):
    empty, *_ = tournament_with([], owner=tournament.memberships.get().user)

    for name in ("ema", "ema-xlsx", "ema-report"):
        assert organizer.get(reverse(name, args=[empty.slug])).status_code == 200


def test_names_are_parted():
    assert names_of("Anna") == ("", "Anna")
    assert names_of("JAN NOVAK") == ("JAN", "NOVAK")
    assert names_of("Maria de la Cruz") == ("Maria", "de la Cruz")
    assert names_of("Anna Maria Nowak") == ("Anna Maria", "Nowak")
    assert names_of("") == ("", "")


def test_the_queries_do_not_grow(organizer, tournament):
    url = reverse("ema", args=[tournament.slug])
    few = queries_of(organizer, url)
    more, _entries, hanchans = tournament_with(
        [f"P {n}" for n in range(12)], owner=tournament.memberships.get().user, ruleset_key="ema_2025"
    )
    for hanchan in hanchans[:2]:
        finish(hanchan)

    assert queries_of(organizer, reverse("ema", args=[more.slug])) == few <= 24

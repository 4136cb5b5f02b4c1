"""The package for ARA and Riichi Canada: what they would send back, and the files."""

import csv
import io
import json
import zipfile
from copy import deepcopy
from dataclasses import asdict
from datetime import date, timedelta
from uuid import uuid4

import openpyxl
import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scoring.announced_cuts import AnnouncedCut
from scoring.check import document_faults
from scoring.profiles import profile_faults, profile_of
from scoring.tournament_format import read_tournament
from scoring.tournament_results import results
from tests.factories import STRANGER, HanchanFactory, UserFactory, penalize, play, sign, visitor
from tests.queries import queries_of
from tests.standings.results import DRAW, MANGAN, tournament_with
from tournament.archive.certification import Federation
from tournament.archive.queries.certification import certification_package
from tournament.core.actions.journal import log
from tournament.models import Cut, LogEntry, Player, Tournament
from tournament.standings.file_faults import FileFault
from tournament.standings.words.ema import fault_words
from tournament.table.actions.paper_result import record_paper_result

pytestmark = pytest.mark.django_db

NAMES = ("Billie Feather", "Cas Dow", "Dee Fox", "Eve Gray")
LEGAL = "Wilhelmina Featherstonehaugh"


@pytest.fixture(scope="module")
def made(once):
    """Nothing that ARA would send back: South won a mangan off West, everybody signed."""
    tournament, entries, (hanchan,) = tournament_with(
        NAMES, owner=UserFactory(), place="Toronto, Canada", starts_on=date(2026, 5, 2), ruleset_key="wrc_2015",
        rule_changes={"kiriage": False},
    )  # fmt: skip
    for entry in entries:
        numbers = {"ara_number": f"ARA-{entry.number}", "riichi_canada_number": f"RC-{entry.number}"}
        Player.objects.filter(pk=entry.player_id).update(**numbers)
    Player.objects.filter(name="Billie Feather").update(legal_name=LEGAL)
    play(hanchan, MANGAN)
    sign(hanchan)
    penalize(entries[0], "2.5")
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture
def organizer(client, tournament):
    client.force_login(tournament.memberships.get().user)
    return client


def billie(**facts):
    return lambda tournament: Player.objects.filter(name="Billie Feather").update(**facts)


def logged(tournament, after, **before):
    tournament.refresh_from_db()
    entry = log(tournament, "tournament.edited", by=STRANGER, before=before, after={})
    LogEntry.objects.filter(pk=entry.pk).update(at=timezone.now() + after)


def cut(advanced, **announced):
    """A cut after round 1, and what was announced of it, if anything was."""

    def make(tournament):
        plan = [asdict(AnnouncedCut(**announced))] if announced else []
        Tournament.objects.update(announced_cuts=plan)
        decided = log(tournament, "cut.made", by=STRANGER, after=1, count=advanced, carried="half")
        made = Cut.objects.create(tournament=tournament, after_round=1, carried="half", decided_by=decided)
        made.finalists.set(tournament.entries.all()[:advanced])

    return make


def from_paper(tournament):
    entries = list(tournament.entries.order_by("number"))
    hanchan = HanchanFactory(round=tournament.rounds.get(), table__number=2, entries=entries)
    record_paper_result(
        hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), points=(30_000,) * 4, riichi_sticks=0,
        chombo=(0, 0, 0, 0), by=visitor(tournament.memberships.get().user),
    )  # fmt: skip


PLANTED = {
    FileFault.NO_LEGAL_NAME: billie(name="Billie", legal_name=""),
    FileFault.NO_MEMBER_NUMBER: billie(ara_number=""),
    FileFault.MEMBER_NUMBER_TWICE: billie(ara_number="ARA-2"),
    FileFault.NAME_GONE: billie(name="", removed_at=timezone.now()),
    FileFault.NOT_PUBLIC: lambda tournament: Tournament.objects.update(is_public=False),
    FileFault.CHANGED_IN_PLAY: lambda tournament: logged(tournament, timedelta(days=2), cut_places=8),
    FileFault.CUT_NOT_ANNOUNCED: cut(2),
    FileFault.OTHER_CUT: cut(2, places=3),
    FileFault.MIXED_ENTRY: from_paper,
    FileFault.NO_DATE: lambda tournament: Tournament.objects.update(starts_on=None),
    FileFault.NO_PLACE: lambda tournament: Tournament.objects.update(place=""),
    FileFault.UNSIGNED: lambda tournament: (
        tournament.rounds.get().hanchans.get().sheets.update(withdrawn_by=tournament.log.latest("pk"))
    ),
}


def faults(tournament, federation=Federation.ARA):
    package = certification_package(Tournament.objects.get(pk=tournament.pk), federation, STRANGER)
    return {finding.fault: finding for finding in package.findings}


def test_each_fault_planted_alone_is_found_and_has_a_sentence(tournament):
    assert faults(tournament) == {}
    for fault, plant in PLANTED.items():
        with transaction.atomic():
            plant(tournament)
            found = faults(tournament)
            transaction.set_rollback(True)
        assert fault in found
        assert "%(" not in fault_words(found[fault])


def test_an_announced_cut_and_a_change_before_play_are_no_faults(tournament):
    cut(2, places=2, after_round=1, carried="half")(tournament)
    logged(tournament, timedelta(days=-3), cut_places=4)

    assert faults(tournament) == {}
    for otherwise in ({"after_round": 2}, {"carried": "none"}):
        Tournament.objects.update(announced_cuts=[asdict(AnnouncedCut(places=2, **otherwise))])
        assert faults(tournament).keys() == {FileFault.OTHER_CUT}


def test_a_later_publication_is_too_late(tournament):
    logged(tournament, timedelta(days=2), is_public=False)
    LogEntry.objects.filter(tournament=tournament).exclude(kind="tournament.edited").update(
        at=timezone.now() - timedelta(days=9)
    )

    assert FileFault.NOT_PUBLIC in faults(tournament)


def test_riichi_canada_has_its_own_numbers_and_takes_mixed_entry(tournament):
    from_paper(tournament)
    billie(ara_number="", riichi_canada_number="RC-2")(tournament)

    found = faults(tournament, Federation.RIICHI_CANADA)

    assert FileFault.MEMBER_NUMBER_TWICE in found
    assert not {FileFault.MIXED_ENTRY, FileFault.NO_MEMBER_NUMBER} & found.keys()


def test_the_page_names_the_faults_with_the_way_to_mend_them(organizer, tournament):
    address = reverse("certification", args=[tournament.slug])
    assert "No problem found" in organizer.get(address).text
    billie(ara_number="ARA-2")(tournament)

    page = organizer.get(address).text

    assert "send the results back for 2 reasons" in page
    assert "Billie Feather shares a member number" in page
    assert reverse("entry-edit", args=[tournament.slug, 1]) in page
    assert "We do not know the file layout of ARA" in page
    assert "the file layout of Riichi Canada" in organizer.get(address, {"federation": "riichi_canada"}).text
    unknown = organizer.get(address, {"federation": "nobody"})
    assert unknown.status_code == 200
    assert "Select a valid choice" in unknown.text


def files(client, tournament, **query):
    response = client.get(reverse("certification-zip", args=[tournament.slug]), query)
    assert response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as packed:
        assert packed.testzip() is None
        return response["Content-Disposition"], {name: packed.read(name) for name in packed.namelist()}


def rows(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_the_package_has_everything_in_english(organizer, tournament):
    cut(2, places=2, after_round=1)(tournament)
    organizer.cookies["django_language"] = "fr"
    disposition, packed = files(organizer, tournament)

    tables = ("event", "results", "rules", "rounds", "hanchans", "penalties")
    assert sorted(packed) == sorted(
        ["README.txt", "certification.xlsx", "tournament.json", *(f"{table}.csv" for table in tables)]
    )
    assert f"{tournament.slug}-ara.zip" in disposition
    assert "Unconfirmed" in packed["README.txt"].decode()
    first = next(row for row in rows(packed["results.csv"]) if row["Preferred name"] == "Billie Feather")
    assert (first["Legal name"], first["ARA number"], first["Total"]) == (LEGAL, "ARA-1", "-1.25")
    rules = {row["Rule"]: row for row in rows(packed["rules.csv"])}
    assert len(rules) > 40
    assert [row for row in rules.values() if row["Value"] != row["In the rulebook"]] == [rules["Mangan by rounding up"]]
    event = {row["What"]: row["Value"] for row in rows(packed["event.csv"])}
    assert event["Announced cuts"] == "After round 1 the first 2 players advance"
    assert event["Cut after round 1"] == "2 advanced, carrying half of the score"
    assert event["Rulebook"] == "WRC 2015, 1 change"
    assert event["Hanchans entered on phones, hand by hand"] == "1"
    assert len(rows(packed["rounds.csv"])) == 4
    assert rows(packed["penalties.csv"])[0]["Points"] == "-2.5"
    book = openpyxl.load_workbook(io.BytesIO(packed["certification.xlsx"]))
    assert book.sheetnames == ["Event", "Federations", "Rules", "Rounds", "Hanchans", "Penalties"]


def test_its_document_is_good_has_the_numbers_and_gives_the_results(organizer, tournament):
    _disposition, packed = files(organizer, tournament, federation="riichi_canada")

    document = json.loads(packed["tournament.json"])
    assert list(document_faults(document)) == []
    for name in ("ara", "riichi-canada"):
        assert list(profile_faults(document, profile_of(name))) == []
    alone = organizer.get(reverse("federation-json", args=[tournament.slug]))
    assert (alone["Content-Type"], alone.content) == ("application/json", packed["tournament.json"])
    entry = document["entries"][0]
    assert (entry["name"], entry["legal_name"], entry["riichi_canada_number"]) == ("Billie Feather", LEGAL, "RC-1")
    assert document["published"] == {"since": timezone.localdate().isoformat(), "changed_on": []}
    assert [row.line.place for row in results(read_tournament(packed["tournament.json"]))] == [2, 1, 4, 2]
    refused = organizer.post(reverse("tournament-import"), {"file": io.BytesIO(packed["tournament.json"])})
    assert refused.status_code == 422
    assert "This file is not the whole tournament" in refused.text


def test_only_signed_sheets_count(organizer, tournament):
    hanchan = HanchanFactory(round=tournament.rounds.get(), table__number=2, entries=list(tournament.entries.all()))
    play(hanchan, DRAW)

    _disposition, packed = files(organizer, tournament)

    assert {row["Hanchans"] for row in rows(packed["results.csv"])} == {"1"}
    assert "in play" in {row["State"] for row in rows(packed["hanchans.csv"])}


def test_nobody_but_its_organizers_gets_it(client, tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    for name in ("certification", "certification-zip", "federation-json"):
        address = reverse(name, args=[tournament.slug])
        assert client.get(address).status_code == 302
        client.force_login(referee)
        assert client.get(address).status_code == 404
        client.logout()


def test_the_page_loads_no_game(organizer, tournament, monkeypatch):
    """It shows counts and faults only, and stands in the lane of pages; the package itself is a file."""
    from_paper(tournament)

    def load(_hanchans):
        pytest.fail("a game was loaded")

    for module in ("archive.queries.takeaway", "games.queries.shown_games"):
        monkeypatch.setattr(f"tournament.{module}.load_games", load)
    page = organizer.get(reverse("certification", args=[tournament.slug]))

    assert "entered on phones: 1; from paper sheets: 1" in page.text


def test_the_queries_do_not_grow(organizer, tournament):
    few = queries_of(organizer, reverse("certification", args=[tournament.slug]))
    more, _entries, hanchans = tournament_with(
        [f"P {number}" for number in range(12)], owner=tournament.memberships.get().user
    )
    for hanchan in hanchans[:2]:
        play(hanchan, MANGAN)
        sign(hanchan)

    assert queries_of(organizer, reverse("certification", args=[more.slug])) == few

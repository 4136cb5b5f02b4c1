"""What ARA and Riichi Canada ask for: several member numbers of a person, and a legal name that nobody else reads."""

import csv
import io
from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import UserFactory, sign, visitor
from tests.standings.results import tournament_with
from tournament.models import Player
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_person import remove_person
from tournament.people.forms.player_rows import read_rows

pytestmark = pytest.mark.django_db

NUMBERS = {"ara_number": "ARA-0112", "riichi_canada_number": "RC 7", "ema_number": "04000001"}
LEGAL = "Wilhelmina Featherstonehaugh"


@pytest.fixture(scope="module")
def made(once):
    owner = UserFactory()
    tournament, _entries, (hanchan,) = tournament_with(["Billie Feather", "Cas", "Dee", "Eve"], owner=owner)
    Player.objects.filter(name="Billie Feather").update(**NUMBERS, legal_name=LEGAL)
    sign(hanchan)
    return tournament


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)


@pytest.fixture
def organizer(client, tournament):
    client.force_login(tournament.memberships.get().user)
    return client


def facts(name):
    return Player.objects.filter(name=name).values("ara_number", "riichi_canada_number", "ema_number", "legal_name")


def test_they_are_entered_and_logged_without_their_values(organizer, tournament):
    address = reverse("entry-edit", args=[tournament.slug, 2])
    fields = NUMBERS | {"legal_name": "Cassandra", "ema_number": "04000002"}

    organizer.post(address, {"name": "Cas", "status": "accepted", "may_publish": "on"} | fields)

    assert facts("Cas").get() == fields
    assert "Cassandra" in organizer.get(address).text
    log = organizer.get(reverse("log", args=[tournament.slug])).text
    assert "ARA number" in log
    assert "Cassandra" not in log
    assert "ARA-0112" not in log


def test_a_number_that_is_too_long_is_refused_and_kept_in_sight(organizer, tournament):
    address = reverse("entry-edit", args=[tournament.slug, 2])

    response = organizer.post(address, {"name": "Cas", "status": "accepted", "ara_number": "1" * 21})

    assert response.status_code == 422
    assert "at most 20 characters" in response.text
    assert "<details open>" in response.text


def test_nobody_else_reads_the_legal_name(client, organizer, tournament):
    entry = tournament.entries.get(number=1)
    own = client.get(entry.get_link()).text
    client.logout()
    public = [client.get(reverse(name, args=[tournament.slug])) for name in ("tournament", "leaderboard", "players")]
    public += [client.get(reverse("entry", args=[tournament.slug, 1]))]
    public += [client.get(reverse(name, args=[tournament.slug])) for name in ("leaderboard-csv", "leaderboard-json")]

    assert LEGAL in own
    assert "ARA-0112" in own
    for page in public:
        assert page.status_code == 200
        assert LEGAL not in page.content.decode("utf-8-sig")
        assert "ARA-0112" not in page.content.decode("utf-8-sig")


def test_the_file_has_every_number_and_both_names(organizer, tournament):
    answer = organizer.get(reverse("takeaway-csv", args=[tournament.slug, "federations"]))

    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 4
    row = next(row for row in rows if row["Preferred name"] == "Billie Feather")
    assert (row["Legal name"], row["ARA number"], row["Riichi Canada number"], row["EMA number"]) == (
        LEGAL, "ARA-0112", "RC 7", "04000001",
    )  # fmt: skip
    assert {row["Legal name"] for row in rows if row["Preferred name"] == "Dee"} == {"Dee"}


def test_a_list_names_them_by_its_titles():
    rows = read_rows("Legal name;Preferred name;ARA ID;Riichi Canada #\nAnna Berg;Annie Berg;12;\nBo Lind;;;RC-3").lines

    assert [(row.player.name, row.player.legal_name) for row in rows] == [
        ("Annie Berg", "Anna Berg"),
        ("Bo Lind", ""),
    ]
    assert [(row.player.ara_number, row.player.riichi_canada_number) for row in rows] == [("12", ""), ("", "RC-3")]


def test_two_who_are_one_keep_all_numbers_and_a_removed_person_none(tournament):
    by = visitor(tournament.memberships.get().user)
    other, *_ = tournament_with(["Billie"], owner=tournament.memberships.get().user)
    double = other.entries.get().player
    Player.objects.filter(pk=double.pk).update(riichi_canada_number="RC 9", legal_name="Billie")
    kept = tournament.entries.get(number=1).player

    Player.objects.filter(pk=kept.pk).update(riichi_canada_number="")
    merge_players(player_id=double.pk, into_id=kept.pk, by=by)
    assert facts("Billie Feather").get() == NUMBERS | {"riichi_canada_number": "RC 9", "legal_name": LEGAL}

    remove_person(player_id=kept.pk, by=by)
    assert set(Player.objects.filter(pk=kept.pk).values_list(*NUMBERS, "legal_name").get()) == {""}

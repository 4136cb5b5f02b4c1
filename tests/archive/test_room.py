"""What laptops bring leaves room on the disk for the hands of the tables here, and nobody loses a day by it."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.archive.laptops import Network, away_at_the_hall, file_for_laptop, go_on, hands_at, mirror_of
from tests.archive.test_hand_over import hanchan_of, is_writable, returned, taken
from tests.factories import UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions import room
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import call_back
from tournament.archive.actions.room import NoRoomForFile
from tournament.archive.actions.take_over import take_over
from tournament.core.exports import json_parts
from tournament.core.queries import disk
from tournament.core.views.rates import TOURNAMENTS
from tournament.models import HandOver, Import, Mirror, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def free(monkeypatch):
    """A function that sets the free space, of which 1,000 bytes are the reserve."""
    monkeypatch.setattr(disk, "reserved_bytes", lambda: 1_000)
    return lambda free: monkeypatch.setattr(disk, "free_bytes", lambda: free)


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def home(by):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user, slug="spring")
    play(hanchan, ron(A, B))
    return tournament


def late_file(home, by):
    """The file of a laptop whose tournament was called back meanwhile."""
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    call_back(tournament_id=home.pk, by=by)
    return returned(laptop, by)


def upload(client, home, file):
    content = SimpleUploadedFile("back.json", json.dumps(file).encode())
    return client.post(reverse("laptop-back", args=[home.slug]), {"file": content})


def test_a_late_file_is_refused_in_the_reserve_and_taken_when_there_is_room(home, by, client, free):
    client.force_login(by.user)
    file, made = late_file(home, by), Tournament.objects.count()
    free(999)

    page = upload(client, home, file)

    assert page.status_code == 409
    assert "The disk of this site is nearly full" in page.text
    assert "Keep the laptop’s file, and upload it again when" in page.text
    assert Tournament.objects.count() == made
    free(1_000)
    assert upload(client, home, file).status_code == 302
    copy = HandOver.objects.get(tournament=home).late_copy
    free(0)
    assert upload(client, home, file).status_code == 302  # once more: the same copy
    assert HandOver.objects.get(tournament=home).late_copy == copy


def test_late_files_count_as_imported_tournaments(home, by, client, monkeypatch):
    """Each file whose log has other times becomes a tournament of its own."""
    client.force_login(by.user)
    monkeypatch.setattr("tournament.archive.views.laptop.TOURNAMENTS", replace(TOURNAMENTS, burst=3))
    file = late_file(home, by)
    last = file["document"]["log"][-1]

    for second in range(3):  # three laptops of an honest event, and each file twice
        last["at"] = f"2026-05-01T09:30:0{second}.000000Z"
        assert [upload(client, home, file).status_code for _time in range(2)] == [302, 302]
    made = Tournament.objects.count()
    last["at"] = "2026-05-01T09:30:03.000000Z"
    page = upload(client, home, file)

    assert page.status_code == 409
    assert "Too many attempts. Try again in" in page.text
    assert Tournament.objects.count() == made


def test_a_day_comes_back_into_the_first_half_of_the_reserve(home, by, free):
    laptop = taken(home, by)
    play(hanchan_of(laptop), *[tsumo(A)] * 5)
    file = returned(laptop, by)

    free(499)
    with pytest.raises(NoRoomForFile):
        bring_back(tournament_id=home.pk, file=file, by=by)
    assert not is_writable(home)
    free(500)
    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None

    assert is_writable(home)
    assert hands_at(home) == 6


def test_a_file_that_adds_much_waits_for_room(home, by, free, monkeypatch):
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    file = returned(laptop, by)
    monkeypatch.setattr(room, "MOST_ADDED", 100)
    free(999)

    with pytest.raises(NoRoomForFile):
        bring_back(tournament_id=home.pk, file=file, by=by)

    assert not Import.objects.filter(is_finished=False).exists()
    assert not is_writable(home)
    free(1_000)
    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None
    assert hands_at(home) == 2


def test_a_file_that_would_be_a_copy_is_refused_in_the_reserve(home, by, free):
    laptop = taken(home, by)
    file = returned(laptop, by)
    file["document"]["tournament"]["place"] = "changed silently"
    free(999)

    with pytest.raises(NoRoomForFile):
        bring_back(tournament_id=home.pk, file=file, by=by)
    assert not is_writable(home)
    free(1_000)
    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is not None


def test_a_mirror_waits_for_room_and_goes_on(by, free):
    home, network = away_at_the_hall(by, "summer"), Network()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    play(hanchan_of(laptop), tsumo(A))
    free(999)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")

    play(hanchan_of(laptop), tsumo(A))
    free(499)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, Mirror.Problem.BUSY)
    assert go_on(network) == 1  # again by itself

    free(500)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (3, "")


def test_a_file_is_measured_in_parts(home, by, monkeypatch):
    """One call for 19 MB of numbers let no other thread work for more than a second."""
    file = returned(taken(home, by), by)
    monkeypatch.setattr(json_parts, "MOST_IN_A_PART", 20)
    parts, encode = [], json_parts.encode_in_ascii
    monkeypatch.setattr(json_parts, "encode_in_ascii", lambda value: parts.append(encode(value)) or parts[-1])

    assert not room.adds_much(home.pk, file)

    assert 0 < max(map(len, parts)) < len(json.dumps(file)) / 2

"""The last part of the disk is for hands: imports, pictures and rehearsals are refused there."""

from collections import namedtuple
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.announcement.test_announcement import picture_file
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, play, visitor
from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.queries import disk
from tournament.models import Announcement, AnnouncementPicture, Hand, Tournament, Upload
from tournament.site.actions import rehearse

Usage = namedtuple("Usage", ["total", "used", "free"])
GB = 10**9


@pytest.fixture
def full(monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: GB // 2)


@pytest.fixture
def owner(client, db):
    owner = UserFactory()
    client.force_login(owner)
    return owner


@pytest.mark.parametrize(
    ("total", "free", "is_full"),
    [
        (500 * GB, GB, False),
        (500 * GB, GB - 1, True),
        (8 * GB, GB // 2, False),
        (8 * GB, 4 * GB // 10, False),
        (8 * GB, 3 * GB // 10, True),
    ],
)
def test_a_gigabyte_is_reserved_or_the_twentieth_part_of_a_small_disk(monkeypatch, total, free, is_full):
    monkeypatch.setattr("shutil.disk_usage", lambda path: Usage(total, total - free, free))

    if is_full:
        with pytest.raises(disk.DiskNearlyFull):
            disk.check_free_space()
    else:
        disk.check_free_space()


def test_a_file_is_refused_with_a_sentence_and_not_stored(client, owner, full):
    content = envelope_json(envelope(TournamentFactory(owner=owner)))

    page = client.post(reverse("tournament-import"), {"file": SimpleUploadedFile("copy.json", content)})

    assert page.status_code == 409
    assert "The disk of this site is nearly full" in page.text
    assert not Upload.objects.exists()


def test_a_file_that_was_stored_before_is_not_imported(client, owner, monkeypatch):
    by = visitor(owner)
    content = envelope_json(envelope(TournamentFactory(owner=owner)))
    key = store_upload(content, by=by)
    first = import_upload(key=key, by=by)
    later = store_upload(content, by=by)
    monkeypatch.setattr(disk, "free_bytes", lambda: GB // 2)

    page = client.post(reverse("tournament-import"), {"key": later})

    assert page.status_code == 409
    assert "The disk of this site is nearly full" in page.text
    assert Tournament.objects.count() == 2
    assert import_upload(key=key, by=by) == first, "a repeated submission is answered as before"


def test_a_picture_is_refused_and_an_announcement_without_one_is_saved(client, owner, full):
    tournament = TournamentFactory(owner=owner)
    address = reverse("announcement-edit", args=[tournament.slug])

    refused = client.post(address, {"text": "Welcome", "picture": picture_file(), "words": "A hall"})
    saved = client.post(address, {"text": "Welcome"})

    assert refused.status_code == 409
    assert "The disk of this site is nearly full" in refused.text
    assert saved.status_code == 302
    assert Announcement.objects.get().text == "Welcome"
    assert not AnnouncementPicture.objects.exists()


def test_a_rehearsal_is_refused(client, owner, full, monkeypatch):
    monkeypatch.setattr(rehearse, "start_robots", lambda slug, **how: pytest.fail("robots were started"))
    tournament = EntryFactory(tournament=TournamentFactory(owner=owner)).tournament
    fields = {"players": "8", "rounds": "1", "pace": "0", "key": str(uuid4())}

    page = client.post(reverse("rehearsal", args=[tournament.slug]), fields)

    assert page.status_code == 409
    assert page.text.count("The disk of this site is nearly full") == 1
    assert Tournament.objects.count() == 1


def test_hands_are_recorded_on_a_full_disk(db, full):
    play(HanchanFactory(), ExhaustiveDraw())

    assert Hand.objects.count() == 1

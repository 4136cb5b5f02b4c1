"""The last part of the disk is for hands: imports, copies, lists, mails, pictures and rehearsals are refused there."""

from collections import namedtuple
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.announcement.test_announcement import picture_file
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, play, visitor
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.queries import disk
from tournament.mail.actions.write_message import write_message
from tournament.mail.placeholders import Letter
from tournament.models import (
    Announcement,
    AnnouncementPicture,
    Entry,
    Hand,
    Mail,
    MailKind,
    PlayerFacts,
    Tournament,
    Upload,
)
from tournament.people.actions.add_players import add_players
from tournament.people.actions.change_several import change_several
from tournament.people.queries.players import PastedName
from tournament.people.several_change import SeveralChange
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


def test_copies_lists_mails_and_changes_of_several_are_refused(client, owner, full):
    entry = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player__mail="eva@example.org")
    event, by = entry.tournament, visitor(owner)
    copied = {"name": "Next", "starts_on": None, "with_team": False, "with_entries": True}
    letters = {"kind": MailKind.MESSAGE, "numbers": [1], "texts": {"en": Letter("Hello", "{name}")}}
    new = PastedName(player=PlayerFacts(name="Bo"), choice="new", known=frozenset())
    refused = [
        lambda: copy_tournament(origin_id=event.pk, key=uuid4(), by=by, **copied),
        lambda: write_message(tournament_id=event.pk, key=uuid4(), by=by, **letters),
        lambda: add_players(tournament_id=event.pk, key=uuid4(), names=[new], by=by),
        lambda: change_several(tournament_id=event.pk, numbers=[1], change=SeveralChange.PAID, by=by),
    ]

    for action in refused:
        with pytest.raises(disk.DiskNearlyFull):
            action()
    change_several(tournament_id=event.pk, numbers=[1], change=SeveralChange.REMOVED, by=by)

    assert (Tournament.objects.count(), Mail.objects.count(), Entry.objects.count()) == (1, 0, 0)


def test_hands_are_recorded_on_a_full_disk(db, full):
    play(HanchanFactory(), ExhaustiveDraw())

    assert Hand.objects.count() == 1

"""The last part of the disk is for hands: imports, copies, lists, mails, pictures and rehearsals are refused there."""

from collections import namedtuple
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from scoring.tie_breaks import TieBreak
from tests.announcement.test_announcement import picture_file
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, play, visitor
from tests.site.accounts import ADA
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.actions.rates import take
from tournament.core.queries import disk
from tournament.core.views.rates import PLAN_CHANGES
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
    User,
)
from tournament.people.actions.add_players import add_players
from tournament.people.actions.change_several import change_several
from tournament.people.queries.players import PastedName
from tournament.people.several_change import SeveralChange
from tournament.rounds.actions.accept_plan import MANY_SEATS, replace_plan
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.actions.past_results import record_past_results
from tournament.rounds.actions.set_timetable import MANY_STARTS, set_timetable
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


def test_new_accounts_and_events_are_refused(client, owner, full):
    event = {"name": "Next", "ruleset_key": "ema_2025", "key": str(uuid4())}

    pages = [client.post(reverse("tournament-new"), event)]
    client.logout()
    pages.append(client.post(reverse("signup"), ADA))

    assert [page.status_code for page in pages] == [409, 409]
    assert all("The disk of this site is nearly full" in page.text for page in pages)
    assert (Tournament.objects.count(), User.objects.count()) == (0, 1)


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


def test_what_is_logged_whole_is_refused_if_it_is_long(owner, full, noon):
    event, by = TournamentFactory(owner=owner), visitor(owner)
    starts = {number: timezone.now() + timedelta(hours=number) for number in range(1, MANY_STARTS + 2)}
    few = dict(list(starts.items())[:MANY_STARTS])
    rounds = [[(1, 2, 3, 4)] * (MANY_SEATS // 4 + 1)]

    with pytest.raises(disk.DiskNearlyFull):
        edit_finals(tournament_id=event.pk, tie_breaks=[], final_seats=[((1, 2, 3, 4),)], by=by)
    with pytest.raises(disk.DiskNearlyFull):
        set_timetable(tournament_id=event.pk, starts=starts, by=by)
    with pytest.raises(disk.DiskNearlyFull):
        record_past_results(tournament_id=event.pk, key=uuid4(), hanchans=[], by=by)
    with pytest.raises(disk.DiskNearlyFull):
        replace_plan(event, rounds, seed=None, entry=None)
    set_timetable(tournament_id=event.pk, starts=few, by=by)
    edit_finals(tournament_id=event.pk, tie_breaks=[TieBreak.DRAW], by=by)

    event.refresh_from_db()
    assert (event.final_seats, event.tie_breaks) == ("", ["draw"])
    assert event.planned_starts.count() == MANY_STARTS


@pytest.mark.parametrize(("address", "fields"), [("finals", {"announced_cuts": ""}), ("timetable", {"start_1": ""})])
def test_the_settings_that_are_logged_whole_have_a_rate(client, owner, db, address, fields):
    event = TournamentFactory(owner=owner)
    client.force_login(owner)
    for _ in range(PLAN_CHANGES.burst):
        take((PLAN_CHANGES, f"account {owner.pk} "))

    assert client.post(reverse(address, args=[event.slug]), fields).status_code == 429


def test_hands_are_recorded_on_a_full_disk(db, full):
    play(HanchanFactory(), ExhaustiveDraw())

    assert Hand.objects.count() == 1

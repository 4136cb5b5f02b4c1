"""Who is removed on a laptop is erased, when it is back, also from what only the tournament's own site has."""

import datetime
import json
import sqlite3
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import OperationalError
from django.utils import timezone

from tests.archive.test_hand_over import hanchan_of, returned, taken
from tests.archive.while_away.people import is_clean, rename
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions import erase_leavers as erasing
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.delete_tournament import delete_tournament, finish_deletions
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import Busy, NotDone
from tournament.core.threads.interruption import Interrupted, current
from tournament.models import Announcement, AnnouncementPicture, HandOver, LogEntry, Mail, PlayerFacts, Tournament
from tournament.models.mail import MailKind
from tournament.people.actions.add_players import add_players
from tournament.people.actions.erase_person import erase_mentions
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ANNA, ANNA_BEFORE, ZORA = "Anna Alfa", "Anna Stará", "Zora Zeta"


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def home(by):
    """A tournament whose mails, picture, copy without players and late copy name two of its people."""
    home, _entries, (hanchan,) = tournament_with([ANNA_BEFORE, "Bela", "Cyril", "Dana"], owner=by.user, slug="home")
    play(hanchan, ron(A, B))
    zora = PastedName(player=PlayerFacts(name=ZORA, mail="zora@example.org"), known=frozenset(), choice="new")
    add_players(tournament_id=home.pk, key=uuid4(), names=[zora], by=by)
    rename(home.entries.get(number=1), by, ANNA)
    now = timezone.now()
    Mail.objects.create(
        entry=home.entries.get(number=2), kind=MailKind.values[0], batch=uuid4(), language="en",
        subject=f"About {ANNA}", body=f"{ANNA} is late", next_try_at=now, expires_at=now,
    )  # fmt: skip
    AnnouncementPicture.objects.create(tournament=home, content=b"x", width=1, height=1, digest="0", words=ANNA)
    copied = copy_tournament(
        origin_id=home.pk, key=uuid4(), by=by, name="Copy", starts_on=None, with_team=False, with_entries=False
    )
    Announcement.objects.create(tournament=copied, text=f"Ask {ANNA}")
    late = taken(home, by)
    play(hanchan_of(late), tsumo(A))
    call_back(tournament_id=home.pk, by=by)
    assert bring_back(tournament_id=home.pk, file=returned(late, by), by=by).separate_copy
    Tournament.objects.filter(pk=late.pk).update(away_since=None)  # the laptop has a database of its own
    delete_tournament(tournament_id=late.pk, name=late.name, by=by)
    finish_deletions()
    home.refresh_from_db()
    return home


def named(name, but):
    """Where a name stands in the database, without one tournament: that of the laptop has a database of its own."""
    found = []
    for model in apps.get_models():
        for row in model._default_manager.all():
            texts = json.dumps([str(getattr(row, field.attname)) for field in model._meta.concrete_fields])
            if json.dumps(name)[1:-1] in texts and getattr(row, "tournament_id", None) != but.pk:
                found.append((model.__name__, texts))
    return found


@pytest.mark.parametrize("name", [ANNA, ZORA])
def test_nothing_of_who_left_on_the_laptop_stays_on_the_site(home, by, name):
    laptop = taken(home, by)
    entry = laptop.entries.get(player__name=name)
    assert named(name, but=laptop)
    if name == ANNA:
        remove_person(player_id=entry.player_id, by=by)
    else:
        remove_entry(tournament_id=laptop.pk, entry_id=entry.pk, by=by)

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None

    assert named(name, but=laptop) == []
    assert not LogEntry.objects.filter(kind="players.added").exclude(content="").exists()
    assert is_clean(home)


def test_who_also_plays_elsewhere_stays_in_the_texts_there(home, by):
    entry = home.entries.get(number=1)
    other = EntryFactory(tournament=TournamentFactory(owner=by.user), player=entry.player)
    laptop = taken(home, by)
    remove_person(player_id=laptop.entries.get(number=1).player_id, by=by)

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    other.player.refresh_from_db()
    assert other.player.name == ANNA
    assert Announcement.objects.get().text == f"Ask {ANNA}"
    assert Mail.objects.get().body == "#1 is late"


def refused(*_args):
    raise NotDone


def test_a_file_comes_back_also_if_somebody_is_not_erased_everywhere(home, by, monkeypatch, caplog):
    monkeypatch.setattr(erasing, "_erase", refused)
    laptop = taken(home, by)
    remove_person(player_id=laptop.entries.get(number=1).player_id, by=by)

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None

    assert "was not erased everywhere" in caplog.text


class Killed(BaseException):
    """The server stops."""


def removed_by_both_ways(home, by):
    """Take the event to a laptop, remove ANNA there, and take out ZORA's entry; return the laptop's tournament and its
    file."""
    laptop = taken(home, by)
    remove_person(player_id=laptop.entries.get(player__name=ANNA).player_id, by=by)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(player__name=ZORA).pk, by=by)
    return laptop, returned(laptop, by)


def hours_later():
    HandOver.objects.update(ended_at=timezone.now() - datetime.timedelta(hours=1))
    erasing.finish_erasures()


def back_without_erasure(home, by, monkeypatch):
    """Bring the event back after `removed_by_both_ways`, but the server stops before anybody is erased. Return the
    laptop's tournament."""

    def killed(*_args):
        raise Killed

    laptop, file = removed_by_both_ways(home, by)
    with monkeypatch.context() as stopping:
        stopping.setattr(erasing, "_forget_taken_out", killed)
        with pytest.raises(Killed):
            bring_back(tournament_id=home.pk, file=file, by=by)
    return laptop


def test_who_left_is_erased_although_the_server_stopped_before(home, by, monkeypatch):
    laptop = back_without_erasure(home, by, monkeypatch)
    assert named(ANNA, but=laptop)
    erasing.finish_erasures()
    assert named(ANNA, but=laptop), "it may be under way"

    hours_later()

    assert named(ANNA, but=laptop) == named(ZORA, but=laptop) == []
    erased = LogEntry.objects.filter(kind="person.mentions_erased").get()
    assert erased.user == by.user
    assert is_clean(home)


def test_the_same_file_goes_on_with_who_is_left(home, by, monkeypatch):
    laptop, file = removed_by_both_ways(home, by)
    with monkeypatch.context() as failing:
        failing.setattr(erasing, "_forget_taken_out", refused)
        bring_back(tournament_id=home.pk, file=file, by=by)
    assert named(ANNA, but=laptop) == []
    assert named(ZORA, but=laptop)

    assert bring_back(tournament_id=home.pk, file=file, by=by).changes == 0

    assert named(ZORA, but=laptop) == []
    assert not HandOver.objects.exclude(to_erase=[]).exists()


def test_an_interrupted_erasure_goes_on_with_the_event_that_was_interrupted(home, by, monkeypatch):
    another = copy_tournament(
        origin_id=home.pk, key=uuid4(), by=by, name="Copy 2", starts_on=None, with_team=False, with_entries=False
    )
    Announcement.objects.create(tournament=another, text=f"Call {ANNA}")
    searched = []

    def interrupted_in_second(tournament, *args, **options):
        searched.append(tournament.name)
        if len(searched) == 2:
            raise Interrupted
        return erase_mentions(tournament, *args, **options)

    monkeypatch.setattr(erasing, "erase_mentions", interrupted_in_second)
    laptop, file = removed_by_both_ways(home, by)
    bring_back(tournament_id=home.pk, file=file, by=by)
    assert list(Announcement.objects.order_by("pk").values_list("text", flat=True)) == ["Ask …", f"Call {ANNA}"]

    hours_later()

    assert named(ANNA, but=laptop) == named(ZORA, but=laptop) == []
    assert searched == ["Copy", "Copy 2", "Copy 2"]
    assert not HandOver.objects.exclude(to_erase=[]).exists()


def test_hands_interrupt_what_the_server_finishes_by_itself(home, by, monkeypatch):
    laptop = back_without_erasure(home, by, monkeypatch)
    original, tries = erasing._erase, []

    def interrupted_first(*args):
        tries.append(current.get() is not None and current.get().is_running)
        if len(tries) == 1:
            raise Interrupted
        original(*args)

    monkeypatch.setattr(erasing, "_erase", interrupted_first)

    hours_later()

    assert tries == [True, True]
    assert current.get() is None
    assert named(ANNA, but=laptop) == []


def deleted(home, by):
    delete_tournament(tournament_id=home.pk, name=home.name, by=by)


def taken_again(home, by):
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)


@pytest.mark.parametrize("leave", [deleted, taken_again])
def test_who_left_is_erased_before_the_event_leaves_too(home, by, monkeypatch, leave):
    laptop = back_without_erasure(home, by, monkeypatch)
    assert named(ANNA, but=laptop)

    leave(home, by)

    assert named(ANNA, but=laptop) == named(ZORA, but=laptop) == []
    assert Announcement.objects.get().text == "Ask …"


@pytest.mark.parametrize("leave", [deleted, taken_again])
def test_the_event_stays_until_who_left_is_erased(home, by, monkeypatch, leave):
    laptop = back_without_erasure(home, by, monkeypatch)
    with monkeypatch.context() as failing:
        failing.setattr(erasing, "_erase", refused)
        with pytest.raises(Busy):
            leave(home, by)
    home.refresh_from_db()
    assert (home.deleted_at, home.away_since) == (None, None)

    hours_later()

    assert named(ANNA, but=laptop) == []
    leave(home, by)


def test_who_left_is_erased_from_a_copy_that_is_made_meanwhile(home, by, monkeypatch):
    laptop = back_without_erasure(home, by, monkeypatch)
    copy, made = Tournament.objects.get(name="Copy"), []

    def copied_first(*ids):
        if ids == (copy.pk,) and not made:
            what = {"name": "Copy of a copy", "starts_on": None, "with_team": False, "with_entries": False}
            made.append(copy_tournament(origin_id=copy.pk, key=uuid4(), by=by, **what))
        return locked_tournaments(*ids)

    monkeypatch.setattr(erasing, "locked_tournaments", copied_first)
    hours_later()

    assert made
    assert named(ANNA, but=laptop) == []


def stopped_statement():
    """Return the error of a statement that SQLite was told to stop."""
    cause = sqlite3.OperationalError("interrupted")
    cause.sqlite_errorcode = sqlite3.SQLITE_INTERRUPT
    error = OperationalError("interrupted")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("error", [Interrupted, stopped_statement])
def test_an_interrupted_erasure_begins_with_nobody_else(home, by, monkeypatch, error):
    """A hand waits."""
    erased = []

    def interrupted(entry, *_args):
        erased.append(entry.number)
        raise error()

    laptop = taken(home, by)
    for number in (1, 2):
        remove_person(player_id=laptop.entries.get(number=number).player_id, by=by)
    monkeypatch.setattr(erasing, "_erase", interrupted)
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert len(erased) == 1
    assert len(HandOver.objects.exclude(to_erase=[]).get().to_erase) == 2

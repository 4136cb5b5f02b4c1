"""A removed person is gone also from events that only name them: copies, and nights of a club."""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, HanchanFactory, TournamentFactory, UserFactory, visitor
from tests.people.test_person import columns_with
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.clubs.actions.edit_people import add_people
from tournament.core.actions.journal import log
from tournament.models import Announcement, LogEntry, MailWording, Membership, Role, Tournament
from tournament.people.actions import remove_person as removing
from tournament.people.actions.late_copies import locked_with_late_copies
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.related_events import copying_entries, events_that_may_name
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

NAME = "Anna Novakova"


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def anna(owner):
    event = TournamentFactory(owner=owner, name="Spring Open")
    Announcement.objects.create(
        tournament=event, text=f"Led by {NAME}.", contact=f"{NAME}, +420 777", is_published=True
    )
    MailWording.objects.create(tournament=event, kind="accepted", language="en", subject=f"From {NAME}", body="{name}")
    Tournament.objects.filter(pk=event.pk).update(breaks=f"2026-05-02 12:30–13:30 Lunch at {NAME}")
    return EntryFactory(tournament=event, number=4, player__name=NAME)


def copy_of(event, by, name="Next year"):
    copied = {"with_team": False, "with_entries": False, "starts_on": None}
    copy = copy_tournament(origin_id=event.pk, key=uuid4(), name=name, by=visitor(by), **copied)
    Announcement.objects.filter(tournament=copy).update(is_published=True)
    return copy


def names_her(event):
    return NAME in Client().get(reverse("announcement", args=[event.slug])).text


def test_a_copy_is_told_by_one_entry_whatever_else_an_imported_log_has(owner, anna):
    """Logs of 100,000 such entries kept a removal from ending while anybody played."""
    copies = [copy_of(anna.tournament, owner, name=name) for name in ("Next year", "Later")]
    others = [{"origin": "Spring Open"}, {"origin_id": anna.tournament_id}]
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=copies[0], number=number, kind="tournament.copied", data=others[number % 2],
            actor_kind="nobody", at=timezone.now(), user=owner,
        )
        for number in range(2, 1_002)
    )  # fmt: skip

    entries = copying_entries(Tournament.objects.all())

    assert sorted(entries.values_list("tournament", "number")) == [(copy.pk, 1) for copy in copies]
    assert events_that_may_name([anna.tournament_id], [NAME]).keys() == {copy.pk for copy in copies}


def kinds(event):
    return list(event.log.order_by("number").values_list("kind", flat=True))


@pytest.mark.slow
@pytest.mark.parametrize("is_old", [True, False])
def test_copies_without_players_lose_the_name_too(client, owner, anna, is_old):
    copy = copy_of(anna.tournament, owner)
    again = copy_of(copy, owner, name="The year after")
    if is_old:
        without_ids(copy)
    plain = copy_of(anna.tournament, owner, name="Nothing of her")
    Announcement.objects.filter(tournament=plain).delete()
    MailWording.objects.filter(tournament=plain).delete()
    assert names_her(copy)
    assert names_her(again)

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert columns_with(NAME.casefold()) == set()
    announced = Announcement.objects.get(tournament=copy)
    assert (announced.text, announced.contact) == ("Led by ….", "…, +420 777")
    assert kinds(copy) == kinds(again) == ["tournament.copied", "person.mentions_erased"]
    assert kinds(plain) == ["tournament.copied"], "nothing there named her"
    client.force_login(owner)
    assert "Erased the name of a removed person" in client.get(reverse("log", args=[copy.slug])).text


def test_a_copy_that_is_made_just_before_the_locks_stops_the_removal(owner, anna, monkeypatch):
    """It was made after the removal looked for copies; nobody would have erased the name in it."""
    made, lock = [], locked_with_late_copies

    def copies_first(*ids):
        if not made:
            made.append(copy_of(anna.tournament, owner))
        return lock(*ids)

    monkeypatch.setattr(removing, "locked_with_late_copies", copies_first)
    with pytest.raises(removing.CopiedMeanwhile):
        remove_person(player_id=anna.player_id, by=visitor(owner))
    assert names_her(anna.tournament)

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert not names_her(made[0])
    assert columns_with(NAME.casefold()) == set()


def test_a_strangers_copy_and_one_at_a_laptop_stay(owner, anna):
    """Nobody changes a stranger's texts; and the laptop's file would not come back."""
    former = UserFactory()
    Membership.objects.create(tournament=anna.tournament, user=former, role=Role.ORGANIZER)
    theirs, away = copy_of(anna.tournament, former), copy_of(anna.tournament, owner)
    take_to_laptop(tournament_id=away.pk, place="laptop", by=visitor(owner))

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert names_her(theirs)
    assert names_her(away)


def test_a_copy_is_known_though_its_origin_has_another_name_now(owner, anna):
    copy = copy_of(anna.tournament, owner)
    Tournament.objects.filter(pk=anna.tournament_id).update(name="Autumn Open")

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert not names_her(copy)


def test_an_id_in_an_imported_log_is_of_another_site(owner, anna):
    other = TournamentFactory(owner=owner)
    said = log(other, "tournament.copied", by=visitor(owner), name="Odd", origin="Odd", origin_id=anna.tournament_id)
    assert set(events_that_may_name([anna.tournament_id], [NAME])) == {other.pk}

    LogEntry.objects.filter(pk=said.pk).update(user=None)

    assert set(events_that_may_name([anna.tournament_id], [NAME])) == set()


def test_a_namesake_in_the_copy_keeps_the_name(owner, anna):
    copy = copy_of(anna.tournament, owner)
    EntryFactory(tournament=copy, number=1, player__name=NAME)

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert names_her(copy)
    assert copy.entries.get().player.name == NAME


def without_ids(copy):
    """Let the copy's log be as those of before, which have only the name of the origin."""
    LogEntry.objects.filter(tournament=copy).update(data={"name": copy.name, "origin": "Spring Open"})


@pytest.mark.parametrize("is_old", [True, False])
@pytest.mark.parametrize("team", ["alone", "with the copy's owner"])
def test_an_event_of_the_same_name_is_not_the_one_that_was_copied(owner, anna, team, is_old):
    """Else an organizer could take any phrase out of the log, by removing an invented person in an own event. In the
    night of a common club the copy's owner is in the team unasked."""
    organizer = UserFactory()
    copy = copy_of(anna.tournament, owner)
    if is_old:
        without_ids(copy)
    Membership.objects.create(tournament=copy, user=organizer, role=Role.ORGANIZER)
    organizers = [] if team == "alone" else [owner]
    theirs = TournamentFactory(owner=organizer, organizers=organizers, name=anna.tournament.name)

    remove_person(player_id=EntryFactory(tournament=theirs, player__name=NAME).player_id, by=visitor(organizer))

    assert names_her(copy)
    assert kinds(copy) == ["tournament.copied"]


@pytest.mark.parametrize("is_of_club", [True, False])
def test_who_was_a_substitute_at_another_night_is_gone_there(owner, is_of_club):
    club, other = ClubFactory(organizers=[owner]), ClubFactory(organizers=[owner])
    first = night_of(club, owner=owner, starts_on=date(2026, 11, 5))
    second = night_of(club if is_of_club else other, owner=owner, starts_on=date(2026, 11, 12))
    anna = EntryFactory(tournament=first, number=1, player__name=NAME).player
    hanchan = HanchanFactory(round__tournament=second, table__number=1)
    entry = hanchan.seats.order_by("seat")[0].entry
    said = log(second, "substitute.named", by=visitor(owner), hanchan=hanchan, number=entry.number, after_hand=None)
    hanchan.substitutions.create(entry=entry, name=NAME.upper(), may_publish=True, after_hand=None, said_by=said)
    address = reverse("hanchan", args=[second.slug, hanchan.pk])
    assert NAME.upper() in Client().get(address).text

    remove_person(player_id=anna.pk, by=visitor(owner))

    assert (NAME.upper() in Client().get(address).text) != is_of_club
    assert hanchan.substitutions.get().name == ("…" if is_of_club else NAME.upper())


def test_all_owners_have_to_organize_what_is_changed(owner, anna):
    second = UserFactory()
    copy = copy_of(anna.tournament, owner)
    assert set(events_that_may_name([anna.tournament_id], [NAME])) == {copy.pk}

    Membership.objects.create(tournament=anna.tournament, user=second, role=Role.OWNER)
    assert set(events_that_may_name([anna.tournament_id], [NAME])) == set()

    Membership.objects.create(tournament=copy, user=second, role=Role.ORGANIZER)
    assert set(events_that_may_name([anna.tournament_id], [NAME])) == {copy.pk}


def test_an_imported_log_with_anything_for_an_origin_stops_no_removal(owner, anna):
    other = TournamentFactory(owner=owner)
    log(other, "tournament.copied", by=visitor(owner), name="Odd", origin=["Spring Open"])

    remove_person(player_id=anna.player_id, by=visitor(owner))

    assert not names_her(anna.tournament)


@pytest.mark.parametrize("entered", ["nowhere", "elsewhere"])
def test_a_regular_who_was_a_substitute_is_gone_from_the_clubs_nights(client, owner, entered):
    """The person is on the club's list, and has no entry at any of its nights."""
    club = ClubFactory(organizers=[owner])
    night = night_of(club, owner=owner)
    if entered == "nowhere":
        add_people(club_id=club.pk, names=[NAME], by=visitor(owner))
    else:
        club.people.add(EntryFactory(tournament__owner=owner, player__name=NAME).player)
    hanchan = HanchanFactory(round__tournament=night)
    named = {"name": NAME, "may_publish": True, "after_hand": None, "reason": "ill", "by": visitor(owner)}
    seated = hanchan.seats.get(seat=0).entry_id
    name_substitute(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), entry_id=seated, **named)
    page = reverse("hanchan", args=[night.slug, hanchan.pk])
    assert NAME in client.get(page).text

    remove_person(player_id=club.people.get().pk, by=visitor(owner))

    assert columns_with(NAME.casefold()) == set()
    assert NAME not in client.get(page).text


def test_the_nights_of_a_strangers_club_keep_their_texts(owner):
    """Whoever owns the home may call the person as they like."""
    stranger, person = UserFactory(), EntryFactory(tournament__owner=owner, player__name=NAME).player
    club = ClubFactory(organizers=[stranger])
    club.people.add(person)
    night = night_of(club, owner=stranger)
    Announcement.objects.create(tournament=night, text=f"{NAME} is our word", is_published=True)

    remove_person(player_id=person.pk, by=visitor(owner))

    assert names_her(night)

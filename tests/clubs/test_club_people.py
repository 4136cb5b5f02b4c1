"""The people of a club are entered by one touch, and nobody else is."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.factories import (
    PASSWORD,
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    visitor,
)
from tests.table.phones import HTMX
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions import edit_people
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.clubs.queries import club as queries
from tournament.clubs.views import people as people_views
from tournament.core.queries import disk, long_lists
from tournament.core.views.rates import LISTS
from tournament.models import Player
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.person import person_data

pytestmark = pytest.mark.django_db


def test_a_night_that_left_the_club_is_not_counted(client, club):
    """Somebody who left the club keeps the night, which the others may not see, and enters somebody of the club."""
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, owner=user, is_public=False, starts_on=date(2026, 11, 3))
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(user), keeps_nights=True)
    EntryFactory(tournament=night, number=9, player=club.people.get())

    page = client.get(reverse("club-people", args=[club.slug]))

    assert "2026-11-03" not in page.text
    assert "1 night" not in page.text


def test_people_are_added_by_name_and_nobody_twice(client, club):
    address = reverse("club-people", args=[club.slug])

    client.post(address, {"text": "anna\n\n  Boris  Horák \nBORIS HORAK\nClaire"})
    refused = client.post(address, {"text": "David\n\u202eEva"})

    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Boris Horák", "Claire"]
    assert refused.status_code == 422
    assert "Line 2" in refused.text
    assert "David" in refused.text


def test_the_list_has_room_for_so_many(client, club, monkeypatch):
    monkeypatch.setattr(edit_people, "MOST_IN_CLUB", 3)
    address = reverse("club-people", args=[club.slug])
    guest = EntryFactory(tournament=night_of(club), number=1, player__name="Gitta").player

    refused = client.post(address, {"text": "Boris\nClaire\nDavid"})
    client.post(address, {"text": "Anna\nBoris\nClaire"})
    guest_refused = client.post(reverse("club-guest-add", args=[club.slug, guest.pk]), follow=True)

    assert refused.status_code == 409
    assert "has room for 2,000 people" in refused.text
    assert "David" in refused.text
    assert "has room for 2,000 people" in guest_refused.text
    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Boris", "Claire"]


def test_lists_of_names_leave_space_for_hands(client, club, monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: 10)
    refused = client.post(reverse("club-people", args=[club.slug]), {"text": "Boris"})
    assert "nearly full" in refused.text
    assert club.people.count() == 1


def test_lists_of_names_have_a_rate(client, club, monkeypatch):
    address = reverse("club-people", args=[club.slug])
    monkeypatch.setattr(people_views, "LISTS", replace(LISTS, burst=1))
    client.post(address, {"text": "Claire"})
    assert client.post(address, {"text": "David"}).status_code == 409
    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Claire"]


def test_a_long_list_has_pages_and_names_the_latest_guests(client, club, monkeypatch):
    monkeypatch.setattr(long_lists, "ROWS", 2)
    monkeypatch.setattr(queries, "MOST_GUESTS", 1)
    address = reverse("club-people", args=[club.slug])
    client.post(address, {"text": "Boris\nClaire\nDavid\nEva"})
    for day, name in ((2, "Gitta"), (1, "Hana")):
        EntryFactory(tournament=night_of(club, starts_on=date(2026, 11, day)), number=1, player__name=name)

    pages = [client.get(address, {"page": number}).context for number in (1, 2)]

    assert [[person.name for person in page["page"]] for page in pages] == [
        ["Anna", "Boris"],
        ["Claire", "David", "Eva"],
    ]
    assert [person.name for person in pages[0]["guests"]] == ["Gitta"]


def test_a_guest_becomes_one_of_the_people_and_leaves_again(client, club):
    guest = EntryFactory(tournament=night_of(club), number=1, player__name="Gitta").player
    stranger = EntryFactory(number=1).player

    page = client.get(reverse("club-people", args=[club.slug]))
    client.post(reverse("club-guest-add", args=[club.slug, guest.pk]))
    refused = client.post(reverse("club-guest-add", args=[club.slug, stranger.pk]))

    assert f'<a href="{reverse("player-page", args=[guest.pk])}">Gitta</a>' in page.text
    assert "<strong>Anna</strong>" in page.text  # who never played has no page
    assert "Remove Anna from the list" in page.text
    assert "also deletes the stored mail, phone, legal name and member numbers" in page.text
    assert stranger.name not in page.text
    assert refused.status_code == 404
    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Gitta"]

    for name in ("Anna", "Gitta"):
        person = Player.objects.get(name=name)
        client.post(reverse("club-person-remove", args=[club.slug, person.pk]))
    assert not club.people.exists()
    assert list(Player.objects.filter(name__in=["Anna", "Gitta"])) == [guest]  # Anna never played


@pytest.mark.parametrize("agreed", [(False,), (True, False), (False, True)])
def test_who_is_not_to_be_named_is_not_named_on_the_next_night_either(client, club, organizer, agreed):
    anna = club.people.get()
    for may_publish in agreed:
        EntryFactory(tournament=night_of(club), player=anna, may_publish=may_publish)
    EntryFactory(player=anna, may_publish=not agreed[-1])  # elsewhere, which is no business of the club
    night = night_of(club, owner=organizer)

    client.post(reverse("regular-arrival", args=[night.slug, anna.pk]))

    assert night.entries.get().may_publish is agreed[-1]
    assert ("Anna" in Client().get(reverse("players", args=[night.slug])).text) is agreed[-1]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_one_touch_enters_a_regular_once(client, club, organizer, headers):
    night = night_of(club, owner=organizer)
    anna = club.people.get()
    page = client.get(reverse("check-in", args=[night.slug]))
    touch = reverse("regular-arrival", args=[night.slug, anna.pk])

    first = client.post(touch, headers=headers)
    client.post(touch, headers=headers)

    entry = night.entries.get()
    assert "+ Anna" in page.text
    assert first.status_code == (200 if headers else 302)
    assert (entry.player, entry.number, entry.checked_in_at is None) == (anna, 1, False)
    assert "+ Anna" not in client.get(reverse("check-in", args=[night.slug])).text
    assert list(night.log.values_list("kind", flat=True)) == ["players.added", "entry.arrived"]


def test_nobody_elses_people_are_entered_or_shown(client, club):
    other = UserFactory()
    foreign = ClubFactory(organizers=[other], people=[PlayerFactory(name="Zoe")])
    night = night_of(foreign, owner=other)
    client.force_login(other)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert "+ Zoe" in page.text
    assert "Anna" not in page.text
    assert touch.status_code == 404


def test_a_removed_or_merged_person_is_on_the_list_no_more(client, club, organizer):
    night = night_of(club, owner=organizer)
    other = TournamentFactory(owner=organizer)
    anna = EntryFactory(tournament=night, player=club.people.get(), number=1).player
    twin = EntryFactory(tournament=other, player__name="Anna", number=1).player
    assert person_data(anna, visitor(organizer))["on_the_list_of_clubs"] == ["Riichi Brno"]

    merge_players(player_id=anna.pk, into_id=twin.pk, by=visitor(organizer))
    assert list(club.people.all()) == [twin]
    remove_person(player_id=twin.pk, by=visitor(organizer))

    assert not club.people.exists()


@pytest.mark.parametrize("undo", ["removed entry", "deleted night"])
def test_who_is_on_a_clubs_list_stays_there_without_entries(club, organizer, undo):
    night = night_of(club, owner=organizer)
    entry = EntryFactory(tournament=night, number=1, player=club.people.get())

    if undo == "removed entry":
        remove_entry(tournament_id=night.pk, entry_id=entry.pk, by=visitor(organizer))
    else:
        delete_tournament(tournament_id=night.pk, name=night.name, by=visitor(organizer))

    assert not night.entries.exists()
    assert [person.name for person in club.people.all()] == ["Anna"]


@pytest.mark.parametrize(
    ("reader", "named", "others"), [("owner", [], 1), ("organizer", ["Riichi Brno"], 0), ("staff", ["Riichi Brno"], 0)]
)
def test_a_persons_file_names_only_clubs_whose_list_its_reader_knows(client, club, organizer, reader, named, others):
    owner = organizer if reader == "organizer" else UserFactory(is_staff=reader == "staff")
    guest = EntryFactory(tournament=TournamentFactory(owner=owner), number=1).player
    Player.objects.filter(pk=guest.pk).update(home=guest.entries.get().tournament)
    club.people.add(guest)
    client.force_login(owner)
    client.post(reverse("confirm"), {"own_password": PASSWORD})

    data = client.get(reverse("person-file", args=[guest.pk])).json()

    assert (data["on_the_list_of_clubs"], data["on_the_lists_of_other_clubs"]) == (named, others)


def test_a_removed_person_is_not_named_as_the_place_of_the_next_night(
    client, club, organizer, django_capture_on_commit_callbacks
):
    other = ClubFactory(place="Flat of Anna Nováková", organizers=[UserFactory()])
    night = night_of(club, owner=organizer)
    there = EntryFactory(tournament=night, number=1, player__name="Anna Nováková")
    EntryFactory(tournament=night_of(other, owner=other.organizers.get()), number=1, player=there.player)
    club.place = "Flat of Anna Nováková, Brno"
    club.save()

    with django_capture_on_commit_callbacks(execute=True):
        remove_person(player_id=there.player_id, by=visitor(organizer))

    club.refresh_from_db()
    other.refresh_from_db()
    assert club.place == "Flat of …, Brno"
    assert other.place == "Flat of Anna Nováková"  # of others, who see and change it

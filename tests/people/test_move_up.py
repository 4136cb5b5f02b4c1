"""A place that somebody gives up goes to the first of the waiting list, or is proposed to the organizers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.conftest import NOON
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.models import Departure, EntryTerms, Mail
from tournament.people.actions import change_several
from tournament.people.actions.depart import depart
from tournament.people.actions.remove_entry import PlayerHasSeat
from tournament.people.actions.remove_person import remove_person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def tournament(client):
    owner = UserFactory()
    client.force_login(owner)
    tournament = TournamentFactory(owner=owner)
    EntryTerms.objects.create(tournament=tournament, limit=3, freed_places="move_up")
    for number, status in enumerate(["accepted"] * 3 + ["waiting"] * 3, 1):
        mail = f"{number}@example.org"
        EntryFactory(tournament=tournament, number=number, status=status, player__name=f"P{number}", player__mail=mail)
    return tournament


def playing(tournament):
    return list(tournament.entries.accepted().order_by("number").values_list("number", flat=True))


def several(client, tournament, change, *numbers):
    return client.post(
        reverse("players-change", args=[tournament.slug]), {"change": change, "entry": numbers, "is_sure": "1"}
    )


def cancel(client, tournament):
    client.post(tournament.entries.get(number=1).get_cancel_link())


def remove(client, tournament):
    client.post(reverse("entry-remove", args=[tournament.slug, 1]))


def remove_details(client, tournament):
    player = tournament.entries.get(number=1).player_id
    remove_person(player_id=player, by=visitor(tournament.memberships.get().user))


def leave(client, tournament):
    by = visitor(tournament.memberships.get().user)
    entry = tournament.entries.get(number=1)
    depart(entry_id=entry.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=1, reason="Ill", by=by)


@pytest.mark.parametrize("give_up", [cancel, remove, remove_details, leave])
def test_the_first_who_waits_gets_the_place_with_a_mail(client, tournament, give_up):
    give_up(client, tournament)

    assert [number for number in playing(tournament) if number > 3] == [4]
    assert [mail.entry.number for mail in Mail.objects.filter(kind="moved_up")] == [4]
    assert tournament.log.order_by("-number").first().kind == "entry.moved_up"


@pytest.mark.parametrize("setting", ["ask", ""])  # "" asks too, as the organizers accept each entry
def test_if_the_organizers_want_to_be_asked_nobody_moves(client, tournament, setting):
    EntryTerms.objects.update(freed_places=setting)

    cancel(client, tournament)

    assert playing(tournament) == [2, 3]
    pages = [client.get(reverse(name, args=[tournament.slug])).text for name in ("players", "tournament")]
    assert all("1 place is free." in page and "Move P4 up" in page for page in pages)
    assert "3 people wait, P4 first." in pages[0]
    client.post(reverse("entry-decide", args=[tournament.slug, 4]), {"status": "accepted"})
    assert playing(tournament) == [2, 3, 4]
    assert "Move P" not in client.get(reverse("players", args=[tournament.slug])).text


def test_as_many_move_up_as_were_removed_and_nobody_who_is_removed_too(client, tournament):
    several(client, tournament, "removed", 1, 2, 4)

    assert playing(tournament) == [3, 5, 6]
    assert list(Mail.objects.order_by("pk").values_list("entry__number", "kind")) == [(5, "moved_up"), (6, "moved_up")]


def test_places_that_became_free_before_a_change_stopped_are_given_away_too(client, tournament, monkeypatch):
    def seated_meanwhile(entry, *change):  # the second one got a seat since all were checked
        if entry.number == 2:
            raise PlayerHasSeat
        return change_one(entry, *change)

    EntryTerms.objects.update(limit=None)
    change_one = change_several._change
    monkeypatch.setattr(change_several, "AT_ONCE", 1)
    monkeypatch.setattr(change_several, "_change", seated_meanwhile)

    several(client, tournament, "removed", 1, 2)

    assert playing(tournament) == [2, 3, 4]


def test_nobody_moves_up_beyond_the_places(client, tournament):
    EntryTerms.objects.update(limit=2)  # three play already

    cancel(client, tournament)

    assert playing(tournament) == [2, 3]


def test_without_a_limit_one_follows_one(client, tournament):
    EntryTerms.objects.update(limit=None)

    cancel(client, tournament)

    assert playing(tournament) == [2, 3, 4]


def test_who_only_waited_frees_no_place(client, tournament):
    EntryTerms.objects.update(limit=9)

    client.post(tournament.entries.get(number=4).get_cancel_link())

    assert playing(tournament) == [1, 2, 3]


@pytest.mark.parametrize("change", ["no_show", "waiting"])
def test_neither_a_no_show_nor_a_place_taken_back_moves_anybody_up(client, tournament, change):
    several(client, tournament, change, 1)

    assert playing(tournament) == [2, 3]


@pytest.mark.parametrize("begun", ["a round", "yesterday"])
def test_after_the_event_has_begun_nobody_moves_up_and_nobody_is_proposed(client, tournament, begun):
    if begun == "a round":
        others = [EntryFactory(tournament=tournament, number=number) for number in range(11, 15)]
        HanchanFactory(round__tournament=tournament, entries=others)
        tournament.entries.filter(number__gt=10).update(status="cancelled")
    else:
        tournament.starts_on = NOON.date() - timedelta(days=1)
        tournament.save()

    cancel(client, tournament)

    assert tournament.entries.get(number=4).status == "waiting"
    assert "place is free" not in client.get(reverse("players", args=[tournament.slug])).text


def test_the_organizer_chooses_in_the_entry_form(client, tournament):
    address = reverse("entry-terms", args=[tournament.slug])
    form = {"is_on": "on", "limit": "3", "is_moderated": "on", "sends_mail": "on"}

    wrong = client.post(address, form | {"freed_places": "x"})
    right = client.post(address, form | {"freed_places": "ask"})

    assert (wrong.status_code, right.status_code) == (422, 302)
    assert EntryTerms.objects.get().freed_places == "ask"
    assert "an organizer decides who moves up" in client.get(address).text


def test_only_organizers_see_the_proposal(client, tournament):
    EntryTerms.objects.update(limit=4)
    client.logout()

    assert "place is free" not in client.get(reverse("players", args=[tournament.slug])).text


def test_the_proposal_takes_no_more_queries_for_more_people(client, tournament):
    EntryTerms.objects.update(limit=4)
    page = reverse("players", args=[tournament.slug])
    client.get(page)
    few = queries_of(client, page)

    for number in (20, 21):
        EntryFactory(tournament=tournament, number=number, status="waiting")

    assert queries_of(client, page) == few

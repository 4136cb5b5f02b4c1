"""A place that somebody gives up goes to the first of the waiting list, or is proposed to the organizers."""

from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.conftest import NOON
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.core.actions.locking import locked_tournament
from tournament.core.limits import LOGGED_WITHOUT_REMOVALS
from tournament.mail.actions.write_mail import write_mail
from tournament.models import Departure, EntryTerms, Mail, Tournament
from tournament.people.actions import change_several
from tournament.people.actions import move_up as moving
from tournament.people.actions.depart import depart
from tournament.people.actions.remove_entry import PlayerHasSeat
from tournament.people.actions.remove_person import remove_person
from tournament.people.several_change import SeveralChange

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


def remove_several(client, tournament):
    by = visitor(tournament.memberships.get().user)
    change_several.change_several(tournament_id=tournament.pk, numbers=[1], change=SeveralChange.REMOVED, by=by)


def remove_details(client, tournament):
    player = tournament.entries.get(number=1).player_id
    remove_person(player_id=player, by=visitor(tournament.memberships.get().user))


def leave(client, tournament, number=1):
    by = visitor(tournament.memberships.get().user)
    entry = tournament.entries.get(number=number)
    depart(entry_id=entry.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=1, reason="Ill", by=by)


def test_who_leaves_without_a_place_frees_none(client, tournament):
    EntryTerms.objects.update(limit=None)

    leave(client, tournament, number=6)

    assert playing(tournament) == [1, 2, 3]


@pytest.mark.parametrize("give_up", [cancel, remove, remove_details, leave])
def test_the_first_who_waits_gets_the_place_with_a_mail(client, tournament, give_up):
    give_up(client, tournament)

    assert [number for number in playing(tournament) if number > 3] == [4]
    assert [mail.entry.number for mail in Mail.objects.filter(kind="moved_up")] == [4]
    assert tournament.log.order_by("-number").first().kind == "entry.moved_up"


@pytest.mark.parametrize("remove_one", [remove, remove_several, remove_details])
def test_with_a_full_log_a_removal_succeeds_and_nobody_moves_up(client, tournament, remove_one):
    Tournament.objects.update(version=LOGGED_WITHOUT_REMOVALS)

    remove_one(client, tournament)

    assert not tournament.entries.filter(number=1, player__removed_at=None).exists()
    assert set(playing(tournament)) - {1} == {2, 3}
    assert not Mail.objects.exists()


def test_as_many_move_up_as_the_log_has_room_for(client, tournament):
    Tournament.objects.update(version=LOGGED_WITHOUT_REMOVALS - 3)

    several(client, tournament, "removed", 1, 2)

    assert playing(tournament) == [3, 4]


@pytest.mark.slow
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


@pytest.fixture
def in_parts(monkeypatch):
    """Two people move up in one transaction."""
    monkeypatch.setattr(moving, "AT_ONCE", 2)


def add_waiting(tournament, *numbers):
    for number in numbers:
        EntryFactory(tournament=tournament, number=number, status="waiting")


def moved_in_each_transaction(monkeypatch, *, between=lambda: None):
    """Collect the numbers of those who move up, for the change itself and each transaction after it; `between` runs
    before the first of these."""
    parts = [[]]

    def collect(entry, *args):
        parts[-1].append(entry.number)
        write_mail(entry, *args)

    @contextmanager
    def next_part(tournament_id):
        parts.append([])
        if len(parts) == 2:
            between()
        with locked_tournament(tournament_id) as tournament:
            yield tournament

    monkeypatch.setattr(moving, "write_mail", collect)
    monkeypatch.setattr(moving, "locked_tournament", next_part)
    return parts


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_parts")
def test_after_the_limit_was_raised_the_others_follow_in_short_transactions(client, tournament, monkeypatch):
    add_waiting(tournament, 7, 8, 9)
    EntryTerms.objects.update(limit=8)
    parts = moved_in_each_transaction(monkeypatch)

    cancel(client, tournament)

    assert parts == [[4], [5, 6], [7, 8], [9]]
    assert playing(tournament) == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_parts")
def test_without_a_limit_as_many_follow_as_were_removed(client, tournament, monkeypatch):
    add_waiting(tournament, 7, 8, 9)
    EntryTerms.objects.update(limit=None)
    parts = moved_in_each_transaction(monkeypatch)

    several(client, tournament, "removed", 1, 2, 3)

    assert parts == [[4, 5], [6]]
    assert playing(tournament) == [4, 5, 6]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_parts")
def test_whoever_changes_something_in_between_moves_the_next_ones_and_no_place_is_given_twice(
    client, tournament, monkeypatch
):
    add_waiting(tournament, 7, 8, 9)
    EntryTerms.objects.update(limit=6)

    def another_cancels():
        client.post(tournament.entries.get(number=2).get_cancel_link())

    parts = moved_in_each_transaction(monkeypatch, between=another_cancels)

    cancel(client, tournament)

    assert [number for part in parts for number in part] == [4, 5, 6, 7, 8]
    assert playing(tournament) == [3, 4, 5, 6, 7, 8]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("what", ["archived", "away", "deleted", "limit", "begun"])
def test_the_others_stay_if_the_event_or_its_terms_have_changed_meanwhile(client, tournament, monkeypatch, what):
    EntryTerms.objects.update(limit=6)

    def change():
        match what:
            case "archived":
                Tournament.objects.update(archived_at=NOON)
            case "away":
                Tournament.objects.update(away_since=NOON)
            case "deleted":
                Tournament.objects.update(deleted_at=NOON)
            case "limit":
                EntryTerms.objects.update(limit=3)
            case "begun":
                Tournament.objects.update(starts_on=NOON.date() - timedelta(days=1))

    moved_in_each_transaction(monkeypatch, between=change)

    response = client.post(tournament.entries.get(number=1).get_cancel_link())

    assert response.status_code == 302
    assert playing(tournament) == [2, 3, 4]


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

"""A club's people and their contacts are read in nights of the club only: no former organizer reads them in theirs."""

from datetime import date

import pytest
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.clubs.actions.edit_people import remove_from_club
from tournament.core.actions.contacts import find_new_homes
from tournament.core.queries.contacts import hidden_from_an_organizer
from tournament.games.substitutes import name_key
from tournament.models import Player, Role
from tournament.people.queries.refusals import names_not_to_publish
from tournament.site.actions.invitations import accept_invitation, hash_of, invite

pytestmark = pytest.mark.django_db


def dora_of(club, organizer):
    """Somebody who was entered in a private night of the club, with mail and phone, and is on the club's list."""
    private = night_of(club, owner=organizer, is_public=False, starts_on=date(2026, 11, 19))
    player = PlayerFactory(name="Dora Later", mail="dora@private.example", phone="+420 999 888 777")
    EntryFactory(tournament=private, number=1, player=player)
    club.people.add(player)
    return player


def test_a_removed_organizer_reads_no_people_of_the_club_through_a_night_of_theirs(
    client, club, organizer, former_with_night
):
    user, night = former_with_night
    dora = dora_of(club, organizer)
    client.force_login(user)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, dora.pk]))

    assert page.status_code == 200
    assert "Dora" not in page.text
    assert "Anna" not in page.text
    assert touch.status_code == 404
    assert not night.entries.exists()


@pytest.mark.parametrize("trick", ["alone", "with an organizer made an owner"])
def test_a_night_shows_contacts_of_its_club_while_all_its_owners_organize_it(
    client, club, organizer, former_with_night, trick
):
    user, night = former_with_night
    EntryFactory(tournament=night, number=1, player=dora_of(club, organizer))
    club.tournaments.get(
        is_public=False
    ).memberships.all().delete()  # what an owner who organizes both may read is another rule
    if trick != "alone":
        night.memberships.filter(user=organizer).update(role=Role.OWNER)
    client.force_login(user)
    address = reverse("entry-edit", args=[night.slug, 1])

    before = client.get(address).text
    club.organizers.add(user)
    again = client.get(address).text

    assert "dora@private.example" not in before
    assert "+420 999 888 777" not in before
    assert "dora@private.example" in again


@pytest.mark.parametrize("keeps_nights", [True, False], ids=["left", "removed"])
def test_a_night_that_left_its_club_shares_its_contacts_with_the_club_no_more(client, club, organizer, keeps_nights):
    former, joined_later = UserFactory(), UserFactory()
    club.organizers.add(former)
    home = night_of(club, owner=former)
    player = PlayerFactory(mail="eva@home.example", phone="+420 111 222 333", home=home)
    EntryFactory(tournament=home, number=1, player=player)
    night = night_of(club, owner=organizer, organizers=[joined_later])
    entry = EntryFactory(tournament=night, number=1, player=player)
    club.organizers.add(joined_later)
    assert not hidden_from_an_organizer(night)

    by = former if keeps_nights else organizer
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(by), keeps_nights=keeps_nights)

    assert hidden_from_an_organizer(night) == {entry.pk}
    for user in (organizer, joined_later):
        client.force_login(user)
        page = client.get(reverse("entry-edit", args=[night.slug, 1])).text
        assert "eva@home.example" not in page
        assert "+420 111 222 333" not in page


@pytest.mark.parametrize(
    ("answers", "is_named"),
    [("left yes", False), ("left no", False), ("club yes, left no", False), ("left no, club yes", True),
     ("left yes, club yes", True), ("club no, left yes", False), ("club yes, left yes", True)],
)  # fmt: skip
def test_the_owner_of_a_night_that_left_agrees_to_nothing_for_the_club(client, club, organizer, answers, is_named):
    """The former organizer may change at any time what their own night says of the people of the club."""
    former, anna = UserFactory(), club.people.get()
    club.organizers.add(former)
    for answer in answers.split(", "):
        where, said = answer.split()
        event = night_of(club, owner=former if where == "left" else organizer)
        EntryFactory(tournament=event, number=1, player=anna, may_publish=said == "yes")
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(organizer))
    night = night_of(club, owner=organizer)
    hidden = names_not_to_publish(night)
    client.force_login(organizer)

    client.post(reverse("regular-arrival", args=[night.slug, anna.pk]))

    assert night.entries.get().may_publish == is_named
    assert hidden == (set() if is_named else {name_key("Anna")})


def test_a_night_that_left_its_club_lets_nobody_go_to_the_club(club, organizer):
    """Somebody of the club still organizes the night, and so reads the contacts, but does not own it."""
    former = UserFactory()
    club.organizers.add(former)
    home = night_of(club, owner=former, organizers=[organizer])
    player = PlayerFactory(mail="eva@home.example", home=home)
    for event in (home, night_of(club, owner=organizer)):
        EntryFactory(tournament=event, number=1, player=player)
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(former), keeps_nights=True)
    home.memberships.get_or_create(user=organizer, defaults={"role": Role.ORGANIZER})

    find_new_homes([player.pk], leaving=home)

    player.refresh_from_db()
    assert (player.home, player.mail) == (None, "")


def test_who_organizes_a_night_but_no_more_its_club_is_not_shown_its_people(client, club, organizer):
    helper = UserFactory()
    night = night_of(club, owner=organizer, organizers=[helper])
    client.force_login(helper)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert "Anna" not in page.text
    assert touch.status_code == 404
    # Whom an organizer of the club asked to help at the door.
    night.memberships.filter(user=helper).update(role=Role.REFEREE, invited_by=organizer)
    assert "+ Anna" in client.get(reverse("check-in", args=[night.slug])).text


def test_whom_a_removed_organizer_invites_as_a_referee_is_not_shown_its_people(client, club, organizer):
    former, second_account = UserFactory(), UserFactory()
    night = night_of(club, owner=organizer, organizers=[former])
    token = invite(tournament_id=night.pk, role=Role.REFEREE, by=visitor(former))
    accept_invitation(invitation=night.invitations.get(token_hash=hash_of(token)), by=visitor(second_account))
    client.force_login(second_account)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert page.status_code == 200
    assert "Anna" not in page.text
    assert touch.status_code == 404


def test_a_guest_without_a_home_whom_the_club_takes_off_its_list_leaves_no_contacts(club, organizer):
    """The home was deleted, and the owner of the other event may not read the contacts."""
    dora = PlayerFactory(name="Dora Later", mail="dora@private.example", phone="+420 999 888 777")
    club.people.add(dora)
    EntryFactory(tournament=TournamentFactory(), number=1, player=dora)
    Player.objects.filter(pk=dora.pk).update(home=None, home_since=None)
    other = ClubFactory(people=[dora], organizers=[organizer])

    remove_from_club(club_id=other.pk, player_id=dora.pk, by=visitor(organizer))
    dora.refresh_from_db()
    assert dora.mail
    remove_from_club(club_id=club.pk, player_id=dora.pk, by=visitor(organizer))

    dora.refresh_from_db()
    assert (dora.mail, dora.phone, dora.name) == ("", "", "Dora Later")

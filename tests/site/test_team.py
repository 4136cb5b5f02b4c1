"""The team of a tournament: invited by link, never without an owner."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.core.errors import NoOrganizerAnyMore, NoOwnerAnyMore
from tournament.models import Invitation, Membership, Role
from tournament.people.actions.renew_links import renew_player_link
from tournament.site.actions import invitations
from tournament.site.actions.invitations import InvitationGone, accept_invitation, invite, revoke_invitation
from tournament.site.actions.team import change_role, remove_member
from tournament.site.queries.team import may_know_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    user = UserFactory(username="owner")
    client.force_login(user)
    return user


@pytest.fixture
def tournament(owner):
    return TournamentFactory(owner=owner)


def url(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def member(tournament, user):
    return tournament.memberships.get(user=user)


def roles(tournament):
    return dict(tournament.memberships.values_list("user__username", "role"))


def invited(client, tournament, role="referee"):
    """The path of a new invitation."""
    response = client.post(url("invitation-new", tournament), {"role": role})
    return response.context["link"].removeprefix("http://testserver")


def test_an_invitation_is_shown_once_and_kept_as_a_hash(client, tournament):
    link = invited(client, tournament)

    token = link.rstrip("/").rsplit("/", 1)[-1]
    assert token not in client.get(url("team", tournament)).text
    assert token not in Invitation.objects.get().token_hash
    assert "Withdraw" in client.get(url("team", tournament)).text
    assert tournament.log.get().data == {"role": "referee"}


def test_so_many_invitations_are_open_at_a_time(client, tournament, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 2)
    for _time in range(2):
        invited(client, tournament)

    refused = client.post(url("invitation-new", tournament), {"role": "referee"})
    assert "invitations are open" in refused.text
    Invitation.objects.filter(pk=Invitation.objects.first().pk).update(expires_at=timezone.now())
    assert invited(client, tournament)

    assert Invitation.objects.count() == 2


def test_a_team_has_so_many_members(client, tournament, monkeypatch):
    link = invited(client, tournament)
    monkeypatch.setattr(invitations, "MOST_MEMBERS", 2)
    ada, bob = UserFactory(username="ada"), UserFactory(username="bob")

    for user in (ada, ada, bob):
        client.force_login(user)
        answer = client.post(link, follow=True)

    assert "The team already has" in answer.text
    assert roles(tournament) == {"owner": "owner", "ada": "referee"}


def test_several_people_may_take_an_invitation(client, tournament):
    link = invited(client, tournament)

    for name in ("ada", "bob"):
        phone = Client()
        phone.force_login(UserFactory(username=name))
        shown = phone.get(link).text
        response = phone.post(link)
        assert tournament.name in shown
        assert "referee" in shown
        assert response["Location"] == tournament.get_absolute_url()

    assert roles(tournament) == {"owner": "owner", "ada": "referee", "bob": "referee"}


def test_who_has_no_account_is_shown_the_way_to_one_and_back(client, tournament):
    link = invited(client, tournament)
    phone = Client()

    page = phone.get(link)

    assert page.status_code == 200
    assert f"{reverse('signup')}?next=/invitations/" in page.text.replace("%2F", "/")
    assert phone.post(link)["Location"] == f"/accounts/login/?next={link}"


@pytest.mark.parametrize(
    ("has", "offered", "gets"),
    [("organizer", "referee", "organizer"), ("referee", "organizer", "organizer"), ("owner", "organizer", "owner")],
)
def test_a_member_keeps_the_higher_role(client, tournament, has, offered, gets):
    user = UserFactory(username="ada")
    Membership.objects.create(tournament=tournament, user=user, role=has)
    link = invited(client, tournament, offered)
    phone = Client()
    phone.force_login(user)

    phone.post(link)

    assert roles(tournament)["ada"] == gets


def test_an_invitation_ends(client, tournament):
    link = invited(client, tournament)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    phone = Client()
    phone.force_login(UserFactory())

    assert phone.get(link).status_code == 410
    assert phone.post(link).status_code == 410
    assert "Withdraw" not in client.get(url("team", tournament)).text
    assert len(roles(tournament)) == 1


def test_an_invitation_is_taken_back(client, tournament):
    link = invited(client, tournament)
    revoke = url("invitation-revoke", tournament, Invitation.objects.get().pk)

    first, again = client.post(revoke), client.post(revoke)

    assert (first.status_code, again.status_code) == (302, 302)
    assert client.get(link).status_code == 404
    assert list(tournament.log.values_list("kind", flat=True)) == ["team.invited", "team.invitation_revoked"]


def test_an_invitation_taken_back_while_it_is_read(client, tournament):
    invited(client, tournament)
    invitation = Invitation.objects.get()
    Invitation.objects.all().delete()

    with pytest.raises(InvitationGone):
        accept_invitation(invitation=invitation, by=visitor(UserFactory()))


@pytest.mark.parametrize("role", ["owner", "king", ""])
def test_nobody_is_invited_as_anything_else(client, tournament, role):
    assert client.post(url("invitation-new", tournament), {"role": role}).status_code == 422
    assert not Invitation.objects.exists()


def test_an_organizer_invites_but_changes_no_roles(client, tournament):
    organizer = UserFactory(username="ada")
    mine = Membership.objects.create(tournament=tournament, user=organizer, role=Role.ORGANIZER)
    client.force_login(organizer)

    assert invited(client, tournament)
    assert client.post(url("member-role", tournament, mine.pk), {"role": "owner"}).status_code == 404
    assert client.post(url("member-remove", tournament, tournament.memberships.first().pk)).status_code == 404
    assert roles(tournament) == {"owner": "owner", "ada": "organizer"}


def test_an_owner_changes_roles_and_removes(client, tournament):
    ada = UserFactory(username="ada")
    member_ = Membership.objects.create(tournament=tournament, user=ada, role=Role.REFEREE)

    changed = client.post(url("member-role", tournament, member_.pk), {"role": "organizer"})
    wrong = client.post(url("member-role", tournament, member_.pk), {"role": "king"}, follow=True)
    assert changed.status_code == 302
    assert "There is no such role." in wrong.text
    assert roles(tournament)["ada"] == "organizer"

    client.post(url("member-remove", tournament, member_.pk))
    assert roles(tournament) == {"owner": "owner"}
    assert list(tournament.log.values_list("kind", flat=True)) == ["team.role_changed", "team.removed"]


def test_anybody_may_leave(client, tournament):
    ada = UserFactory()
    mine = Membership.objects.create(tournament=tournament, user=ada, role=Role.REFEREE)
    client.force_login(ada)

    response = client.post(url("member-remove", tournament, mine.pk))

    assert response["Location"] == "/"
    assert len(roles(tournament)) == 1


def test_the_last_owner_stays(client, tournament, owner):
    mine = member(tournament, owner)

    left = client.post(url("member-remove", tournament, mine.pk), follow=True)
    demoted = client.post(url("member-role", tournament, mine.pk), {"role": "referee"}, follow=True)

    assert all('notice-error">A tournament needs an owner' in response.text for response in (left, demoted))
    assert roles(tournament) == {"owner": "owner"}


def test_one_of_two_owners_may_go(client, tournament, owner):
    Membership.objects.create(tournament=tournament, user=UserFactory(username="ada"), role=Role.OWNER)

    client.post(url("member-remove", tournament, member(tournament, owner).pk))

    assert roles(tournament) == {"ada": "owner"}


def test_a_page_drawn_while_one_was_owner_changes_nothing(tournament):
    ada = UserFactory()
    mine = Membership.objects.create(tournament=tournament, user=ada, role=Role.ORGANIZER)

    with pytest.raises(NoOwnerAnyMore):
        change_role(tournament_id=tournament.pk, member_id=mine.pk, role=Role.OWNER, by=visitor(ada))


def test_a_referee_sees_the_team_and_no_invitations(client, tournament):
    invited(client, tournament)
    ada = UserFactory()
    Membership.objects.create(tournament=tournament, user=ada, role=Role.REFEREE)
    client.force_login(ada)

    page = client.get(url("team", tournament)).text

    assert url("team", tournament) in client.get(tournament.get_absolute_url()).text
    assert "Leave the team" in page
    assert "Open invitations" not in page


def test_more_members_take_no_more_queries(client, tournament):
    invited(client, tournament)
    few = queries_of(client, url("team", tournament))

    for _ in range(4):
        invited(client, tournament)
        Membership.objects.create(tournament=tournament, user=UserFactory(), role=Role.REFEREE)

    assert queries_of(client, url("team", tournament)) == few


@pytest.mark.parametrize("how", ["removed", "made a referee"])
def test_who_was_removed_cannot_come_back_by_a_link_of_their_own(client, tournament, how):
    organizer = UserFactory()
    membership = tournament.memberships.create(user=organizer, role=Role.ORGANIZER)
    theirs, owners = Client(), invited(client, tournament)
    theirs.force_login(organizer)
    link = invited(theirs, tournament, role="organizer")

    if how == "removed":
        client.post(url("member-remove", tournament, membership.pk))
    else:
        client.post(url("member-role", tournament, membership.pk), {"role": "referee"})

    assert theirs.post(link).status_code == 404
    assert theirs.get(owners).status_code == (404 if how == "removed" else 200)


@pytest.mark.parametrize("role", ["referee", "organizer"])
def test_who_was_removed_cannot_come_back_by_the_link_they_joined_by(client, tournament, role):
    link = invited(client, tournament, role)
    ada = Client()
    ada.force_login(UserFactory(username="ada"))
    ada.post(link)
    Membership.objects.filter(user__username="ada").update(role=Role.ORGANIZER)

    membership = tournament.memberships.get(user__username="ada")
    page = client.post(url("member-remove", tournament, membership.pk), follow=True)

    assert ada.post(link).status_code == 404
    assert roles(tournament) == {"owner": "owner"}
    assert "Unused invitation links no longer work" in page.text
    assert tournament.log.latest("number").kind == "team.invitation_revoked"


def test_who_was_made_a_referee_does_not_become_an_organizer_again_by_a_link(client, tournament):
    link, other = invited(client, tournament, "organizer"), invited(client, tournament, "referee")
    ada = Client()
    ada.force_login(UserFactory(username="ada"))
    ada.post(link)

    membership = tournament.memberships.get(user__username="ada")
    page = client.post(url("member-role", tournament, membership.pk), {"role": "referee"}, follow=True)

    assert ada.post(link).status_code == 404
    assert roles(tournament)["ada"] == "referee"
    assert "Unused invitation links no longer work" in page.text
    assert ada.get(other).status_code == 200


def test_who_leaves_takes_nobody_elses_invitation_along(client, tournament):
    link = invited(client, tournament)
    ada = Client()
    ada.force_login(UserFactory(username="ada"))
    ada.post(link)

    ada.post(url("member-remove", tournament, tournament.memberships.get(user__username="ada").pk))

    assert ada.get(link).status_code == 200


@pytest.mark.parametrize("role", [None, "referee"])
def test_who_was_removed_while_the_form_was_sent_invites_nobody(tournament, role):
    """The view has checked the role already, and the lock was waited for."""
    former = UserFactory()
    if role:
        Membership.objects.create(tournament=tournament, user=former, role=role)

    with pytest.raises(NoOrganizerAnyMore):
        invite(tournament_id=tournament.pk, role=Role.REFEREE, by=visitor(former))

    assert not tournament.invitations.exists()


@pytest.mark.parametrize("role", [None, "referee"])
def test_who_was_removed_while_the_form_was_sent_revokes_nothing(tournament, owner, role):
    """As above: a former member who waited for the lock takes nobody's invitation back."""
    former = UserFactory()
    if role:
        Membership.objects.create(tournament=tournament, user=former, role=role)
    invite(tournament_id=tournament.pk, role=Role.REFEREE, by=visitor(owner))
    invitation = tournament.invitations.get()

    with pytest.raises(NoOrganizerAnyMore):
        revoke_invitation(tournament_id=tournament.pk, invitation_id=invitation.pk, by=visitor(former))

    assert tournament.invitations.exists()


def test_who_comes_and_leaves_many_times_hides_nobody_who_left(tournament, owner):
    EntryFactory(tournament=tournament, number=1)
    often = UserFactory(username="often")
    for user in (UserFactory(username="left"), *[often] * 11):
        Membership.objects.create(tournament=tournament, user=user, role=Role.REFEREE)
        remove_member(tournament_id=tournament.pk, member_id=member(tournament, user).pk, by=visitor(user))

    assert may_know_links(tournament) == ("often", "left")


def test_the_team_reads_who_left_and_may_have_copied_links(client, tournament, owner):
    entry = EntryFactory(tournament=tournament, number=1)
    left, removed, back = (UserFactory(username=name) for name in ("left", "removed", "back"))
    for user in (left, removed, back):
        Membership.objects.create(tournament=tournament, user=user, role=Role.REFEREE)
        by = visitor(owner if user == removed else user)
        remove_member(tournament_id=tournament.pk, member_id=member(tournament, user).pk, by=by)
    Membership.objects.create(tournament=tournament, user=back, role=Role.REFEREE)

    assert "may have copied links that still work: removed, left." in client.get(url("team", tournament)).text
    client.force_login(back)
    assert "links that still work" not in client.get(url("team", tournament)).text
    client.force_login(owner)
    renew_player_link(tournament_id=tournament.pk, number=entry.number, by=visitor(owner))
    assert "links that still work" not in client.get(url("team", tournament)).text

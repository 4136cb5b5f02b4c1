"""Who agreed to organize a tournament, and by whose invitation."""

import pytest

from tests.factories import TournamentFactory, UserFactory, visitor
from tournament.core.queries.accountable import accountable
from tournament.models import Role
from tournament.site.actions.invitations import accept_invitation, hash_of, invite
from tournament.site.actions.team import NobodyAgreed, change_role, remove_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory(username="owner")


@pytest.fixture
def tournament(owner):
    return TournamentFactory(owner=owner)


def member(tournament, user):
    return tournament.memberships.get(user=user)


def joins(tournament, user, role, by):
    token = invite(tournament_id=tournament.pk, role=role, by=visitor(by))
    accept_invitation(invitation=tournament.invitations.get(token_hash=hash_of(token)), by=visitor(user))


def leaves(tournament, user):
    remove_member(tournament_id=tournament.pk, member_id=member(tournament, user).pk, by=visitor(user))


def test_who_was_made_an_owner_unasked_does_not_answer_for_the_tournament(tournament, owner):
    """The owner leaves, and a second account of theirs goes on: the mails of the first in the team would be used up."""
    eldest, second = UserFactory(), UserFactory()
    for user in (eldest, second):
        joins(tournament, user, Role.REFEREE, owner)
        change_role(
            tournament_id=tournament.pk, member_id=member(tournament, user).pk, role=Role.OWNER, by=visitor(owner)
        )

    with pytest.raises(NobodyAgreed):
        leaves(tournament, owner)
    with pytest.raises(NobodyAgreed):
        change_role(
            tournament_id=tournament.pk, member_id=member(tournament, owner).pk, role=Role.REFEREE, by=visitor(owner)
        )
    assert accountable(tournament.memberships.all()) == owner.pk

    joins(tournament, second, Role.ORGANIZER, owner)
    leaves(tournament, owner)
    assert accountable(tournament.memberships.all()) == second.pk
    joins(tournament, owner, Role.ORGANIZER, second)
    assert accountable(tournament.memberships.all()) == second.pk


def test_who_changes_the_team_answers_for_the_tournament(tournament, owner):
    second = UserFactory()
    joins(tournament, second, Role.REFEREE, owner)
    change_role(
        tournament_id=tournament.pk, member_id=member(tournament, second).pk, role=Role.OWNER, by=visitor(owner)
    )

    remove_member(tournament_id=tournament.pk, member_id=member(tournament, owner).pk, by=visitor(second))

    assert accountable(tournament.memberships.all()) == second.pk
    assert member(tournament, second).has_agreed


def test_who_accepted_to_organize_lets_the_others_leave(tournament, owner):
    ada = UserFactory()
    joins(tournament, ada, Role.ORGANIZER, owner)
    change_role(tournament_id=tournament.pk, member_id=member(tournament, ada).pk, role=Role.OWNER, by=visitor(owner))

    leaves(tournament, owner)

    assert accountable(tournament.memberships.all()) == ada.pk


def test_a_second_invitation_stands_in_the_log_if_it_changes_something(tournament, owner):
    """It changes by whose right the member reads contacts."""
    ada, boss = UserFactory(), UserFactory()
    joins(tournament, boss, Role.ORGANIZER, owner)
    for by in (owner, owner, boss):
        joins(tournament, ada, Role.ORGANIZER, by)
    joins(tournament, ada, Role.REFEREE, owner)

    log = tournament.log.exclude(kind="team.invited").order_by("number")
    assert list(log.values_list("kind", "user", "data__role")) == [
        ("team.joined", boss.pk, "organizer"),
        ("team.joined", ada.pk, "organizer"),
        ("team.accepted_again", ada.pk, "organizer"),
    ]
    assert member(tournament, ada).invited_by == boss

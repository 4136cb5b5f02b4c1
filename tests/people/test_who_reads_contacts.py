"""Who may read the contacts of a person in several events and clubs: who left reads no more, whatever they do."""

import random
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    owner_of,
    visitor,
)
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions.edit_club import create_club, invitation_to, join_club, remove_organizer
from tournament.clubs.actions.open_night import open_night
from tournament.core.queries.contacts import (
    hidden_contacts,
    hidden_from_an_organizer,
    hidden_from_links,
    read_by_others,
)
from tournament.models import Entry, Invitation, Membership, Player, PlayerFacts, Role
from tournament.people.actions.add_players import add_players
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.queries.players import PastedName
from tournament.site.actions.invitations import accept_invitation, hash_of, invite
from tournament.site.actions.team import change_role, remove_member

pytestmark = pytest.mark.django_db

SECRET = "eva@example.org"


def join(tournament, user, *, by, role=Role.ORGANIZER):
    """By an invitation, as everybody joins; owners are made of members."""
    token = invite(tournament_id=tournament.pk, role=max(role, Role.ORGANIZER, key=[*Role].index), by=visitor(by))
    accept_invitation(invitation=Invitation.objects.get(token_hash=hash_of(token)), by=visitor(user))
    if role == Role.OWNER:
        set_role(tournament, user, role, by=by)


def set_role(tournament, user, role, *, by):
    member = tournament.memberships.get(user=user)
    change_role(tournament_id=tournament.pk, member_id=member.pk, role=role, by=visitor(by))


def leave(tournament, user, *, by=None):
    member = tournament.memberships.get(user=user)
    remove_member(tournament_id=tournament.pk, member_id=member.pk, by=visitor(by or user))


def copy_of(tournament, *, by, key, with_team=False):
    return copy_tournament(
        origin_id=tournament.pk, key=key, name="Copy", starts_on=None, with_team=with_team, with_entries=True,
        by=visitor(by),
    )  # fmt: skip


def reads(user, entry):
    """Whether this member of the team may read; the contacts have to be there still."""
    is_member = entry.tournament.memberships.filter(user=user).exists()
    return is_member and entry.pk not in hidden_contacts(entry.tournament, visitor(user)) and bool(mail_of(entry))


def mail_of(entry):
    return Player.objects.values_list("mail", flat=True).get(pk=entry.player_id)


@pytest.fixture
def home(owner, former):
    """An event with a person, which `former` organizes still."""
    event = TournamentFactory(owner=owner)
    EntryFactory(tournament=event, number=1, player__name="Eva Malá", player__mail=SECRET)
    join(event, former, by=owner)
    return event


@pytest.fixture
def copied(home, owner, former, uuids):
    """The entry in a copy, of somebody who left the event afterwards."""
    copy = copy_of(home, by=former, key=next(uuids))
    leave(home, former, by=owner)
    return copy.entries.get()


@pytest.fixture
def uuids():
    from uuid import uuid4

    return iter(uuid4, None)


def test_an_owner_who_came_to_a_copy_reads_there_and_shares_it_with_nobody(copied, owner, former):
    copy = copied.tournament

    join(copy, owner, by=former, role=Role.OWNER)

    assert reads(owner, copied)
    assert not reads(former, copied)
    set_role(copy, former, Role.ORGANIZER, by=former)
    assert not reads(former, copied)
    assert copied.pk in hidden_from_links(copy)


def test_another_account_of_who_left_reads_nothing_either(copied, owner, former):
    copy, second = copied.tournament, UserFactory()
    join(copy, owner, by=former, role=Role.OWNER)

    join(copy, second, by=former)
    set_role(copy, former, Role.REFEREE, by=former)

    assert not reads(second, copied)


def accept(tournament, user, *, role, by):
    token = invite(tournament_id=tournament.pk, role=role, by=visitor(by))
    accept_invitation(invitation=Invitation.objects.get(token_hash=hash_of(token)), by=visitor(user))


@pytest.mark.parametrize(("role", "is_read"), [(Role.REFEREE, False), (Role.ORGANIZER, True)])
def test_an_owner_who_opens_a_link_for_referees_reads_no_more(copied, owner, former, role, is_read):
    """Such a link works for anybody who sees it. Who invites somebody to organize lets them read."""
    join(copied.tournament, owner, by=former)

    accept(copied.tournament, former, role=role, by=owner)

    assert reads(former, copied) == is_read
    assert (hidden_from_an_organizer(copied.tournament) == set()) == is_read


def test_whoever_makes_a_referee_an_organizer_counts_as_the_inviter(copied, owner, former):
    copy, referee = copied.tournament, UserFactory()
    join(copy, owner, by=former, role=Role.OWNER)
    accept(copy, referee, role=Role.REFEREE, by=owner)

    set_role(copy, referee, Role.ORGANIZER, by=former)

    assert not reads(referee, copied)
    accept(copy, former, role=Role.ORGANIZER, by=referee)
    assert not reads(former, copied)
    set_role(copy, referee, Role.REFEREE, by=owner)
    set_role(copy, referee, Role.ORGANIZER, by=owner)
    assert reads(referee, copied)


def test_a_saved_link_of_a_copy_shows_no_contacts_after_its_holder_left(client, copied, owner, former):
    """The team that is left may read them all, but who left has kept the links."""
    copy, link = copied.tournament, copied.get_link()
    join(copy, owner, by=former, role=Role.OWNER)

    leave(copy, former)

    assert reads(owner, copied)
    assert SECRET not in client.get(link).text
    assert SECRET in client.get(copied.player.home.entries.get().get_link()).text


def test_a_copied_team_shares_nothing_with_who_copied_it(home, owner, former, uuids):
    set_role(home, former, Role.OWNER, by=owner)
    copy = copy_of(home, by=former, key=next(uuids), with_team=True)
    leave(home, former, by=owner)

    assert reads(owner, copy.entries.get())
    assert not reads(former, copy.entries.get())
    assert hidden_from_an_organizer(copy) == {copy.entries.get().pk}  # former chooses the words of its mails


def listed(person, *, tournament, by, key):
    """Paste a list with a club and a mail for somebody who is known from another event; return what is stored then."""
    facts = PlayerFacts(name=person.name, club="Praha", mail="listed@example.org")
    line = PastedName(player=facts, choice=person.pk, known=frozenset({person.pk}))
    add_players(tournament_id=tournament.pk, key=key, names=[line], by=visitor(by))
    return Player.objects.values_list("club", "mail").get(pk=person.pk)


def test_a_list_tells_no_contacts_to_who_left_with_a_copy(home, owner, former, uuids):
    """The former co-owner names somebody there whom the owner will enter one day; the owner owns the copy too."""
    set_role(home, former, Role.OWNER, by=owner)
    copy = copy_of(home, by=former, key=next(uuids), with_team=True)
    leave(home, former, by=owner)
    anna = EntryFactory(tournament=copy, number=9, player__name="Anna Kowalska").player
    copy.memberships.filter(user=owner).update(has_agreed=True)  # as in a copy of before agreement was stored
    set_role(copy, former, Role.REFEREE, by=former)

    assert listed(anna, tournament=TournamentFactory(owner=owner), by=owner, key=next(uuids)) == ("Praha", "")


@pytest.mark.parametrize(
    ("by", "team", "mail"),
    [
        ("owner", (), "listed@example.org"),  # who invited all the others, or invited who did
        ("former", (), ""),
        ("former", ("owner",), "listed@example.org"),
    ],
)
def test_a_list_fills_in_contacts_that_those_read_who_were_let_in(home, owner, former, uuids, by, team, mail):
    join(home, UserFactory(), by=former, role=Role.REFEREE)
    anna = EntryFactory(tournament=home, number=9, player__name="Anna Kowalska").player
    users = {"owner": owner, "former": former}
    event = TournamentFactory(owner=users[by], organizers=[users[name] for name in team])

    assert listed(anna, tournament=event, by=users[by], key=next(uuids)) == ("Praha", mail)


@pytest.mark.parametrize(
    ("is_of_club", "team", "mail"),
    [(True, (), ""), (True, ("second",), "listed@example.org"), (False, (), "listed@example.org")],
)
def test_a_list_tells_no_contacts_to_the_club_of_another_event(owner, uuids, is_of_club, team, mail):
    """Somebody organizes the club, so that they read in their own night who is at home in the owner's."""
    users = {"second": UserFactory()}
    club = ClubFactory(organizers=[owner, users["second"]]) if is_of_club else None
    home = TournamentFactory(owner=owner, club=club)
    anna = EntryFactory(tournament=home, number=9, player__name="Anna Kowalska", player__home=home).player
    EntryFactory(tournament=TournamentFactory(owner=users["second"], organizers=[owner], club=club), player=anna)
    event = TournamentFactory(owner=owner, organizers=[users[name] for name in team])

    assert listed(anna, tournament=event, by=owner, key=next(uuids)) == ("Praha", mail)


def test_what_a_list_fills_in_takes_no_more_queries_for_more_events(owner, uuids):
    other = UserFactory()
    club = ClubFactory(organizers=[owner, other])
    anna = PlayerFactory()
    counts = []
    for events in (2, 5):
        for _event in range(events):
            night = TournamentFactory(owner=owner, organizers=[other], club=club)
            EntryFactory(tournament=night, player=anna)
        event = TournamentFactory(owner=owner)
        with CaptureQueriesContext(connection) as queries:
            read_by_others([anna.pk], event)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_whom_an_organizer_of_the_first_event_invites_reads_along(home, owner, uuids):
    copy = copy_of(home, by=owner, key=next(uuids))
    helper, referee = UserFactory(), UserFactory()
    join(copy, helper, by=owner)
    join(copy, referee, by=helper, role=Role.REFEREE)
    entry = copy.entries.get()

    assert [reads(user, entry) for user in (owner, helper, referee)] == [True] * 3
    assert not hidden_from_an_organizer(copy)
    join(copy, UserFactory(username="next"), by=helper)
    leave(copy, helper)
    assert not reads(referee, entry)
    join(copy, referee, by=owner, role=Role.REFEREE)
    assert reads(referee, entry)


def test_nobody_vouches_for_themselves_or_in_a_circle(copied, former):
    second = UserFactory()
    join(copied.tournament, second, by=former)
    join(copied.tournament, former, by=second)

    assert not reads(former, copied)
    assert not reads(second, copied)


@pytest.mark.slow
def test_a_club_shares_its_nights_contacts_only_with_its_organizers(owner, former, uuids):
    club = create_club(name="Club", place="", ruleset_key="wrc_2015", by=visitor(owner))
    join_club(token=invitation_to(club), by=visitor(former))

    def night(by):
        return open_night(
            club_id=club.pk, key=next(uuids), name="Night", starts_on=None, is_club_night=True, is_public=True,
            league_id=None, by=visitor(by),
        )  # fmt: skip

    first, theirs, ours = night(owner), night(former), night(owner)
    person = EntryFactory(tournament=first, number=1, player__mail=SECRET)
    leave(first, former, by=owner)
    there = EntryFactory(tournament=theirs, number=1, player=person.player)
    here = EntryFactory(tournament=ours, number=1, player=person.player)
    assert reads(former, there)
    assert reads(former, here)

    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(owner))

    assert not reads(former, here)
    set_role(theirs, owner, Role.OWNER, by=former)
    set_role(theirs, former, Role.ORGANIZER, by=former)
    assert not reads(former, there)
    assert reads(owner, there)


def test_a_merge_makes_no_event_the_home_of_somebody(copied, home, former):
    own = EntryFactory(tournament=TournamentFactory(owner=former), number=1, player__name="Eva Malá")
    merge_players(player_id=own.player_id, into_id=copied.player_id, by=visitor(former))
    own.refresh_from_db()
    assert not reads(former, own)

    remove_entry(tournament_id=copied.tournament_id, entry_id=copied.pk, by=visitor(former))
    delete_tournament(tournament_id=home.pk, name=home.name, by=owner_of(home))

    assert not reads(former, own)
    assert Player.objects.get(pk=own.player_id).home is None


def test_a_merged_person_whose_first_entry_goes_keeps_contacts_for_the_same_owner(home, owner):
    own = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player__name="Eva Malá")
    target = home.entries.get()
    merge_players(player_id=own.player_id, into_id=target.player_id, by=visitor(owner))

    delete_tournament(tournament_id=home.pk, name=home.name, by=owner_of(home))

    own.refresh_from_db()
    assert reads(owner, own)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 12))])
def test_whatever_who_left_does_shows_them_nothing(seed, home, copied, owner, former, uuids):
    """Twelve random lives of a former organizer with second accounts, copies, lured owners, merges; and of the event,
    which lets people go. Nobody whom no organizer of the event invited may read at any time. Three are not `long`.
    """
    draw = random.Random(seed)
    theirs = [former, *UserFactory.create_batch(2)]
    events = [copied.tournament]

    def own(event):
        return event.memberships.filter(user__in=theirs, role=Role.OWNER).order_by("pk").first()

    for step in range(25):
        event = draw.choice(events)
        holder, someone = own(event), draw.choice([*theirs, owner])
        members = {member.user: member.role for member in event.memberships.select_related("user")}
        choice = draw.randrange(6)
        if choice == 0 and holder:
            join(event, someone, by=holder.user, role=draw.choice([*Role]))
        elif choice == 1 and holder and someone in members and list(members.values()).count(Role.OWNER) > 1:
            set_role(event, someone, draw.choice([*Role]), by=holder.user)
        elif choice == 2 and holder and len(events) < 6:
            events.append(copy_of(event, by=holder.user, key=next(uuids), with_team=draw.random() < 0.5))
        elif choice == 3 and holder and Player.objects.filter(pk=copied.player_id).exists():
            new = EntryFactory(tournament=TournamentFactory(owner=holder.user), number=1, player__name="Eva Malá")
            merge_players(player_id=new.player_id, into_id=copied.player_id, by=visitor(holder.user))
            events.append(new.tournament)
        elif choice == 4 and holder and len(events) > 1:
            events.remove(event)
            delete_tournament(tournament_id=event.pk, name=event.name, by=visitor(holder.user))
        elif choice == 5 and step == 20:
            delete_tournament(tournament_id=home.pk, name=home.name, by=visitor(owner))
        else:
            continue  # nothing happened

        if step < 20:
            assert Player.objects.get(pk=copied.player_id).home == home, (seed, step, choice)
        for entry in Entry.objects.filter(tournament__in=events).select_related("tournament"):
            for account in theirs:
                assert not reads(account, entry), (seed, step, choice)
    assert Membership.objects.filter(user=former).exists()


def test_the_migrations_know_who_created_an_event_and_who_has_merged_entries_alone(home, owner, former, uuids):
    set_role(home, former, Role.OWNER, by=owner)
    copy = copy_of(home, by=former, key=next(uuids), with_team=True)
    Membership.objects.update(invited_by=None)
    Player.objects.update(home=None)
    Entry.objects.filter(tournament=copy).update(came_by_merge=True)
    other = EntryFactory(came_by_merge=True)
    migration = import_module("tournament.migrations.0041_invited_by")

    migration.fill_in(apps, SimpleNamespace(connection=connection))
    migration.own_entries(apps, SimpleNamespace(connection=connection))

    assert dict(copy.memberships.values_list("user__username", "invited_by__username")) == {
        "owner": "former",
        "former": None,
    }
    assert set(home.memberships.values_list("invited_by", flat=True)) == {None}
    import_module("tournament.migrations.0043_home").fill_in(apps, SimpleNamespace(connection=connection))
    assert Player.objects.get(pk=other.player_id).home == other.tournament
    assert copy.entries.get().player.home == home

"""Who reads contacts by whose right, in teams whose members invited each other in long chains."""

import tracemalloc
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.core.queries import contacts
from tournament.core.queries.contacts import (
    events_that_read,
    hidden_contacts,
    hidden_from_an_organizer,
    read_by_others,
)
from tournament.core.queries.inviters import (
    all_vouched_for,
    first_sponsors,
    inviters,
    inviters_of,
    sponsors,
    vouched_for,
)
from tournament.models import Membership, Role, User

ACCOUNTS = st.integers(1, 8)
MEMBER = st.tuples(ACCOUNTS, st.none() | ACCOUNTS, st.sampled_from(Role))
TEAMS = st.lists(MEMBER, unique_by=lambda member: member[0]).map(inviters)


@given(TEAMS, st.sets(ACCOUNTS))
def test_an_account_vouches_for_those_whose_inviters_lead_to_it(team, accounts):
    expected = {member for member in team if accounts & sponsors(team, [member])}

    assert vouched_for(team, accounts) == expected


@given(TEAMS, st.sets(ACCOUNTS))
def test_several_accounts_have_the_sponsors_of_each(team, accounts):
    each = (sponsors(team, [account]) for account in accounts)

    assert sponsors(team, accounts) == frozenset().union(*each)


@given(TEAMS, st.sets(ACCOUNTS), st.sets(ACCOUNTS))
def test_who_vouches_for_the_first_sponsors_vouches_for_all(team, members, readers):
    members &= team.keys()

    assert all_vouched_for(first_sponsors(team, members), readers) == (members <= vouched_for(team, readers))


@given(TEAMS, st.sets(ACCOUNTS))
def test_a_member_is_at_the_end_of_one_chain_at_most(team, members):
    ends = first_sponsors(team, members & team.keys())

    assert sum(map(len, ends)) == len(frozenset().union(*ends)) <= len(team)


@pytest.mark.django_db
def test_a_chain_of_a_thousand_takes_little_memory():
    """Everybody's sponsors were kept: with 7,500 members 1.4 GB, while the mails of all events waited for 41 s."""
    owner, home = UserFactory(), TournamentFactory()
    copy = TournamentFactory(owner=owner)
    entry = EntryFactory(tournament=copy, player=PlayerFactory(home=home, mail="eva@example.org"))
    users = User.objects.bulk_create(User(username=f"user-{number}") for number in range(1_000))
    inviters = [owner, *users[:-1]]
    Membership.objects.bulk_create(
        Membership(tournament=copy, user=user, role=Role.ORGANIZER, invited_by=inviter)
        for user, inviter in zip(users, inviters, strict=True)
    )
    Membership.objects.create(tournament=home, user=owner, role=Role.ORGANIZER)

    with little_memory(12_000_000):
        assert hidden_from_an_organizer(copy) == frozenset()
        assert hidden_contacts(copy, visitor(users[-1])) == frozenset()
        Membership.objects.filter(user=users[0]).update(invited_by=None)
        assert hidden_from_an_organizer(copy) == {entry.pk}


@pytest.fixture
def crowd():
    return User.objects.bulk_create(User(username=f"user-{number}") for number in range(100))


@pytest.fixture
def crowded(crowd):
    """A person in the home of an owner, and in twenty other events, into whose teams another owner let a crowd."""
    owner, ally = UserFactory(), UserFactory()
    home = TournamentFactory(owner=owner)
    events = [TournamentFactory(owner=owner) for _event in range(20)]
    anna = PlayerFactory(home=home)
    for event in (home, *events):
        EntryFactory(tournament=event, player=anna)
    let_in(events, [ally], by=None)
    let_in(events, crowd, by=ally)
    return SimpleNamespace(anna=anna, home=home, events=events, owner=owner, ally=ally)


def let_in(events, accounts, *, by):
    Membership.objects.bulk_create(
        Membership(tournament=event, user=account, role=Role.ORGANIZER, invited_by=by)
        for event in events
        for account in accounts
    )


@contextmanager
def little_memory(most):
    tracemalloc.start()
    try:
        yield
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most


@pytest.mark.django_db
def test_teams_are_read_only_if_somebody_there_has_a_right_at_home(crowded, monkeypatch):
    """An account enters a person in 1,500 events of 300 members each: it took 12 s and 340 MB."""
    event = TournamentFactory(owner=crowded.owner)
    read = []
    monkeypatch.setattr(contacts, "inviters_of", lambda events: read.extend(events) or inviters_of(events))

    assert read_by_others([crowded.anna.pk], event) == set()
    assert read == []

    Membership.objects.create(tournament=crowded.home, user=crowded.ally, role=Role.ORGANIZER)
    assert read_by_others([crowded.anna.pk], event) == {crowded.anna.pk}
    assert len(read) == 21


@pytest.mark.django_db
def test_large_teams_of_many_events_take_little_memory(crowded, crowd):
    """All of them were in memory at once, with all their columns: 340 MB for 1,500 events of 300 members."""
    let_in([crowded.home], crowd[:1], by=crowded.owner)
    Membership.objects.filter(user=crowd[0]).update(invited_by=crowded.owner)
    event = TournamentFactory(owner=crowded.owner)

    with little_memory(1_000_000):
        assert read_by_others([crowded.anna.pk], event) == set()
        assert events_that_read([each.pk for each in crowded.events], home=crowded.home) == set()


@pytest.mark.django_db
def test_a_team_is_looked_at_once_whoever_reads_in_other_homes(crowded, crowd, monkeypatch):
    """Each home of other readers was looked at with the whole team: 1,500 homes and 300 members took 2.7 s."""
    event = TournamentFactory(owner=crowded.owner)
    let_in([event], crowd, by=crowded.owner)
    for number, home in enumerate(crowded.events):
        home.memberships.filter(user__in=crowd[number : number + 3]).delete()
        EntryFactory(tournament=event, player=PlayerFactory(home=home), number=number + 1)
    looks = []
    monkeypatch.setattr(contacts, "first_sponsors", lambda *team: looks.append(team) or first_sponsors(*team))

    assert hidden_from_an_organizer(event) == set()
    event.memberships.filter(user=crowd[1]).update(invited_by=None)
    of_two = event.entries.filter(number__in=(1, 2))
    assert hidden_from_an_organizer(event) == set(of_two.values_list("pk", flat=True))
    assert len(looks) == 2

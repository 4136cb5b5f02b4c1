"""A full log: strangers cannot fill that of others' events, and it never stops what protects people, nor a change of a
person on the page of another event."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.factories import (
    PASSWORD,
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    TournamentFactory,
    UserFactory,
    enter,
    visitor,
)  # fmt: skip
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.clubs.actions.edit_club import CopiedLinks, remove_organizer
from tournament.core.errors import LogFull
from tournament.core.limits import (
    LOGGED_FROM_OUTSIDE,
    LOGGED_WITH_NEW_LINKS,
    LOGGED_WITHOUT_REMOVALS,
    MOST_LOGGED,
)
from tournament.core.rates import Rate
from tournament.models import EntryFacts, EntryTerms, Membership, Player, PlayerFacts, Role, Tournament
from tournament.people.actions import own_entry, player_facts
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import CHANGES_BY_LINK
from tournament.people.actions.renew_links import renew_player_link
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName
from tournament.site.actions.invitations import invite
from tournament.site.actions.team import change_role, remove_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

OWN = {"name": "Anna Nová", "country": "", "mail": "anna@example.org", "may_publish": "on"}


def logged(tournament, entries):
    """Let the log have so many entries, without writing them."""
    Tournament.objects.filter(pk=tournament.pk).update(version=entries)


def log_of(tournament):
    return list(tournament.log.order_by("number").values_list("kind", flat=True))


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner)
    EntryTerms.objects.create(tournament=tournament, is_on=True, is_moderated=True)
    return tournament


@pytest.fixture
def anna(tournament):
    return EntryFactory(
        tournament=tournament, number=1, player__name="Anna Nová", player__mail="anna@example.org", language="en"
    )


@pytest.fixture
def organizer(client, owner):
    client.force_login(owner)
    client.post(reverse("confirm"), {"own_password": PASSWORD})
    return client


def change(entry, *, by=None, **said):
    return (by or Client()).post(entry.get_change_link(), OWN | said)


def anybody():
    """A visitor with a fresh account, whose uses of rate limits nobody has counted."""
    client = Client()
    client.force_login(UserFactory())
    return client


def test_whoever_uses_the_link_an_entry_is_changed_so_often_and_no_more(tournament, anna, monkeypatch):
    monkeypatch.setattr(own_entry, "FURTHER_CHANGES", Rate("further changes", 3, timedelta(days=90)))
    others = [EntryFactory(tournament=tournament, number=number, language="en") for number in (2, 3)]
    most = CHANGES_BY_LINK.burst + 3

    answers = [change(anna, by=anybody(), note=f"n{n}").status_code for n in range(most + 2)]

    assert answers == [302] * most + [409] * 2
    assert len(log_of(tournament)) == most
    for other in others:  # these have their own changes left, and no others
        name = other.player.name
        answers = [change(other, by=anybody(), name=name, note=f"n{n}").status_code for n in range(most)]
        assert answers == [302] * CHANGES_BY_LINK.burst + [409] * 3


def test_after_too_many_changes_the_consent_is_still_withdrawn(tournament, anna, monkeypatch):
    monkeypatch.setattr(own_entry, "FURTHER_CHANGES", Rate("further changes", 1, timedelta(days=90)))
    for n in range(CHANGES_BY_LINK.burst + 1):
        change(anna, note=f"n{n}")
    note = f"n{CHANGES_BY_LINK.burst}"

    refused = change(anna, note="vegan")
    withdrawn = change(anna, note=note, may_publish="")
    given = change(anna, note=note)

    anna.refresh_from_db()
    assert (refused.status_code, withdrawn.status_code, given.status_code) == (409, 302, 409)
    assert "ask the organizers" in refused.text
    assert not anna.may_publish


def test_what_strangers_log_leaves_room_for_the_hands(client, tournament, anna):
    hanchan = HanchanFactory(round__tournament=tournament, table__tournament=tournament)
    logged(tournament, LOGGED_FROM_OUTSIDE)
    said = {"name": "Eva", "mail": "eva@example.org", "key": str(uuid4())}

    assert change(anna, note="vegan").status_code == 409
    assert client.post(reverse("enter", args=[tournament.slug]), said).status_code == 409
    assert "Enter yourself" not in client.get(reverse("tournament", args=[tournament.slug])).text
    client.get(hanchan.table.get_link())
    hand = {"number": 1, "key": str(uuid4()), "revision": 0, "mode": "draw", "tenpai": ["0"]}
    client.post(reverse("hand-record", args=[tournament.slug, hanchan.pk]), hand)
    assert hanchan.hands.count() == 1
    assert LOGGED_FROM_OUTSIDE + 40_000 < 130_000, "400 players in 20 rounds, and what can come back from a laptop"


def test_what_a_player_withdraws_always_has_room(tournament, anna):
    EntryTerms.objects.update(is_moderated=False)  # else a new name is for the organizers
    logged(tournament, MOST_LOGGED)

    assert change(anna, name="Anna Dvořáková", may_publish="").status_code == 302
    assert Client().post(anna.get_cancel_link()).status_code == 302

    anna.refresh_from_db()
    assert (anna.player.name, anna.may_publish, anna.status) == ("Anna Dvořáková", False, "cancelled")
    assert log_of(tournament) == ["player.renamed", "entry.edited", "entry.cancelled"]


def test_organizers_withdraw_a_consent_whatever_the_log_holds(organizer, tournament, anna):
    logged(tournament, MOST_LOGGED)
    said = {"name": "Anna Nová", "mail": "anna@example.org", "status": "accepted"}
    address = reverse("entry-edit", args=[tournament.slug, 1])

    assert organizer.post(address, said).status_code == 302
    anna.refresh_from_db()
    assert not anna.may_publish
    assert organizer.post(address, said | {"may_publish": "on"}).status_code == 409


def test_roles_end_whatever_the_log_holds(owner, tournament, anna):
    first, second = (
        Membership.objects.create(tournament=tournament, user=UserFactory(), role=Role.ORGANIZER) for _member in "12"
    )
    by = visitor(owner)
    invite(tournament_id=tournament.pk, role=Role.REFEREE, by=by)
    logged(tournament, MOST_LOGGED)

    change_role(tournament_id=tournament.pk, member_id=second.pk, role=Role.REFEREE, by=by)
    remove_member(tournament_id=tournament.pk, member_id=first.pk, by=by, new_tables=True, new_players=True)

    with pytest.raises(LogFull):
        change_role(tournament_id=tournament.pk, member_id=second.pk, role=Role.ORGANIZER, by=by)
    assert [member.role for member in tournament.memberships.exclude(user=owner)] == [Role.REFEREE]
    assert not tournament.invitations.exists()
    archive_tournament(tournament_id=tournament.pk, by=by)


def test_new_links_have_room_of_their_own(owner, tournament, anna):
    known = {"tournament_id": tournament.pk, "number": 1, "by": visitor(owner)}
    logged(tournament, LOGGED_WITHOUT_REMOVALS)

    renew_player_link(**known)

    anna.refresh_from_db()
    assert log_of(tournament) == ["player.link_renewed"]
    logged(tournament, LOGGED_WITH_NEW_LINKS)
    with pytest.raises(LogFull):
        renew_player_link(**known)


def test_a_night_with_a_full_log_keeps_nobody_in_the_club(owner):
    former = UserFactory()
    club = ClubFactory(organizers=[owner, former])
    nights = [night_of(club, owner=owner, organizers=[former]) for _night in "123"]
    enter([EntryFactory.build(tournament=nights[0], number=1)])
    before = nights[0].entries.get().get_link()
    logged(nights[0], MOST_LOGGED)

    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(owner), new=CopiedLinks(players=True))

    assert list(club.organizers.all()) == [owner]
    assert not Membership.objects.filter(user=former).exists()
    assert nights[0].entries.get().get_link() != before


@pytest.fixture
def full(anna):
    """The entry of the same person in somebody else's event, whose log is full."""
    full = EntryFactory(tournament=TournamentFactory(owner=UserFactory()), number=7, player=anna.player)
    Player.objects.filter(pk=anna.player_id).update(home=anna.tournament)
    logged(full.tournament, MOST_LOGGED)
    return full


def test_a_full_log_elsewhere_stops_no_correction(organizer, tournament, anna, full):
    namesake = EntryFactory(tournament=full.tournament, number=8, player__name="Anna Dvořáková")
    said = {"name": "Anna Dvořáková", "mail": "new@example.org", "status": "accepted", "may_publish": "on"}

    assert change(anna, mail="new@example.org").status_code == 302
    assert organizer.post(reverse("entry-edit", args=[tournament.slug, 1]), said).status_code == 302

    full.refresh_from_db()
    assert (full.player.name, full.player.mail) == ("Anna Dvořáková", "new@example.org")
    assert log_of(tournament) == ["player.edited", "player.renamed"]
    assert log_of(full.tournament) == []
    namesake.refresh_from_db()
    assert (full.shares_name, namesake.shares_name) == (True, True)


def test_what_others_change_leaves_room_for_the_hands(organizer, tournament, anna, full, owner):
    said = {"mail": "anna@example.org", "status": "accepted", "may_publish": "on"}
    address = reverse("entry-edit", args=[tournament.slug, 1])
    logged(full.tournament, LOGGED_FROM_OUTSIDE)

    organizer.post(address, said | {"name": "Anna Nová", "mail": "new@example.org"})
    assert log_of(full.tournament) == []
    Membership.objects.create(tournament=full.tournament, user=owner, role=Role.ORGANIZER)
    organizer.post(address, said | {"name": "Anna Nová"})
    assert log_of(full.tournament) == ["player.edited"], "the same person organizes both"


def test_a_name_is_hidden_whatever_the_log_of_another_event_holds(organizer, anna, full, owner):
    Membership.objects.create(tournament=full.tournament, user=owner, role=Role.OWNER)
    address = reverse("person-shown", args=[anna.player_id])

    answers = [organizer.post(address, {"shown_as": shown_as}) for shown_as in ("initials", "name", "nobody", "name")]

    assert [answer.status_code for answer in answers] == [302, 409, 302, 409]
    anna.refresh_from_db()
    assert anna.player.shown_as == "nobody"
    assert log_of(full.tournament) == ["player.edited"] * 2, "the pages of that event learn that the name is hidden"


def test_a_full_log_elsewhere_stops_no_merge_and_no_pasted_list(organizer, owner, anna, full):
    Membership.objects.create(tournament=full.tournament, user=owner, role=Role.ORGANIZER)
    again = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player__name="Anna Nová")

    merged = organizer.post(reverse("entry-merge", args=[again.tournament.slug, 1]), {"player": anna.player_id})

    again.refresh_from_db()
    assert (merged.status_code, again.player_id) == (302, anna.player_id)
    facts = PlayerFacts(name="Anna Nová", country="CZ")
    name = PastedName(player=facts, entry=EntryFacts(), known=frozenset({anna.player_id}), choice=anna.player_id)
    new = TournamentFactory(owner=owner)
    assert add_players(tournament_id=new.pk, key=uuid4(), names=[name], by=visitor(owner)) == 1
    anna.player.refresh_from_db()
    assert anna.player.country == "CZ"


def test_however_many_accounts_change_a_person_another_event_logs_so_many(tournament, anna, full, monkeypatch):
    monkeypatch.setattr(player_facts, "LOGGED_ELSEWHERE", Rate("logged elsewhere", 2, timedelta(days=30)))
    monkeypatch.setattr(player_facts, "RENAMED_ELSEWHERE", Rate("renamed elsewhere", 1, timedelta(days=30)))
    logged(full.tournament, 0)

    for n in range(5):
        owner = UserFactory()
        Membership.objects.create(tournament=tournament, user=owner, role=Role.OWNER)
        facts = replace(facts_of(anna.player), name=f"Anna {n}")
        edit_entry(entry_id=anna.pk, player=facts, entry=entry_facts_of(anna), by=visitor(owner))
        anna.player.refresh_from_db()
        assert anna.player.name == f"Anna {n}"

    assert log_of(full.tournament) == ["player.renamed"] * 3
    assert log_of(tournament) == ["player.renamed"] * 5

"""Who decides about a person of several events: the home's owners, whatever others do, and whom the home chose."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.archive.test_hand_over import returned, taken
from tests.factories import ClubFactory, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.clubs.actions.edit_club import create_club
from tournament.clubs.actions.edit_people import add_guest
from tournament.clubs.actions.open_night import open_night
from tournament.core.actions import contacts
from tournament.core.queries.contacts import hidden_contacts
from tournament.models import Membership, Player, PlayerFacts
from tournament.people.actions.add_players import add_players
from tournament.people.actions.check_in import check_in_regular
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.player_facts import CHANGES_ELSEWHERE
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.renew_links import renew_player_link
from tournament.people.queries.person import removable_by
from tournament.people.queries.players import PastedName

pytestmark = pytest.mark.django_db

MAIL = "eva@example.org"
FORM = {"name": "Eva Malá", "country": "", "club": "", "mail": MAIL, "status": "accepted", "may_publish": "on"}


@pytest.fixture
def there(owner):
    return EntryFactory(
        tournament=TournamentFactory(owner=owner), number=1, player__name="Eva Malá", player__mail=MAIL
    )  # fmt: skip


@pytest.fixture
def copied(there, former):
    """The entry in a copy that somebody made who is in the team no more."""
    Membership.objects.create(tournament=there.tournament, user=former, role="organizer")
    copy = copy_tournament(
        origin_id=there.tournament_id, key=uuid4(), name="Copy", starts_on=None, with_team=False, with_entries=True,
        by=visitor(former),
    )  # fmt: skip
    Membership.objects.filter(tournament=there.tournament, user=former).delete()
    return copy.entries.get()


def test_a_number_of_a_player_of_any_of_the_persons_events_is_taken(client, there, copied):
    EntryFactory(tournament=copied.tournament, number=7, player__ema_number="09010001", may_publish=True)
    own = {"name": "Eva Malá", "country": "", "mail": MAIL, "may_publish": "on", "ema_number": "09010001"}

    assert client.post(there.get_change_link(), own).status_code == 409
    assert client.post(there.get_change_link(), own | {"ema_number": "09010002"}).status_code == 302
    there.player.refresh_from_db()
    assert there.player.ema_number == "09010002"


def test_no_link_tells_who_plays_in_a_private_event(client, there, copied):
    EntryFactory(tournament=copied.tournament, number=7, player__ema_number="09010001", may_publish=True)
    copied.tournament.is_public = False
    copied.tournament.save()
    own = {"name": "Eva Malá", "country": "", "mail": MAIL, "may_publish": "on"}

    answers = [client.post(there.get_change_link(), own | {"ema_number": f"0901000{n}"}) for n in (1, 2)]
    assert [answer.status_code for answer in answers] == [302, 302]


@pytest.mark.parametrize("shares", ["owner", "club"])
def test_who_lets_a_person_go_gets_no_home_of_theirs_while_the_owner_has_one(owner, former, shares, let_go):
    """The organizer's own event is earlier; the owner owns it too, or it is a night of the same club."""
    club = ClubFactory(organizers=[owner, former]) if shares == "club" else None
    first, theirs, later = (
        TournamentFactory(owner=user, organizers=[other], club=club)
        for user, other in ((owner, former), (former, owner), (owner, former))
    )
    if shares == "owner":
        theirs.memberships.filter(user=owner).update(role="owner")
    there = EntryFactory(tournament=first, player__name="Eva Malá", player__mail=MAIL)
    for event in (theirs, later):
        EntryFactory(tournament=event, player=there.player)

    let_go(there)

    assert (person(there).home, person(there).mail) == (later, MAIL)


@pytest.mark.parametrize("has_agreed", [True, False])
def test_an_event_whose_organizer_makes_the_owner_an_owner_unasked_is_not_theirs(owner, former, let_go, has_agreed):
    """The organizer would remove the owner there afterwards, and keep the person."""
    home = TournamentFactory(owner=owner, organizers=[former])
    theirs = TournamentFactory(owner=former)
    Membership.objects.create(tournament=theirs, user=owner, role="owner", has_agreed=has_agreed)
    there = EntryFactory(tournament=home, player__name="Eva Malá", player__mail=MAIL)
    EntryFactory(tournament=theirs, player=there.player)

    let_go(there)

    assert (person(there).home, person(there).mail) == ((theirs, MAIL) if has_agreed else (None, ""))


def renames(client, user, entry, name):
    client.force_login(user)
    address = reverse("entry-edit", args=[entry.tournament.slug, entry.number])
    return client.post(address, FORM | {"name": name}).status_code == 302


def person(entry):
    return Player.objects.get(pk=entry.player_id)


def removes(user, entry):
    return removable_by(visitor(user)).filter(pk=entry.player_id).exists()


def test_a_rehearsal_is_nobodys_home(owner, former):
    """The organizer who starts it owns it, and its owners remove the person everywhere."""
    home = TournamentFactory(owner=owner, organizers=[former])
    rehearsal = TournamentFactory(owner=former, rehearsal_of=home)
    Membership.objects.create(tournament=rehearsal, user=owner, role="owner")
    there = EntryFactory(tournament=home, player__name="Eva Malá", player__mail=MAIL)
    EntryFactory(tournament=rehearsal, player=there.player)

    remove_entry(tournament_id=home.pk, entry_id=there.pk, by=visitor(former))

    assert (person(there).home, person(there).mail) == (None, "")


def test_a_merge_of_others_takes_nothing_from_the_homes_owner_and_the_person(client, owner, former, there, copied):
    own = EntryFactory(tournament=TournamentFactory(owner=former), number=1, player__name="Eva Malá")

    merge_players(player_id=own.player_id, into_id=copied.player_id, by=visitor(former))

    assert person(there).home == there.tournament
    changed = client.post(f"{there.get_link()}change/", FORM | {"name": "Eva Velká", "note": ""})
    assert changed.status_code == 302
    assert renames(client, owner, there, "Eva Nová")
    assert removes(owner, there)
    assert not removes(former, own)
    assert not renames(client, former, copied, "Silly")


def test_after_a_merge_of_others_they_still_get_nothing(client, former, there, copied, let_go):
    own = EntryFactory(tournament=TournamentFactory(owner=former), number=1, player__name="Eva Malá")
    merge_players(player_id=own.player_id, into_id=copied.player_id, by=visitor(former))
    remove_entry(tournament_id=copied.tournament_id, entry_id=copied.pk, by=visitor(former))

    let_go(there)

    assert (person(there).home, person(there).mail) == (None, "")


def test_the_home_passes_to_another_event_of_its_owner(client, owner, former, there, copied, let_go):
    second = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)

    let_go(there)

    assert (person(second).home, person(second).mail) == (second.tournament, MAIL)
    assert not renames(client, former, copied, "Silly")
    assert not removes(former, copied)
    assert renames(client, owner, second, "Eva Nová")
    assert removes(owner, second)


def test_a_removal_reads_only_the_teams_of_events_that_the_person_entered(owner, there, let_go, monkeypatch):
    """An owner may have hundreds of others, each with a team of 300: a hand elsewhere waited for ten seconds."""
    second = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)
    TournamentFactory(owner=owner)
    read = []
    monkeypatch.setattr(contacts, "events_that_read", lambda events, home: read.append(events) or set(events))

    let_go(there)

    assert read == [{second.tournament_id}]
    assert person(second).home == second.tournament


def test_links_of_before_open_nothing_new_in_the_next_home(client, owner, there, let_go):
    """Who left the next home's team before may have kept them."""
    second = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)
    own = {"name": "Eva Malá", "country": "", "club": "Elsewhere", "mail": MAIL, "may_publish": "on"}
    let_go(there)

    assert MAIL not in client.get(second.get_link()).text
    answer = client.post(second.get_change_link(), own)
    assert answer.status_code == 409
    assert "Ask the organizers for a new link" in answer.text
    assert person(second).club == ""

    renew_player_link(tournament_id=second.tournament_id, number=1, by=visitor(owner))
    second.refresh_from_db()
    assert MAIL in client.get(second.get_link()).text
    assert client.post(second.get_change_link(), own).status_code == 302
    assert person(second).club == "Elsewhere"


def test_it_does_not_pass_to_an_event_that_lured_the_owner(owner, former, there, copied, let_go):
    Membership.objects.create(tournament=copied.tournament, user=owner, role="owner", invited_by=former)

    let_go(there)

    assert (person(copied).home, person(copied).mail) == (None, "")


def test_who_is_in_others_events_and_has_no_home_is_decided_about_by_staff_alone(client, owner, former, there, copied):
    EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)
    Player.objects.update(home=None)

    for user, entry in ((owner, there), (former, copied)):
        assert not renames(client, user, entry, "Silly")
        assert not removes(user, entry)
    assert removes(UserFactory(is_staff=True), there)


def test_who_merges_gives_away_only_what_is_theirs(former):
    own = EntryFactory(tournament=TournamentFactory(owner=former))
    theirs = EntryFactory(tournament=TournamentFactory(owner=UserFactory(), organizers=[former]))

    merge_players(player_id=theirs.player_id, into_id=own.player_id, by=visitor(former))

    assert person(own).home == theirs.tournament


def test_a_club_keeps_its_guest_and_no_other_club_gets_the_mail(owner, former):
    def night(user):
        club = create_club(name=f"Club {user}", place="", ruleset_key="wrc_2015", by=visitor(user))
        event = open_night(
            club_id=club.pk, key=uuid4(), name="Night", starts_on=None, is_club_night=True, is_public=True,
            league_id=None, by=visitor(user),
        )  # fmt: skip
        return club, event

    (club, first), (other, theirs) = night(owner), night(former)
    entry = EntryFactory(tournament=first, number=1, player__mail=MAIL)
    add_guest(club_id=club.pk, player_id=entry.player_id, by=visitor(owner))

    remove_entry(tournament_id=first.pk, entry_id=entry.pk, by=visitor(owner))
    assert (person(entry).home, person(entry).mail) == (None, MAIL)
    again = check_in_regular(tournament_id=first.pk, player_id=entry.player_id, by=visitor(owner))
    assert person(entry).home == first

    known = EntryFactory(tournament=theirs, number=1, player=entry.player)
    add_guest(club_id=other.pk, player_id=entry.player_id, by=visitor(former))
    remove_entry(tournament_id=theirs.pk, entry_id=known.pk, by=visitor(former))
    remove_entry(tournament_id=first.pk, entry_id=again.pk, by=visitor(owner))
    check_in_regular(tournament_id=theirs.pk, player_id=entry.player_id, by=visitor(former))
    assert (person(entry).home, person(entry).home_club, person(entry).mail) == (None, club, MAIL)
    assert theirs.entries.get().pk in hidden_contacts(theirs, visitor(former))
    assert not removes(former, entry)
    check_in_regular(tournament_id=first.pk, player_id=entry.player_id, by=visitor(owner))
    assert (person(entry).home, person(entry).mail) == (first, MAIL)


@pytest.mark.slow
def test_the_way_to_a_laptop_and_back_moves_no_home(owner, there, copied):
    nina = PastedName(player=PlayerFacts(name="Nina"), choice="new", known=frozenset())
    for entry in (copied, there):
        by = visitor(entry.tournament.memberships.get().user)
        new = taken(entry.tournament, by)
        assert {one.player.home for one in new.entries.all()} == {new}
        add_players(tournament_id=new.pk, key=uuid4(), names=[nina], by=by)

        bring_back(tournament_id=entry.tournament_id, file=returned(new, by), by=by)

        assert person(there).home == there.tournament
        assert entry.tournament.entries.get(number=2).player.home == entry.tournament


@pytest.mark.slow
def test_a_home_that_lets_somebody_go_on_a_laptop_passes_on_there_too(owner, there, copied):
    second = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)
    new = taken(there.tournament, visitor(owner))
    remove_entry(tournament_id=new.pk, entry_id=new.entries.get().pk, by=visitor(owner))

    bring_back(tournament_id=there.tournament_id, file=returned(new, visitor(owner)), by=visitor(owner))

    assert (person(copied).home, person(copied).mail) == (second.tournament, MAIL)


def test_the_home_does_not_fill_the_logs_of_others(client, owner, former, there, copied):
    """A full log takes no hands any more. Who organizes all of a person's events changes them as often as they like."""
    client.force_login(owner)
    address = reverse("entry-edit", args=[there.tournament.slug, 1])
    most = CHANGES_ELSEWHERE.burst

    answers = [client.post(address, FORM | {"name": f"Eva {n}"}).status_code for n in range(most + 3)]

    assert answers == [302] * most + [409] * 3
    assert copied.tournament.log.filter(kind="player.renamed").count() == most
    assert client.post(address, FORM | {"name": f"Eva {most - 1}", "note": "pays later"}).status_code == 302
    Membership.objects.create(tournament=copied.tournament, user=owner, role="organizer")
    assert client.post(address, FORM | {"name": "Eva Malá"}).status_code == 302


def test_the_persons_own_link_does_not_either(client, there, copied):
    most = CHANGES_ELSEWHERE.burst
    own = {"country": "", "mail": MAIL, "may_publish": "on"}

    answers = [client.post(there.get_change_link(), own | {"name": f"Eva {n}"}).status_code for n in range(most + 1)]

    assert answers == [302] * most + [409]
    assert copied.tournament.log.filter(kind="player.renamed").count() == most

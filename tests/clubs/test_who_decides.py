"""The club alone decides about the people of its list, also if somebody else organizes all their events."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.archive.laptops import Network, file_for_laptop, go_on
from tests.clubs.nights import night_of
from tests.clubs.people import (
    MAIL,
    changed_at_laptop,
    check_in,
    copied,
    exports,
    fresh,
    regular,
    removed,
    removes,
    renamed,
)
from tests.factories import EntryFactory, TournamentFactory, visitor
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import EntryStatus, PlayerFacts, ShownAs
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import OfOtherClub, edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import ClubDecides, edit_own_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def kept(club, organizer, former, dora):
    """The person's only entry: in a private copy of somebody who was removed from the club."""
    theirs = night_of(club, owner=former)
    check_in(theirs, dora, former)
    copy = copied(theirs, former)
    delete_tournament(tournament_id=theirs.pk, name=theirs.name, by=visitor(former))
    removed(club, former, organizer)
    return copy.entries.get()


def rename_by_link(entry, user):
    facts = PlayerFacts(name="Silly")
    edit_own_entry(entry_id=entry.pk, player=facts, team="", note="", may_publish=True, by=visitor(user))


def hide_name(entry, user):
    show_person(player_id=entry.player_id, shown_as=ShownAs.NOBODY, by=visitor(user))


def remove(entry, user):
    remove_person(player_id=entry.player_id, by=visitor(user))


def merge_into_own(entry, user):
    own = EntryFactory(tournament=TournamentFactory(owner=user), player__name="Silly").player
    merge_players(player_id=entry.player_id, into_id=own.pk, by=visitor(user))


def merge_hidden(entry, user):
    """Merge a person of one's own, whose name is hidden, into the person of the club."""
    own = EntryFactory(tournament=TournamentFactory(owner=user), player__name="Silly").player
    show_person(player_id=own.pk, shown_as=ShownAs.NOBODY, by=visitor(user))
    merge_players(player_id=own.pk, into_id=entry.player_id, by=visitor(user))


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (renamed, OfOtherClub),
        (rename_by_link, ClubDecides),
        (hide_name, OfOtherClub),
        (remove, OfOtherClub),
        (merge_into_own, OfOtherClub),
        (merge_hidden, OfOtherClub),
    ],
)
def test_whoever_organizes_all_events_of_a_clubs_person_does_not_decide(kept, former, dora, act, refusal):
    before = facts_of(fresh(dora))

    with pytest.raises(refusal):
        act(kept, former)

    assert facts_of(fresh(dora)) == before
    assert (fresh(dora).home, fresh(dora).removed_at) == (None, None)
    assert not removes(former, dora)


def test_a_list_and_a_merge_change_no_details_of_a_clubs_person(kept, former, dora):
    by, before = visitor(former), facts_of(fresh(dora))
    own = EntryFactory(tournament=TournamentFactory(owner=former), player__name="Silly").player
    line = PastedName(
        player=PlayerFacts(name=dora.name, phone="+1 555 0100", country="FR"),
        known=frozenset({dora.pk}),
        choice=dora.pk,
    )

    add_players(tournament_id=TournamentFactory(owner=former).pk, key=uuid4(), names=[line], by=by)
    merge_players(player_id=own.pk, into_id=dora.pk, by=by)

    assert facts_of(fresh(dora)) == before
    assert (fresh(dora).home, fresh(dora).removed_at) == (None, None)
    assert not removes(former, dora)


def test_the_club_changes_and_removes_its_people_without_a_home(client, club, kept, organizer, dora):
    assert removes(organizer, dora)
    assert not exports(organizer, dora), "the other organizer's data is not shown"
    listed = regular(club, organizer, "Emil")
    assert exports(organizer, listed)
    own = EntryFactory(tournament=TournamentFactory(owner=organizer), player=dora)

    renamed(own, organizer)
    assert fresh(dora).name == "Silly"
    client.force_login(organizer)
    for player in (dora, listed):
        answer = client.post(reverse("person-remove", args=[player.pk]), {"understood": "on"})
        assert answer.status_code == 302
        assert fresh(player).removed_at is not None


@pytest.mark.parametrize("trick", ["rename", "remove"])
def test_the_file_of_a_laptop_changes_nobody_of_a_club(kept, former, club, dora, trick):
    changed_at_laptop(kept, former, trick)

    kept.tournament.refresh_from_db()
    assert kept.tournament.away_since is None
    assert (fresh(dora).name, fresh(dora).mail) == ("Dora Later", MAIL)
    assert club.people.filter(pk=dora.pk).exists()
    assert (kept.tournament.entries.get().player == dora) == (trick == "rename")


def test_the_mirror_goes_on_after_a_laptop_changed_somebody_of_a_club(kept, former, dora):
    network, home = Network(), kept.tournament
    take_to_laptop(tournament_id=home.pk, place="the hall", by=visitor(former))
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=visitor(former))

    for status in (EntryStatus.WAITING, EntryStatus.ACCEPTED):
        there = laptop.entries.get()
        facts = replace(entry_facts_of(there), status=status)
        edit_entry(entry_id=there.pk, player=PlayerFacts(name="Silly"), entry=facts, by=visitor(former))
        assert go_on(network) == 1
        assert home.entries.get().status == status

    assert fresh(dora).name == "Dora Later"

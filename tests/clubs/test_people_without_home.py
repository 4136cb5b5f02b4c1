"""Somebody without a home gets one, or a club, only by who decides about the person, or at the person's own club."""

from dataclasses import replace

import pytest

from tests.archive.test_hand_over import returned, taken
from tests.clubs.nights import night_of
from tests.clubs.test_home_clubs import copied, fresh, removed
from tests.factories import STRANGER, EntryFactory, PlayerFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.clubs.actions.edit_people import add_guest
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import ClubDecides, edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MAIL = "gitta@private.example"


@pytest.fixture
def former(club):
    """An organizer of the club who is going to be removed."""
    account = UserFactory(username="former")
    club.organizers.add(account)
    return account


@pytest.fixture
def gitta():
    return PlayerFactory(name="Gitta Guest", mail=MAIL)


@pytest.fixture
def listed(club, organizer, former, gitta):
    """The only entry of somebody who is on the club's list, without a home and a club: in a private copy."""
    night = night_of(club, owner=organizer, organizers=[former])
    entry = EntryFactory(tournament=night, player=gitta, number=1)
    copy = copied(night, former)
    add_guest(club_id=club.pk, player_id=gitta.pk, by=visitor(organizer))
    remove_entry(tournament_id=night.pk, entry_id=entry.pk, by=visitor(organizer))
    removed(club, former, organizer)
    assert (fresh(gitta).home, fresh(gitta).home_club) == (None, None)
    return copy.entries.get()


@pytest.mark.parametrize("trick", ["rename", "remove"])
def test_a_laptops_file_changes_nobody_of_a_list(club, former, gitta, listed, trick):
    by = visitor(former)
    laptop = taken(listed.tournament, by)
    there = laptop.entries.get()
    if trick == "rename":
        renamed = replace(facts_of(there.player), name="Silly")
        edit_entry(entry_id=there.pk, player=renamed, entry=entry_facts_of(there), by=by)
    else:
        remove_person(player_id=there.player_id, by=by)

    brought = bring_back(tournament_id=listed.tournament_id, file=returned(laptop, by), by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    assert fresh(gitta).name == "Gitta Guest"
    assert club.people.filter(pk=gitta.pk).exists()


def test_a_private_link_changes_nobody_of_a_list(gitta, listed):
    silly = replace(facts_of(fresh(gitta)), name="Silly")

    with pytest.raises(ClubDecides):
        edit_own_entry(entry_id=listed.pk, player=silly, team="", note="", may_publish=True, by=STRANGER)

    assert fresh(gitta).name == "Gitta Guest"

"""Somebody without a home gets one, or a club, only by who decides about the person, or at the person's own club."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.clubs.nights import night_of
from tests.clubs.people import (
    MAIL,
    changed_at_laptop,
    check_in,
    copied,
    entered_without_home,
    fresh,
    reads,
    regular,
    removed,
    removes,
)
from tests.factories import (
    STRANGER,
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    visitor,
)
from tournament.clubs.actions.edit_people import add_guest
from tournament.core.actions.contacts import bring_homes_back
from tournament.core.queries.contacts import read_by_others
from tournament.models import Membership, Player, PlayerFacts, Role
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import OfOtherClub, PlaysElsewhere
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import ClubDecides, edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.django_db, pytest.mark.database]


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
    before = facts_of(fresh(gitta))

    brought = changed_at_laptop(listed, former, trick)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    assert facts_of(fresh(gitta)) == before
    assert fresh(gitta).name == "Gitta Guest"
    assert club.people.filter(pk=gitta.pk).exists()


def test_a_private_link_changes_nobody_of_a_list(gitta, listed):
    silly = replace(facts_of(fresh(gitta)), name="Silly")

    with pytest.raises(ClubDecides):
        edit_own_entry(entry_id=listed.pk, player=silly, team="", note="", may_publish=True, by=STRANGER)

    assert fresh(gitta).name == "Gitta Guest"


def entered(tournament, player, by, **facts):
    """Enter a known player by a pasted list; return the entry."""
    known = {"known": frozenset({player.pk}), "choice": player.pk}
    line = PastedName(player=PlayerFacts(name=player.name, **facts), **known)
    add_players(tournament_id=tournament.pk, key=uuid4(), names=[line], by=visitor(by))
    return tournament.entries.get(player=player)


def taken_out(entry, by):
    remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=visitor(by))


@pytest.fixture
def passed_on(club, organizer, former, gitta):
    """A guest whom an organizer of the club took out of another's night, after having entered her at a night of their
    own; she plays elsewhere too."""
    theirs = night_of(club, owner=organizer, organizers=[former])
    own = night_of(club, owner=former, organizers=[organizer])
    entry = EntryFactory(tournament=theirs, player=gitta, number=1)
    EntryFactory(tournament=TournamentFactory(), player=gitta)
    entered(own, gitta, former)
    taken_out(entry, former)
    assert fresh(gitta).home == own
    return own


def test_a_guest_who_passes_to_another_organizers_night_belongs_to_the_club(club, organizer, former, gitta, passed_on):
    assert reads(organizer, passed_on, gitta), "nothing changes while both organize the club"

    removed(club, former, organizer)

    assert not reads(former, passed_on, gitta)
    assert (removes(former, gitta), removes(organizer, gitta)) == (False, True)
    assert club.people.filter(pk=gitta.pk).exists(), "the club finds her"
    ours = night_of(club, owner=organizer)
    check_in(ours, gitta, organizer)
    assert reads(organizer, ours, gitta)


def test_a_guest_leaves_the_club_with_the_last_of_its_nights(club, organizer, gitta, passed_on):
    taken_out(passed_on.entries.get(), organizer)

    left = fresh(gitta)
    assert (left.home, left.home_club, left.mail) == (None, None, "")
    assert not club.people.filter(pk=gitta.pk).exists()


def test_a_guest_stays_with_an_owner_of_the_home(club, organizer, gitta):
    """Who opened both nights takes the guest along when they leave the club with them."""
    first, second = (night_of(club, owner=organizer) for _night in range(2))
    entry = EntryFactory(tournament=first, player=gitta, number=1)
    entered(second, gitta, organizer)

    taken_out(entry, organizer)

    assert (fresh(gitta).home, fresh(gitta).home_club) == (second, None)


@pytest.mark.parametrize("way", ["between left", "circle"])
def test_second_accounts_of_who_was_removed_read_nobody(club, organizer, former, way):
    between, last = UserFactory(), UserFactory()
    night = night_of(club, owner=organizer, organizers=[former])
    dora = PlayerFactory(name="Dora", mail=MAIL, home_club=club)
    club.people.add(dora)
    first, _second = (
        Membership.objects.create(tournament=night, user=user, role=Role.ORGANIZER, invited_by=by)
        for user, by in ((between, former), (last, between))
    )
    check_in(night, dora, organizer)
    assert reads(last, night, dora), "an organizer of the club vouches for them"
    if way == "circle":
        Membership.objects.filter(pk=first.pk).update(invited_by=last)
    else:
        first.delete()

    removed(club, former, organizer)

    assert not reads(last, night, dora)
    assert fresh(dora).home is None


def test_taking_homes_back_needs_no_more_queries_for_more_nights(club, organizer):
    def queries(nights):
        former = UserFactory()
        club.organizers.add(former)
        for number in range(nights):
            night = night_of(club, owner=organizer, organizers=[former])
            dora = PlayerFactory(name=f"Dora {nights} {number}", home_club=club)
            club.people.add(dora)
            check_in(night, dora, organizer)
            assert fresh(dora).home == night
        club.organizers.remove(former)
        with CaptureQueriesContext(connection) as captured:
            bring_homes_back(club)
        assert not club.people.filter(home__isnull=False).exists()
        return len(captured)

    assert queries(1) == queries(5)


@pytest.fixture
def own(club, organizer):
    """A regular of the club, whose home is the organizer's night."""
    player = regular(club, organizer, "Gitta Guest")
    check_in(night_of(club, owner=organizer), player, organizer)
    return fresh(player)


def elsewhere(gitta, event):
    """Gitta plays in somebody else's event too."""
    entered_without_home(gitta, event, TournamentFactory())


def on_another_list(gitta, event):
    """Gitta is on the list of another club."""
    ClubFactory(people=[gitta])
    entered_without_home(gitta, event)


@pytest.mark.parametrize(("place", "refusal"), [(elsewhere, PlaysElsewhere), (on_another_list, OfOtherClub)])
def test_a_merge_with_ones_own_regular_gives_no_home(club, organizer, gitta, own, place, refusal):
    place(gitta, TournamentFactory(owner=organizer))

    with pytest.raises(PlaysElsewhere) as refused:
        merge_players(player_id=own.pk, into_id=gitta.pk, by=visitor(organizer))

    assert refused.type is refusal
    assert (fresh(gitta).home, fresh(gitta).home_club) == (None, None)
    assert not removes(organizer, gitta)
    assert fresh(own).home_club == club


def test_an_organizer_who_owns_no_event_of_somebody_makes_no_regular_of_them(organizer, gitta, own):
    entered_without_home(gitta, TournamentFactory(organizers=[organizer]))

    for old, new in ((own, gitta), (gitta, own)):
        with pytest.raises(PlaysElsewhere):
            merge_players(player_id=old.pk, into_id=new.pk, by=visitor(organizer))

    assert (fresh(gitta).home, fresh(gitta).home_club) == (None, None)


@pytest.mark.parametrize("into_regular", [True, False])
def test_a_guest_whom_the_club_may_have_is_merged_with_a_regular(club, organizer, former, gitta, own, into_regular):
    """Also by somebody who owns no night of the guest's."""
    entered_without_home(gitta, night_of(club, owner=former, organizers=[organizer]))
    old, new = (gitta, own) if into_regular else (own, gitta)

    merge_players(player_id=old.pk, into_id=new.pk, by=visitor(organizer))

    assert (fresh(new).home, fresh(new).home_club) == (own.home, club)


@pytest.mark.parametrize("way", ["belongs to the club", "on its list", "entered at its night"])
@pytest.mark.parametrize("is_in_team", [True, False])
def test_a_list_fills_in_no_contacts_that_a_club_could_read_later(club, organizer, former, gitta, way, is_in_team):
    """Another organizer of the club has put somebody on its list under a name that will come in a list of entrants."""
    is_night = way == "entered at its night"
    entered_without_home(
        gitta, TournamentFactory(owner=organizer, club=club if is_night else None, is_club_night=is_night)
    )
    if way != "entered at its night":
        club.people.add(gitta)
    if way == "belongs to the club":
        Player.objects.filter(pk=gitta.pk).update(home_club=club)
    event = TournamentFactory(owner=organizer, organizers=[former] if is_in_team else [])

    entered(event, gitta, organizer, mail=MAIL, country="CZ")

    assert (fresh(gitta).mail, fresh(gitta).country) == (MAIL if is_in_team else "", "CZ")


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_list_fills_in_no_contacts_of_who_is_at_home_in_a_club_with_other_organizers(
    club, organizer, former, gitta, is_guest
):
    """The other organizer is in the team of no event, but could check the person in at an own night."""
    home = night_of(club, owner=organizer)
    EntryFactory(tournament=home, player=gitta)
    Player.objects.filter(pk=gitta.pk).update(home=home, home_club=None if is_guest else club, mail="")

    entered(TournamentFactory(owner=organizer), gitta, organizer, mail=MAIL)
    assert fresh(gitta).mail == ""
    entered(TournamentFactory(owner=organizer, organizers=[former]), gitta, organizer, mail=MAIL)
    assert fresh(gitta).mail == MAIL


@pytest.mark.parametrize("left", [True, False])
def test_a_list_fills_in_no_contacts_that_the_team_of_another_event_could_read_later(organizer, gitta, left):
    """Somebody without a home: each event can be the home later."""
    other = TournamentFactory(owner=organizer, organizers=[] if left else [UserFactory()])
    entered_without_home(gitta, other)

    entered(TournamentFactory(owner=organizer), gitta, organizer, mail=MAIL)

    assert fresh(gitta).mail == (MAIL if left else "")


def test_who_reads_contacts_later_is_found_in_as_many_queries_for_more_people(club, organizer, former):
    def queries(people):
        players = [PlayerFactory(home_club=club) for _person in range(people)]
        for player in players:
            entered_without_home(player, night_of(club, owner=organizer, organizers=[former]))
            club.people.add(player)
        event = TournamentFactory(owner=organizer)
        with CaptureQueriesContext(connection) as captured:
            assert read_by_others([player.pk for player in players], event) == {player.pk for player in players}
        return len(captured)

    assert queries(1) == queries(5)

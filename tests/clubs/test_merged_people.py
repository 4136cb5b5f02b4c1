"""A merge of two records of a person takes nobody from the club and gives nobody to it who is somebody else's."""

import pytest

from tests.clubs.nights import night_of
from tests.clubs.people import MAIL, check_in, fresh, regular, removed, removes
from tests.factories import ClubFactory, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.clubs.actions.edit_people import add_guest, remove_from_club
from tournament.models import Player
from tournament.people.actions.edit_entry import PlaysElsewhere
from tournament.people.actions.merge_players import OfTwoClubs, merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def two_records(club, organizer, dora, *, home):
    """Enter the person of the list at a night, and the same person again in another event, whose home it is."""
    night = night_of(club, owner=organizer)
    check_in(night, dora, organizer)
    return night, EntryFactory(tournament=home, player__name="Dora Later").player


@pytest.mark.parametrize("into_regular", [True, False])
def test_a_merge_takes_nobody_from_the_club(club, organizer, dora, into_regular):
    own = TournamentFactory(owner=organizer)
    night, again = two_records(club, organizer, dora, home=own)
    old, new = (again, dora) if into_regular else (dora, again)

    merge_players(player_id=old.pk, into_id=new.pk, by=visitor(organizer))

    assert (fresh(new).home, fresh(new).home_club, fresh(new).mail) == (night, club, MAIL)
    assert club.people.filter(pk=new.pk).exists()


@pytest.mark.parametrize("into_regular", [True, False])
def test_a_merge_with_somebody_elses_person_gives_nobody_away(club, organizer, dora, into_regular):
    theirs = TournamentFactory(owner=UserFactory(), organizers=[organizer])
    _night, again = two_records(club, organizer, dora, home=theirs)
    old, new = (again, dora) if into_regular else (dora, again)

    with pytest.raises(PlaysElsewhere) as refusal:
        merge_players(player_id=old.pk, into_id=new.pk, by=visitor(organizer))
    assert refusal.type is PlaysElsewhere, "no other club decides"

    assert Player.objects.filter(pk__in=[old.pk, new.pk]).count() == 2


@pytest.mark.parametrize("into_regular", [True, False])
def test_a_merge_with_a_guest_of_another_night_keeps_a_home_in_the_club(club, organizer, former, dora, into_regular):
    theirs = night_of(club, owner=former, organizers=[organizer])
    _night, again = two_records(club, organizer, dora, home=theirs)
    old, new = (again, dora) if into_regular else (dora, again)

    merge_players(player_id=old.pk, into_id=new.pk, by=visitor(organizer))

    assert (fresh(new).home, fresh(new).home_club) == (theirs, club)
    removed(club, former, organizer)
    assert not removes(former, new)
    assert removes(organizer, new)


@pytest.mark.parametrize("is_listed", [True, False])
def test_people_of_two_clubs_are_merged_once_one_has_left_the_list(club, organizer, dora, is_listed):
    """Guests who belong to a club without being on its list come on it first."""
    other = ClubFactory(organizers=[organizer])
    again = regular(other, organizer)
    for place, player in ((club, dora), (other, again)):
        check_in(night_of(place, owner=organizer), player, organizer)
    if not is_listed:
        other.people.remove(again)

    with pytest.raises(OfTwoClubs):
        merge_players(player_id=dora.pk, into_id=again.pk, by=visitor(organizer))
    add_guest(club_id=other.pk, player_id=again.pk, by=visitor(organizer))
    remove_from_club(club_id=other.pk, player_id=again.pk, by=visitor(organizer))
    merge_players(player_id=again.pk, into_id=dora.pk, by=visitor(organizer))

    assert fresh(dora).home_club == club

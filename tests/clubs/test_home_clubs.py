"""The people of a club's list belong to the club: no former organizer reads, changes or removes them."""

from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.clubs.nights import night_of
from tests.clubs.people import MAIL, check_in, copied, exports, fresh, reads, regular, removed, removes
from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions.edit_people import add_guest, remove_from_club
from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.journal import log
from tournament.models import Club, Membership, Player, PlayerFacts, Role
from tournament.people.actions.add_players import add_players
from tournament.people.actions.own_entry import ClubDecides, edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def keep(club, user, night, dora):
    """Keep the night and the copy as they are."""


def delete_night(club, user, night, dora):
    delete_tournament(tournament_id=night.pk, name=night.name, by=visitor(user))


def take_out(club, user, night, dora):
    remove_entry(tournament_id=night.pk, entry_id=night.entries.get().pk, by=visitor(user))


def strike_off_the_list(club, user, night, dora):
    remove_from_club(club_id=club.pk, player_id=dora.pk, by=visitor(user))
    add_guest(club_id=club.pk, player_id=dora.pk, by=visitor(user))
    Player.objects.filter(pk=dora.pk).update(mail=MAIL)  # as if the club had entered it again


def leave_only_the_copy(club, user, night, dora):
    find_new_homes([dora.pk], leaving=night)
    night.entries.all().delete()


@pytest.mark.parametrize(
    ("trick", "club_decides"),
    [
        (keep, True),
        (delete_night, True),
        (take_out, True),
        (strike_off_the_list, False),  # nobody decides while the person plays outside the club
        (leave_only_the_copy, True),
    ],
)
def test_a_private_copy_of_a_night_takes_nobody_along(club, organizer, former, dora, trick, club_decides):
    theirs = night_of(club, owner=former)
    check_in(theirs, dora, former)
    copy = copied(theirs, former)
    trick(club, former, theirs, dora)

    removed(club, former, organizer)

    assert not reads(former, copy, dora)
    assert (removes(former, dora), exports(former, dora)) == (False, False)
    ours = night_of(club, owner=organizer)
    check_in(ours, dora, organizer)
    assert not reads(former, copy, dora)
    assert (removes(former, dora), exports(former, dora)) == (False, False)
    assert (reads(organizer, ours, dora), removes(organizer, dora)) == (club_decides, club_decides)


def test_a_club_of_who_was_removed_gets_nobody_of_the_list(club, organizer, former, dora):
    theirs = night_of(club, owner=former)
    check_in(theirs, dora, former)
    removed(club, former, organizer)
    own = ClubFactory(organizers=[former])
    night = night_of(own, owner=former)
    line = PastedName(player=PlayerFacts(name=dora.name), known=frozenset({dora.pk}), choice=dora.pk)
    add_players(tournament_id=night.pk, key=uuid4(), names=[line], by=visitor(former))
    add_guest(club_id=own.pk, player_id=dora.pk, by=visitor(former))
    for entry in dora.entries.all():
        remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=visitor(former))

    check_in(night, dora, former)

    assert (fresh(dora).home, fresh(dora).home_club) == (None, club)
    assert not reads(former, night, dora)
    assert not removes(former, dora)
    ours = night_of(club, owner=organizer)
    check_in(ours, dora, organizer)
    assert reads(organizer, ours, dora)
    assert removes(organizer, dora)


def test_a_night_whose_new_owner_is_no_organizer_of_the_club_is_no_home(club, organizer, former, dora):
    theirs = night_of(club, owner=former)
    check_in(theirs, dora, former)
    outsider = UserFactory()
    Membership.objects.create(tournament=theirs, user=outsider, role=Role.OWNER)
    copy = copied(theirs, outsider)

    assert [reads(each, theirs, dora) for each in (former, outsider)] == [False, False]
    assert not reads(outsider, copy, dora)
    assert not removes(outsider, dora)
    with pytest.raises(ClubDecides):
        edit_own_entry(
            entry_id=theirs.entries.get().pk, player=PlayerFacts(name="Silly"), team="", note="", may_publish=True,
            by=visitor(outsider),
        )  # fmt: skip
    assert removes(organizer, dora)
    ours = night_of(club, owner=organizer)
    check_in(ours, dora, organizer)
    assert fresh(dora).home == ours
    assert reads(organizer, ours, dora)


def test_a_second_account_of_who_was_removed_reads_nobody_in_a_night_that_stays(club, organizer, former, dora):
    second = UserFactory()
    night, other = night_of(club, owner=organizer, organizers=[former]), night_of(club, owner=organizer)
    Membership.objects.create(tournament=night, user=second, role=Role.ORGANIZER, invited_by=former)
    for place in (night, other):
        check_in(place, dora, organizer)
    assert reads(second, night, dora), "an organizer of the club lets them"

    removed(club, former, organizer)

    assert not reads(second, night, dora)
    assert fresh(dora).home == other
    assert reads(organizer, night, dora)


@pytest.mark.parametrize("plays", ["nowhere", "in the club", "in the club and elsewhere"])
def test_who_is_taken_off_the_list_leaves_the_club(club, organizer, dora, plays):
    if plays != "nowhere":
        check_in(night_of(club, owner=organizer), dora, organizer)
    if plays == "in the club and elsewhere":
        EntryFactory(tournament=TournamentFactory(owner=organizer), player=dora)

    remove_from_club(club_id=club.pk, player_id=dora.pk, by=visitor(organizer))

    stored = Player.objects.filter(pk=dora.pk).values_list("home", "home_club", "mail")
    assert list(stored) == ([] if plays == "nowhere" else [(None, None, "")])


def test_a_guest_keeps_the_home_and_a_guest_of_nobody_belongs_to_the_club(club, organizer):
    night, elsewhere = night_of(club, owner=organizer), TournamentFactory()
    guests = [EntryFactory(tournament=night).player for _guest in range(4)]
    Player.objects.filter(pk__in=[guest.pk for guest in guests[1:]]).update(home=None)
    ClubFactory(people=[guests[2]])
    EntryFactory(tournament=elsewhere, player=guests[3])

    for guest in guests:
        add_guest(club_id=club.pk, player_id=guest.pk, by=visitor(organizer))

    homes = [(fresh(guest).home, fresh(guest).home_club) for guest in guests]
    assert homes == [(night, None), (None, club), (None, None), (None, None)]


def test_a_club_that_is_deleted_leaves_its_people_their_home(club, organizer, dora):
    night = night_of(club, owner=organizer)
    check_in(night, dora, organizer)
    night.club = None
    night.save()

    Club.objects.get(pk=club.pk).delete()

    assert (fresh(dora).home, fresh(dora).home_club) == (night, None)


def test_the_migration_knows_whose_list_somebody_is_on(club, organizer):
    later, night = ClubFactory(), night_of(club, owner=organizer)
    people = ["without a home", "from the list", "of another night", "guest", "on no list", "on two lists", "elsewhere"]
    listed, from_list, of_another, guest, unlisted, twice, elsewhere = (PlayerFactory(name=name) for name in people)
    EntryFactory(tournament=night, number=3, player=listed)
    EntryFactory(tournament=night, number=4, player=elsewhere)
    EntryFactory(player=elsewhere)
    Player.objects.update(home=None)
    for number, player in enumerate((from_list, guest), start=1):
        EntryFactory(tournament=night, number=number, player=player)
    EntryFactory(tournament=night_of(club), number=1, player=of_another)
    later.people.add(from_list, guest, twice)
    club.people.add(listed, from_list, of_another, guest, twice, elsewhere)
    log(night, "players.added", by=visitor(organizer), numbers=[1], from_list=True)
    log(night, "players.added", by=visitor(organizer), numbers=[2])

    import_module("tournament.migrations.0060_home_club").fill_in(apps, SimpleNamespace(connection=connection))

    got = [listed, from_list, of_another, guest, unlisted, twice, elsewhere]
    assert [fresh(player).home_club for player in got] == [club, club, None, None, None, None, None]


def test_the_queries_for_new_homes_do_not_grow_with_the_people(club, organizer):
    def queries(people):
        first, second = night_of(club, owner=organizer), night_of(club, owner=organizer)
        for number in range(people):
            player = regular(club, organizer, f"Player {people} {number}")
            for night in (first, second):
                check_in(night, player, organizer)
        with CaptureQueriesContext(connection) as captured:
            find_new_homes(list(first.entries.values_list("player", flat=True)), leaving=first)
        assert Player.objects.filter(home=second).count() == people
        return len(captured)

    assert queries(1) == queries(5)

"""The people of a club's list belong to the club: no former organizer reads, changes or removes them."""

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
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
    listed_without_home,
    reads,
    regular,
    removed,
    removes,
    renamed,
)
from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import take_over
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.clubs.actions.edit_people import add_guest, remove_from_club
from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.journal import log
from tournament.models import Club, EntryStatus, Membership, Player, PlayerFacts, Role, ShownAs
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import OfOtherClub, PlaysElsewhere, edit_entry, entry_facts_of
from tournament.people.actions.merge_players import OfTwoClubs, merge_players
from tournament.people.actions.own_entry import ClubDecides, edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def dora(club, organizer):
    """Somebody who was entered on the club's list as new, and whose mail the club knows."""
    return regular(club, organizer)


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


def test_a_check_in_beside_an_outsider_gives_no_home(club, organizer, dora):
    night = night_of(club, owner=organizer, referees=[UserFactory()])

    check_in(night, dora, organizer)

    assert fresh(dora).home is None
    invited = night_of(club, owner=organizer)
    Membership.objects.create(tournament=invited, user=UserFactory(), role=Role.REFEREE, invited_by=organizer)
    check_in(invited, dora, organizer)
    assert fresh(dora).home == invited


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


def contacts_on(client, night):
    page = client.get(reverse("entry-edit", args=[night.slug, night.entries.get().number])).text
    return MAIL in page


@pytest.mark.parametrize("keeps_nights", [True, False], ids=["left", "removed"])
@pytest.mark.parametrize("plays_elsewhere", [True, False])
def test_whoever_checks_a_regular_in_does_not_keep_the_person(
    client, club, organizer, former, keeps_nights, plays_elsewhere
):
    dora = listed_without_home(club)
    theirs, ours = night_of(club, owner=former), night_of(club, owner=organizer)
    check_in(theirs, dora, former)
    if plays_elsewhere:
        check_in(ours, dora, organizer)
    client.force_login(former)
    assert contacts_on(client, theirs), "an organizer of the club reads them"

    by = former if keeps_nights else organizer
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(by), keeps_nights=keeps_nights)

    assert not contacts_on(client, theirs)
    if not plays_elsewhere:
        check_in(ours, dora, organizer)
    assert not removes(former, dora)
    client.force_login(organizer)
    assert contacts_on(client, ours)
    assert removes(organizer, dora)


def test_a_night_with_an_outsider_in_its_team_becomes_no_home(club, organizer, former):
    dora = listed_without_home(club)
    theirs, ours = night_of(club, owner=former), night_of(club, owner=organizer, referees=[UserFactory()])
    for night, by in ((theirs, former), (ours, organizer)):
        check_in(night, dora, by)

    removed(club, former, organizer)

    assert fresh(dora).home is None


def test_who_was_entered_anew_stays_with_the_night(club, organizer, former):
    theirs = night_of(club, owner=former)
    player = EntryFactory(tournament=theirs, number=1).player
    club.people.add(player)
    EntryFactory(tournament=night_of(club, owner=organizer), number=1, player=player)

    removed(club, former, organizer)

    assert fresh(player).home == theirs


def test_a_club_gets_no_home_of_somebody_who_plays_elsewhere(club, organizer):
    dora = listed_without_home(club)
    EntryFactory(tournament=TournamentFactory(), number=1, player=dora)
    Player.objects.filter(pk=dora.pk).update(home=None)

    night = night_of(club, owner=organizer)
    check_in(night, dora, organizer)

    assert fresh(dora).home is None


def test_the_number_of_queries_does_not_grow_with_the_people(club, organizer):
    def queries(people):
        user = UserFactory()
        club.organizers.add(user)
        theirs, ours = night_of(club, owner=user), night_of(club, owner=organizer)
        for player in PlayerFactory.create_batch(people):
            club.people.add(player)
            for night, by in ((theirs, user), (ours, organizer)):
                check_in(night, player, by)
        with CaptureQueriesContext(connection) as captured:
            removed(club, user, organizer)
        assert Player.objects.filter(home=ours).count() == people
        return len(captured)

    assert queries(1) == queries(5)

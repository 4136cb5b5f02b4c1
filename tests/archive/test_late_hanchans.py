"""Hanchans of a laptop that came too late, beside those that went on here."""

import re
from copy import deepcopy
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.archive.test_hand_over import hanchan_of, returned, taken
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, sign, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions import bring_back as bringing
from tournament.archive.actions.archive_tournament import IsLateCopy, unarchive_tournament
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import call_back
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.queries.late_hanchans import late_hanchans
from tournament.archive.tenbo.document import envelope
from tournament.core.actions.journal import log
from tournament.core.errors import Archived, NoOwnerAnyMore
from tournament.games.queries.game import load_game
from tournament.models import Membership, Player, PlayerFacts, Role, Tournament
from tournament.people.actions.change_several import change_several
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.known_players import known_players
from tournament.people.several_change import SeveralChange
from tournament.rehearsal.html_forms import read_forms
from tournament.site.actions.following_teams import share_late_copies
from tournament.site.actions.invitations import accept_invitation, hash_of, invite
from tournament.site.actions.team import change_role, remove_member
from tournament.table.actions.correct_hanchan import KINDS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def home(by):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user, slug="spring")
    play(hanchan, ron(A, B))
    return tournament


def come_too_late(home, by, *at_laptop):
    """The tournament is taken away, called back, and the laptop brings its hands all the same."""
    laptop = taken(home, by)
    play(hanchan_of(laptop), *at_laptop)
    call_back(tournament_id=home.pk, by=by)
    file = returned(laptop, by)
    bring_back(tournament_id=home.pk, file=file, by=by)


def late_of(home):
    return late_hanchans(hand_overs_of(home).late[0])


def test_a_hanchan_that_went_on_differently_is_shown_with_both_sides(home, by, client):
    come_too_late(home, by, tsumo(A), tsumo(A))
    play(hanchan_of(home), tsumo(B))
    client.force_login(by.user)

    [compared] = late_of(home)
    page = client.get(reverse("laptop-late", args=[home.slug])).text

    assert compared.differs_from == 2
    assert [len(game.hands) for game in compared.games] == [2, 3]
    for place, game in enumerate(compared.games):
        assert game.hanchan.get_absolute_url() in page
        assert [seat[place].points for seat in compared.seats] == list(game.final_points)
    assert "From hand 2 on, the hands differ." in page
    assert reverse("laptop-late", args=[home.slug]) in client.get(reverse("laptop", args=[home.slug])).text


@pytest.mark.parametrize(
    ("laptop", "here"),
    [([tsumo(A), ron(A, B)], [tsumo(B)]), ([tsumo(A)], [tsumo(B), ron(A, B), tsumo(A)]), ([tsumo(A)], [])],
    ids=["longer", "shorter", "missing"],
)
def test_the_laptops_hands_are_taken_by_a_correction(home, by, client, laptop, here):
    come_too_late(home, by, *laptop)
    play(hanchan_of(home), *here)
    client.force_login(by.user)
    page = client.get(reverse("laptop-late", args=[home.slug])).text
    address = unescape(re.search(r'href="([^"]+/correction/[^"]+)"', page)[1])
    before = load_game(hanchan_of(home)).outcomes

    [form] = [form for form in read_forms(client.get(address).text, "") if "key" in form.fields]
    answer = client.post(address.partition("?")[0], form.fields | {"reason": "The laptop is right"})

    assert answer.status_code == 302
    game = load_game(hanchan_of(home))
    assert game.outcomes == (ron(A, B), *laptop)
    assert late_of(home) == []
    entry = home.log.get(kind__in=KINDS)
    assert len(entry.data["before"]) == len(before)  # what is replaced stays in the log


def test_what_is_the_same_on_both_sides_is_left_out(home, by, client):
    come_too_late(home, by, tsumo(A))
    play(hanchan_of(home), tsumo(A))
    client.force_login(by.user)

    assert late_of(home) == []
    assert "All hanchans are the same as on the laptop." in client.get(reverse("laptop-late", args=[home.slug])).text


def test_a_hanchan_that_only_one_side_has_is_shown(home, by, client):
    come_too_late(home, by, tsumo(A))
    late = hand_overs_of(home).late[0].late_copy
    late.rounds.update(number=7)
    client.force_login(by.user)

    here, laptop = late_of(home)

    assert (here.laptop, laptop.here) == (None, None)
    assert "Not played" in client.get(reverse("laptop-late", args=[home.slug])).text


def test_a_signature_makes_a_difference(home, by):
    come_too_late(home, by, tsumo(A))
    play(hanchan_of(home), tsumo(A))
    assert late_of(home) == []
    hanchan = hanchan_of(home)
    hanchan.time_called_at, hanchan.time_called_after, hanchan.time_hand_in_progress = (
        hanchan.round.started_at,
        2,
        False,
    )
    hanchan.save()
    sign(hanchan)

    [compared] = late_of(home)

    assert compared.differs_from is None


def test_nobody_came_too_late(home, by, client):
    client.force_login(by.user)

    assert "No laptop brought its file back too late." in client.get(reverse("laptop-late", args=[home.slug])).text


def copy_of(home):
    return hand_overs_of(home).late[0].late_copy


def test_the_copy_is_the_teams_and_stays_what_the_laptop_had(home, by, client):
    other, referee = UserFactory(), UserFactory()
    for user, role in ((other, Role.OWNER), (referee, Role.REFEREE)):
        Membership.objects.create(tournament=home, user=user, role=role)
    come_too_late(home, visitor(other), tsumo(A))
    play(hanchan_of(home), tsumo(B))
    copy = copy_of(home)

    assert dict(copy.memberships.values_list("user", "role")) == dict(home.memberships.values_list("user", "role"))
    with pytest.raises(Archived):
        play(hanchan_of(copy), tsumo(A))
    with pytest.raises(Archived):
        remove_member(tournament_id=copy.pk, member_id=copy.memberships.get(user=other).pk, by=by)

    remove_member(tournament_id=home.pk, member_id=home.memberships.get(user=other).pk, by=by)

    assert not copy.memberships.filter(user=other).exists()
    client.force_login(other)
    assert client.get(copy.get_absolute_url()).status_code == 404
    client.force_login(by.user)
    assert len(late_of(home)) == 1
    assert client.get(copy.get_absolute_url()).status_code == 200


def test_who_is_removed_is_removed_from_the_copy_too(home, by):
    laptop = taken(home, by)
    EntryFactory(tournament=laptop, number=5, player__name="Entered there")
    call_back(tournament_id=home.pk, by=by)
    here = EntryFactory(tournament=home, number=5, player__name="Entered here")
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    for entry in (home.entries.get(number=1), here):
        remove_person(player_id=entry.player_id, by=by)

    copied = dict(copy_of(home).entries.values_list("number", "player__name"))
    assert copied == {1: "a player", 2: "B", 3: "C", 4: "D", 5: "Entered there"}


def test_who_was_removed_before_the_file_came_stays_removed(home, by):
    entry = home.entries.get(number=2)
    entry.player.name = "Wawrzyniec"
    entry.player.save()
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Boleslav"), entry=entry_facts_of(entry), by=by)
    laptop = taken(home, by)
    EntryFactory(tournament=laptop, number=5, player__name="Entered there")
    call_back(tournament_id=home.pk, by=by)
    home.refresh_from_db()
    here = EntryFactory(tournament=home, number=5, player__name="Entered here")
    log(home, "players.added", by=by, numbers=[5])
    for removed in (entry, here):
        remove_person(player_id=removed.player_id, by=by)

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    copy = copy_of(home)
    assert dict(copy.entries.values_list("number", "player__name")) == {
        1: "A",
        2: "a player",
        3: "C",
        4: "D",
        5: "Entered there",
    }
    assert not {"Wawrzyniec", "Boleslav"} & set(re.findall(r"\w+", str(envelope(copy))))
    assert copy.log.filter(kind="person.removed").count() == 1
    file = returned(laptop, by)
    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy == copy  # once more: the same copy


def test_who_was_renamed_on_the_laptop_is_removed_from_the_copy_too(home, by):
    laptop = taken(home, by)
    there = laptop.entries.get(number=2)
    edit_entry(entry_id=there.pk, player=PlayerFacts(name="Wawrzyniec"), entry=entry_facts_of(there), by=by)
    call_back(tournament_id=home.pk, by=by)
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert copy_of(home).entries.get(number=2).player.name == "Wawrzyniec"

    remove_person(player_id=home.entries.get(number=2).player_id, by=by)

    assert "Wawrzyniec" not in str(envelope(copy_of(home)))


def test_nobody_takes_the_copy_out_of_the_archive(home, by, client):
    come_too_late(home, by, tsumo(A))
    copy = copy_of(home)
    client.force_login(by.user)
    address = reverse("tournament-archive", args=[copy.slug])

    with pytest.raises(IsLateCopy):
        unarchive_tournament(tournament_id=copy.pk, by=by)
    page = client.post(address, {"back": "1"}, follow=True).text
    assert "but not change it" in page
    assert address not in client.get(reverse("tournament-close", args=[copy.slug])).text
    copy.refresh_from_db()
    assert copy.archived_at is not None


def test_nobody_takes_the_copys_people_into_another_tournament(home, by, client):
    """A removal of the person would not find them there."""
    come_too_late(home, by, tsumo(A))
    copy = copy_of(home)
    client.force_login(by.user)

    form = {"key": str(uuid4()), "name": "Next", "with_entries": "on"}
    answer = client.post(reverse("tournament-copy", args=[copy.slug]), form)
    known = known_players(TournamentFactory(owner=by.user), by)

    assert (answer.status_code, Tournament.objects.filter(name="Next").exists()) == (409, False)
    assert "but not change it" in answer.text
    offered = {player.player for player in known.like(PlayerFacts(name="A"))}
    assert home.entries.get(number=1).player_id in offered
    assert copy.entries.get(number=1).player_id not in offered


def test_the_copy_follows_the_team(home, by):
    other, new = UserFactory(), UserFactory()
    Membership.objects.create(tournament=home, user=other, role=Role.OWNER)
    come_too_late(home, by, tsumo(A))
    copy = copy_of(home)

    change_role(tournament_id=home.pk, member_id=home.memberships.get(user=other).pk, role=Role.REFEREE, by=by)
    token = invite(tournament_id=home.pk, role=Role.ORGANIZER, by=by)
    accept_invitation(invitation=home.invitations.get(token_hash=hash_of(token)), by=visitor(new))

    team = {by.user.pk: Role.OWNER, other.pk: Role.REFEREE, new.pk: Role.ORGANIZER}
    assert dict(copy.memberships.values_list("user", "role")) == team


def test_a_large_team_is_copied_in_a_few_queries(home, by, django_assert_max_num_queries):
    """With 300 members and 20 copies everybody's hands waited for ten seconds."""
    come_too_late(home, by)
    team = [Membership(tournament=home, user=UserFactory(), role=Role.REFEREE) for _each in range(9)]
    Membership.objects.bulk_create(team)

    for role in (Role.REFEREE, Role.ORGANIZER):
        home.memberships.filter(user=team[0].user).update(role=role)
        with django_assert_max_num_queries(8):
            share_late_copies(home)
        copied, own = (dict(event.memberships.values_list("user", "role")) for event in (copy_of(home), home))
        assert copied == own

    assert len(own) == 10


def test_each_late_file_has_a_copy_that_loses_whom_the_team_removes(home, by):
    other = UserFactory()
    Membership.objects.create(tournament=home, user=other, role=Role.OWNER)
    laptop = taken(home, by)
    file = returned(laptop, by)
    call_back(tournament_id=home.pk, by=by)
    first = bring_back(tournament_id=home.pk, file=deepcopy(file), by=by).separate_copy
    last = file["document"]["log"][-1]
    file["document"]["log"].append(last | {"number": last["number"] + 1})
    second = bring_back(tournament_id=home.pk, file=file, by=by).separate_copy
    assert first != second

    remove_person(player_id=home.entries.get(number=1).player_id, by=by)
    remove_member(tournament_id=home.pk, member_id=home.memberships.get(user=other).pk, by=by)

    for copy in (first, second):
        assert copy.entries.get(number=1).player.name == "a player"
        assert not copy.memberships.filter(user=other).exists()
        with pytest.raises(IsLateCopy):
            unarchive_tournament(tournament_id=copy.pk, by=by)


@pytest.mark.parametrize(("reads", "is_late"), [("checked_facts", False), ("import_document", True)])
def test_an_owner_who_is_removed_while_the_file_is_read_brings_nothing_back(home, by, monkeypatch, reads, is_late):
    """A large file takes seconds: long enough for the others to remove whoever sends it."""
    other = UserFactory()
    member = Membership.objects.create(tournament=home, user=other, role=Role.OWNER)
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    file = returned(laptop, by)
    if is_late:
        call_back(tournament_id=home.pk, by=by)
    read = getattr(bringing, reads)

    def read_while_removed(*args, **facts):
        remove_member(tournament_id=home.pk, member_id=member.pk, by=by)
        return read(*args, **facts)

    monkeypatch.setattr(bringing, reads, read_while_removed)
    made = Tournament.objects.complete().count()

    with pytest.raises(NoOwnerAnyMore):
        bring_back(tournament_id=home.pk, file=file, by=visitor(other))

    home.refresh_from_db()
    assert (home.away_since is None, Tournament.objects.complete().count()) == (is_late, made)


def test_a_late_copy_has_no_private_details_of_players(home, by):
    """The file has what its reader may read, and the copy has owners who may not."""
    Player.objects.filter(entries__tournament=home).update(legal_name="Wilhelmina", ara_number="ARA-0112")
    laptop = taken(home, by)
    assert Player.objects.filter(entries__tournament=laptop, legal_name="Wilhelmina").exists()
    call_back(tournament_id=home.pk, by=by)

    copy = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy

    assert set(copy.entries.values_list("player__legal_name", "player__ara_number")) == {("", "")}


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("comes_first", ["file", "removal"])
def test_whose_entry_is_removed_is_removed_from_the_copy_too(home, by, comes_first, at_once):
    """A player who had no seat here may have got one at the laptop, so the copy keeps the results."""
    EntryFactory(tournament=home, number=5, player__name="Wawrzyniec", player__club="Bydgoszcz")
    laptop = taken(home, by)
    file = returned(laptop, by)
    call_back(tournament_id=home.pk, by=by)
    home.refresh_from_db()
    EntryFactory(tournament=home, number=6, player__name="Entered here")
    log(home, "players.added", by=by, numbers=[6])
    if comes_first == "file":
        bring_back(tournament_id=home.pk, file=file, by=by)

    if at_once:
        change_several(tournament_id=home.pk, numbers=[5, 6], change=SeveralChange.REMOVED, by=by)
    else:
        for entry in home.entries.filter(number__in=[5, 6]):
            remove_entry(tournament_id=home.pk, entry_id=entry.pk, by=by)
    if comes_first == "removal":
        bring_back(tournament_id=home.pk, file=file, by=by)

    copy = copy_of(home)
    assert copy.entries.get(number=5).player.name == "a player"
    assert not re.search("Wawrzyniec|Bydgoszcz", str(envelope(copy)))
    assert [entry.number for entry in copy.entries.all()] == [1, 2, 3, 4, 5]


def test_with_the_tournament_its_late_copies_are_deleted(home, by, client):
    """Left alone, a copy could be changed, and would keep whom the original's owners may no longer remove."""
    come_too_late(home, by, tsumo(A))
    copy = copy_of(home)
    people = set(Player.objects.filter(entries__tournament__in=[home, copy]).values_list("pk", flat=True))
    client.force_login(by.user)
    page = client.get(reverse("tournament-close", args=[home.slug])).text

    delete_tournament(tournament_id=home.pk, name=home.name, by=by)

    assert "deleted together with this tournament" in page
    assert copy.name in page
    assert "deleted together with this tournament" not in client.get(reverse("tournament-close", args=[copy.slug])).text
    assert not Tournament.objects.filter(pk__in=[home.pk, copy.pk]).exists()
    assert not Player.objects.filter(pk__in=people).exists()


def test_a_late_copy_is_deleted_alone(home, by):
    come_too_late(home, by, tsumo(A))
    copy = copy_of(home)

    delete_tournament(tournament_id=copy.pk, name=copy.name, by=by)

    assert Tournament.objects.filter(pk__in=[home.pk, copy.pk]).get() == home
    assert Player.objects.filter(entries__tournament=home).count() == 4

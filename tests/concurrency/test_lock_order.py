"""Locks are taken first, and in one order everywhere: so nobody waits for somebody who waits for them."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import tournament
from scoring.outcome import Chombo
from scoring.refusal import Refused
from scoring.seats import Seat
from tests.archive.laptops import file_for_laptop
from tests.archive.rewritten.documents import with_entry
from tests.archive.test_hand_over import returned
from tests.concurrency.conftest import together
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    PlayerFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tournament.archive.actions import copy_tournament as copying
from tournament.archive.actions import delete_rows as deleting_rows
from tournament.archive.actions import delete_tournament as deleting
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.clubs.actions.edit_club import locked_club
from tournament.core.actions.journal import log
from tournament.core.actions.locking import lock_players, locked_tournaments
from tournament.core.errors import NotDone
from tournament.games.queries.game import load_game
from tournament.models import EntryTerms, Hanchan, League, LeagueEvent, Mail, Player, Tournament
from tournament.people.actions import change_several as changing
from tournament.people.actions import merge_players as merging
from tournament.people.actions import remove_person as removing
from tournament.people.several_change import SeveralChange
from tournament.rounds.actions.clock import add_time_at_table
from tournament.standings.actions import save_league as saving_leagues
from tournament.standings.actions.save_league import LadderClash, save_league
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.record_stick_count import record_stick_count
from tournament.table.actions.sign_sheet import confirm_seat, sign_sheet
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Remove, UnreadableEdits

CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))


@pytest.fixture
def referee(transactional_db):
    return visitor(UserFactory())


@pytest.fixture
def hanchans(referee):
    """Four tables of one round, with two hands each."""
    round_ = RoundFactory(tournament__referees=[referee.user])
    hanchans = [HanchanFactory(round=round_, table__number=number) for number in (1, 2, 3, 4)]
    for hanchan in hanchans:
        play(hanchan, CHOMBO, CHOMBO)
    return hanchans


def now(hanchan):
    """What a form drawn at this moment carries."""
    return {"hanchan_id": hanchan.pk, "revision": Hanchan.objects.values_list("revision", flat=True).get(pk=hanchan.pk)}


def record(hanchan, other, referee):
    number = hanchan.hands.filter(superseded_by=None).count() + 1
    record_hand(**now(hanchan), number=number, key=uuid4(), outcome=CHOMBO, by=referee)


def undo(hanchan, other, referee):
    if last := hanchan.hands.filter(superseded_by=None).last():
        undo_hand(hanchan_id=hanchan.pk, hand_id=last.pk, key=uuid4(), by=referee)


def correct(hanchan, other, referee):
    correct_hanchan(**now(hanchan), edits=(Remove(1),), key=uuid4(), reason="", by=referee)


def move(hanchan, other, referee):
    there = {"to_id": other.pk, "to_revision": now(other)["revision"]}
    move_hand(**now(hanchan), **there, number=1, edits=(Remove(1),), key=uuid4(), reason="", by=referee)


def swap(hanchan, other, referee):
    entries = list(hanchan.seats.values_list("entry_id", flat=True))
    swap_seats(**now(hanchan), entries=entries[::-1], key=uuid4(), reason="", by=referee)


def more_time(hanchan, other, referee):
    add_time_at_table(hanchan_id=hanchan.pk, seconds=60, key=uuid4(), by=referee)


def time_up(hanchan, other, referee):
    call_time(**now(hanchan), in_progress=True, by=referee)


def time_not_up(hanchan, other, referee):
    withdraw_time(**now(hanchan), by=referee)


def count(hanchan, other, referee):
    record_stick_count(**now(hanchan), points=(30_000,) * 4, by=referee)


def on_paper(hanchan, other, referee):
    points = {"points": (30_000,) * 4, "riichi_sticks": 0, "chombo": (0,) * 4}
    record_paper_result(**now(hanchan), **points, key=uuid4(), by=referee)


def not_on_paper(hanchan, other, referee):
    remove_paper_result(**now(hanchan), reason="Misread", by=referee)


def confirm(hanchan, other, referee):
    confirm_seat(**now(hanchan), seat=0, by=referee)


def sign(hanchan, other, referee):
    sign_sheet(**now(hanchan), by=referee)


def cancel(hanchan, other, referee):
    cancel_hanchan(**now(hanchan), restart=False, key=uuid4(), reason="wrong table", by=referee)


def restart(hanchan, other, referee):
    restart_hanchan(hanchan_id=hanchan.pk, key=uuid4(), by=referee)


ACTS = [
    record, undo, correct, move, swap, more_time, time_up, time_not_up, count, on_paper, confirm, sign, not_on_paper,
    cancel, restart,
]  # fmt: skip
"""Everything that writes to a hanchan, in an order in which each finds something to do."""


@pytest.mark.slow
def test_every_write_begins_with_its_locks_the_tournament_first(hanchans, referee):
    for act in ACTS:
        with CaptureQueriesContext(connection) as captured:
            act(hanchans[1], hanchans[0], referee)

        statements = [query["sql"] for query in captured]
        writes = [n for n, sql in enumerate(statements) if re.match("INSERT|UPDATE|DELETE", sql)]
        assert writes, act
        if connection.vendor == "sqlite":
            assert "BEGIN IMMEDIATE" in statements[: writes[0]], act
        else:
            begin, *locks = [
                n for n, sql in enumerate(statements) if sql.startswith("BEGIN") or "FOR NO KEY UPDATE" in sql
            ]
            locked = [re.search('FROM "tournament_([a-z]+)"', statements[n])[1] for n in locks]
            assert locked == ["tournament", "hanchan"], act
            assert begin < locks[0] < locks[1] < writes[0], act


@pytest.mark.slow
def test_everybody_at_once_waits_for_nobody_for_ever(hanchans, referee):
    """Two phones a table, and a desk that moves, corrects, cancels and starts again: all of it ends."""

    def many_times(*acts):
        for act, here, there in acts * 3:
            with suppress(NotDone, Refused, UnreadableEdits):  # somebody else was faster, which they are told
                act(hanchans[here], hanchans[there], referee)

    together(
        [
            partial(many_times, (record, 0, 1), (record, 0, 1), (undo, 0, 1)),
            partial(many_times, (record, 1, 0), (record, 1, 0), (undo, 1, 0)),
            partial(many_times, (record, 0, 1), (record, 1, 0)),
            partial(many_times, (move, 0, 1), (move, 0, 1)),
            partial(many_times, (move, 1, 0), (move, 1, 0)),
            partial(many_times, (correct, 0, 1), (swap, 1, 0)),
            partial(many_times, (on_paper, 2, 3), (sign, 2, 3), (not_on_paper, 2, 3)),
            partial(many_times, (cancel, 3, 2), (restart, 3, 2)),
        ]
    )

    tournament = hanchans[0].tournament
    numbers = list(tournament.log.values_list("number", flat=True))
    tournament.refresh_from_db()
    assert numbers == list(range(1, tournament.version + 1))
    for hanchan in Hanchan.objects.valid().filter(round__tournament=tournament):
        game = load_game(hanchan)
        assert [hand.number for hand in game.hands] == list(range(1, game.next_number))
        assert [hand.deltas for hand in game.hands] == [played.settlement.deltas for played in game.played]


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite has one lock, and so no order")
def test_in_two_orders_they_would_wait_for_each_other(hanchans):
    tournament = Tournament.objects.filter(pk=hanchans[0].tournament.pk)
    hanchan = Hanchan.objects.filter(pk=hanchans[0].pk)
    both_have_one = Barrier(2)

    def lock(first, second):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL deadlock_timeout = '20ms'")
                first.select_for_update().get()
                both_have_one.wait(30)
                second.select_for_update().get()
        except OperationalError as error:
            return str(error)
        return ""

    answers = together([partial(lock, tournament, hanchan), partial(lock, hanchan, tournament)])

    assert ["deadlock detected" in answer for answer in sorted(answers)] == [False, True]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="about PostgreSQL: SQLite has one lock")
def test_somebody_is_checked_in_while_the_club_is_locked(referee):
    """A check-in holds its night, and refers to the club at its end. A removal from the club holds the club, and waits
    for the night."""
    club = ClubFactory(organizers=[referee.user])
    player = PlayerFactory()

    def check_in():
        try:
            with transaction.atomic():
                connection.cursor().execute("SET LOCAL lock_timeout = '3s'")
                Player.objects.filter(pk=player.pk).update(home_club=club)
        finally:
            connections.close_all()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        locked_club(club.pk, referee)
        pool.submit(check_in).result(30)

    player.refresh_from_db()
    assert player.home_club == club


@pytest.mark.skipif(connection.vendor == "sqlite", reason="about PostgreSQL: SQLite has one lock")
def test_a_league_is_saved_while_its_events_are_locked(referee, monkeypatch):
    """A save of a league holds its owner, and refers to its events at its end. A change of these events holds them, and
    its log refers to the owner."""
    events = [TournamentFactory(owner=referee.user) for _ in range(2)]
    league = League(owner=referee.user, name="Winter")
    both_have_one = Barrier(2)

    def wait_with_owner(*_, **__):
        both_have_one.wait(30)
        return "winter"

    def change_events():
        with locked_tournaments(*(event.pk for event in events)) as locked:
            both_have_one.wait(30)
            for event in locked.values():
                log(event, "player.removed", by=referee, number=1)

    monkeypatch.setattr("tournament.standings.actions.save_league.free_slug", wait_with_owner)
    together([partial(save_league, league=league, tournaments=events, by=referee), change_events])

    assert LeagueEvent.objects.filter(league=league, tournament__log__kind="player.removed").count() == 2


@pytest.fixture
def wait_for_other(monkeypatch):
    """Return a function that makes an action of a module wait, after it is done, until another thread has done it too,
    or for a while: so two transactions have their first rows before either asks for its second."""

    def arrange(module, name):
        original, both_have_one = getattr(module, name), Barrier(2)

        def and_wait(*args, **options):
            done = original(*args, **options)
            with suppress(BrokenBarrierError):
                both_have_one.wait(0.5)
            return done

        monkeypatch.setattr(module, name, and_wait)

    return arrange


def test_two_ladders_that_are_joined_at_both_ends_at_once_become_no_circle(transactional_db, wait_for_other):
    """A is above B, and C is above D. The owner of A puts D above it, and the owner of C puts B above it."""
    first, second = UserFactory(), UserFactory()
    a, c = LeagueFactory(owner=first), LeagueFactory(owner=second)
    b, d = LeagueFactory(owner=second, above=a), LeagueFactory(owner=first, above=c)
    wait_for_other(saving_leagues, "ladder_problem")

    def join(league, above):
        league.above = above
        try:
            save_league(league=league, tournaments=[], by=visitor(league.owner))
        except (LadderClash, League.DoesNotExist):
            return False
        return True

    joined = together([partial(join, a, d), partial(join, c, b)])

    assert sorted(joined) == [False, True]
    assert League.objects.filter(above=None).count() == 1


@pytest.mark.slow
def test_people_are_removed_from_two_events_in_which_their_numbers_run_the_other_way(referee, wait_for_other):
    events = [TournamentFactory(owner=referee.user) for _ in range(2)]
    people = [PlayerFactory() for _ in range(2)]
    for event, in_order in zip(events, (people, people[::-1]), strict=True):
        for number, player in enumerate(in_order, 1):
            EntryFactory(tournament=event, number=number, player=player)

    wait_for_other(changing, "remove_locked")
    everybody = {"numbers": [1, 2], "change": SeveralChange.REMOVED, "by": referee}
    together([partial(changing.change_several, tournament_id=event.pk, **everybody) for event in events])

    assert not Player.objects.exists()


@pytest.mark.slow
def test_two_people_are_removed_whose_places_go_to_others_in_events_of_the_same_two_owners(referee, wait_for_other):
    """Each removal writes mails that count for both owners."""
    staff = visitor(UserFactory(is_staff=True))
    owners = [referee.user, UserFactory()]
    leaving = [PlayerFactory() for _ in range(2)]
    for player, in_order in zip(leaving, (owners, owners[::-1]), strict=True):
        for number, owner in enumerate(in_order, 1):
            event = TournamentFactory(owner=owner, starts_on=timezone.localdate() + timedelta(days=9))
            EntryTerms.objects.create(tournament=event, freed_places="move_up")
            EntryFactory(tournament=event, number=number, player=player)
            EntryFactory(tournament=event, number=3, status="waiting", player__mail=f"{event.pk}@example.org")

    wait_for_other(removing, "move_up")
    together([partial(removing.remove_person, player_id=player.pk, by=staff) for player in leaving])

    assert Mail.objects.filter(kind="moved_up").count() == 4


OF_PEOPLE = 'UPDATE "tournament_player"|SELECT .* FROM "tournament_player" .* FOR NO KEY UPDATE'


@pytest.mark.skipif(connection.vendor == "sqlite", reason="about PostgreSQL: SQLite has one lock")
def test_a_laptop_brings_its_people_back_after_it_has_locked_them_in_order(referee):
    home = TournamentFactory(owner=referee.user)
    for number in (1, 2):
        EntryFactory(tournament=home, number=number, player__home=home)
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=referee)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=referee)
    file = returned(laptop, referee)
    left, renamed = file["document"]["entries"]
    with_entry(file["document"], "player.renamed", number=renamed["number"], before=renamed["name"])
    renamed["name"] = "Somebody New"
    with_entry(file["document"], "player.removed", number=left["number"])
    file["document"]["entries"].remove(left)

    with CaptureQueriesContext(connection) as captured:
        bring_back(tournament_id=home.pk, file=file, by=referee)

    of_people = [query["sql"] for query in captured if re.match(OF_PEOPLE, query["sql"])]
    renaming = next(number for number, sql in enumerate(of_people) if "Somebody New" in sql)
    assert re.search(r"IN \(\d+, \d+\) ORDER BY .* FOR NO KEY UPDATE", of_people[renaming - 1])
    assert home.entries.get().player.name == "Somebody New"


@pytest.mark.skipif(connection.vendor == "sqlite", reason="about PostgreSQL: SQLite has one lock")
def test_a_deletion_locks_its_people_in_order_before_they_get_another_home(referee):
    event = TournamentFactory(owner=referee.user)
    for number in (1, 2):
        EntryFactory(tournament=event, number=number, player__home=event)

    with CaptureQueriesContext(connection) as captured:
        delete_tournament(tournament_id=event.pk, name=event.name, by=referee)

    of_people = [query["sql"] for query in captured if re.match(OF_PEOPLE, query["sql"])]
    assert re.search("ORDER BY .* FOR NO KEY UPDATE", of_people[0])
    assert of_people[1].startswith("UPDATE")


@pytest.mark.skipif(connection.vendor == "sqlite", reason="about PostgreSQL: SQLite has one lock")
def test_an_event_is_deleted_while_its_owner_copies_it_with_its_people(referee, wait_for_other):
    event = TournamentFactory(owner=referee.user)
    for number in (1, 2):
        EntryFactory(tournament=event, number=number, player__home=event)
    copied = {"key": uuid4(), "name": "Next year", "starts_on": None, "with_team": False, "with_entries": True}

    def copy():
        with suppress(Tournament.DoesNotExist):  # the event was deleted first
            copying.copy_tournament(origin_id=event.pk, by=referee, **copied)

    wait_for_other(copying, "_role")
    wait_for_other(deleting, "find_new_homes")
    together([copy, partial(delete_tournament, tournament_id=event.pk, name=event.name, by=referee)])

    assert not Tournament.objects.filter(pk=event.pk).exists()


def test_two_people_are_merged_while_an_event_of_one_is_deleted(referee, wait_for_other, monkeypatch):
    events = [TournamentFactory(owner=referee.user) for _ in range(2)]
    merged, target = (EntryFactory(tournament=event).player for event in events)
    gone = EntryFactory(tournament__owner=referee.user, player=merged).tournament
    with monkeypatch.context() as killed:
        killed.setattr(deleting, "delete_in_batches", lambda tournament: None)
        delete_tournament(tournament_id=gone.pk, name=gone.name, by=referee)
    Tournament.objects.filter(pk=gone.pk).update(deleted_at=timezone.now() - timedelta(hours=1))

    wait_for_other(merging, "lock_players")
    merge = partial(merging.merge_players, player_id=merged.pk, into_id=target.pk, by=referee)
    together([merge, deleting.finish_deletions])

    assert Player.objects.get() == target
    assert set(Tournament.objects.values_list("pk", flat=True)) == {event.pk for event in events}


@pytest.mark.skipif(connection.vendor == "sqlite", reason="on SQLite a deletion reads nobody while people are merged")
def test_two_people_are_merged_while_an_event_of_both_is_deleted(referee, monkeypatch):
    """The deletion reads whose entries it deletes while the merge has locked them, and afterwards these are others'."""
    events = [TournamentFactory(owner=referee.user) for _ in range(2)]
    merged, target = (EntryFactory(tournament=event).player for event in events)
    gone = EntryFactory(tournament__owner=referee.user, player=merged).tournament
    EntryFactory(tournament=gone, player=target)
    with monkeypatch.context() as killed:
        killed.setattr(deleting, "delete_in_batches", lambda tournament: None)
        delete_tournament(tournament_id=gone.pk, name=gone.name, by=referee)
    Tournament.objects.filter(pk=gone.pk).update(deleted_at=timezone.now() - timedelta(hours=1))
    is_locked, is_read = Event(), Event()
    original = lock_players

    def lock_for_merge(players):
        locked = original(players)
        is_locked.set()
        is_read.wait(30)
        return locked

    def lock_for_deletion(players):
        is_read.set()
        return original(players)

    def delete():
        is_locked.wait(30)
        deleting.finish_deletions()

    monkeypatch.setattr(merging, "lock_players", lock_for_merge)
    monkeypatch.setattr(deleting_rows, "lock_players", lock_for_deletion)
    together([partial(merging.merge_players, player_id=merged.pk, into_id=target.pk, by=referee), delete])

    assert Player.objects.get() == target
    assert set(Tournament.objects.values_list("pk", flat=True)) == {event.pk for event in events}


def test_nothing_locks_the_key_of_a_row():
    """Other transactions refer to the row while it is locked (`core.actions.locking`)."""
    locks = re.compile(r"select_for_update\((?!no_key=True)")
    modules = Path(tournament.__file__).parent.rglob("*.py")

    assert [path.name for path in modules if locks.search(path.read_text(encoding="utf-8"))] == []

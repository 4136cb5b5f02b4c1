"""Whatever an organizer does on a laptop comes back: no honest file is taken for one that rewrites the past.

Each story does one kind of work on what was recorded before the hand-over, and names the kinds of log entries that it
makes. `test_honest_days.py` has those of other work than play, and finds a kind that is in no story.
"""

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest

from scoring.tie_breaks import TieBreak
from tests.archive.laptops import compressed, post
from tests.archive.test_hand_over import returned
from tests.factories import STRANGER, EntryFactory, UserFactory, at_table, penalize, play, sign, visitor
from tests.rounds.cuts import cut, eight_after_a_round
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, B, C, draw, ron, seen_in, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.rebuild_hands import rebuild_hands
from tournament.archive.tenbo.document import envelope
from tournament.games.queries.seats import current_plan
from tournament.models import Appeal, Call, Departure, EntryStatus, Hanchan, Hand, Membership, Role, Tournament
from tournament.models.player import PlayerFacts
from tournament.models.table.penalty import Offence
from tournament.models.tournament import SitOut
from tournament.people.actions.add_players import add_players
from tournament.people.actions.appeals import appeal_penalty, appeal_ruling, decide_appeal
from tournament.people.actions.check_in import check_in
from tournament.people.actions.depart import come_back, depart
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.give_penalty import take_back_penalty
from tournament.people.actions.give_team_penalty import give_team_penalty, take_back_team_penalty
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import cancel_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.players import PastedName
from tournament.rounds.actions.accept_plan import accept_plan, drop_plan
from tournament.rounds.actions.approve_round import approve_round, withdraw_approval
from tournament.rounds.actions.clock import add_time_at_table
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.actions.edit_sit_out import edit_sit_out
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.make_cut import follow_at_cut, take_back_cut
from tournament.rounds.actions.release_round import hold_back_round, release_round
from tournament.rounds.actions.repair_plan import accept_repair, take_back_repair
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.rounds.queries.exchange import round_to_change
from tournament.rounds.queries.repair_plan import repaired_plan
from tournament.rounds.queries.seating import made_plan
from tournament.seating.people import Wishes
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.actions.edit_visibility import drop_round_visibility, edit_visibility
from tournament.site.queries.rules_correction import plan_rules
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.standings.queries.player_teams import player_teams
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.actions.calls import answer_call, call_referee, take_call, withdraw_call
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.actions.second_keying import decide_paper, key_again
from tournament.table.actions.sign_sheet import confirm_own_seat, sign_sheet
from tournament.table.actions.substitute import name_substitute, remove_substitute
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Insert, Remove, Replace

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def in_play(by):
    """A signed, approved and released round, and one in play with hands, penalties, calls, appeals and departures."""
    names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
    home, entries, hanchans = tournament_with(names, rounds=2, owner=by.user)
    for entry, team in zip(entries, ["Red", "Blue"] * 5, strict=True):
        entry.team = team
        entry.save()
    for hanchan in hanchans[:2]:
        play(hanchan, tsumo(A), ron(B, C), MANGAN)
        sign(hanchan)
    approve_round(tournament_id=home.pk, number=1, key=uuid4(), by=by)
    release_round(tournament_id=home.pk, number=1, key=uuid4(), by=by)
    show(home, by, number=1)
    play(hanchans[2], tsumo(A), ron(B, C), draw(A))
    play(hanchans[3], tsumo(B))
    penalize(entries[0], by=by)
    penalize(entries[1], "3", by=by)
    appeal_penalty(tournament_id=home.pk, penalty_id=entries[0].penalties.get().pk, **appealed(by))
    give_to_team(home, by)
    depart(entry_id=entries[9].pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=3, reason="Ill", by=by)
    call = call_referee(table_id=hanchans[2].table_id, word="Dead hand?", by=STRANGER)
    answer_call(call_id=call.pk, situation="Five tiles", decision="Dead hand", rule="", by=by)
    appeal_ruling(tournament_id=home.pk, call_id=call.pk, **appealed(by))
    call_referee(table_id=hanchans[2].table_id, word="", by=STRANGER)
    call_referee(table_id=hanchans[3].table_id, word="", by=STRANGER)
    return home


def after_a_round(by):
    """A cut after the first round."""
    _organizer, hanchans = eight_after_a_round()
    sign(hanchans[1])
    home = hanchans[0].tournament
    cut(home, 2, 6, 1, 4)
    Membership.objects.create(tournament=home, user=by.user, role=Role.OWNER)
    return home


def planned(by):
    """A plan of two rounds for nine, of which none was started."""
    home, _entries, _hanchans = tournament_with([*"ABCDEFGHI"], rounds=0, owner=by.user)
    plan(home, by, seed=1)
    return home


def started(by):
    """A round was started, and nobody has played."""
    home = planned(by)
    seats = list(home.entries.order_by("number").values_list("pk", flat=True))
    start_round(tournament_id=home.pk, number=1, tables=[seats[:4], seats[4:8]], seed=7, by=by)
    return home


def cancelled_and_exchanged(by):
    """A hanchan was cancelled, and one of its players exchanged into another seat and back; the player rests."""
    home = started(by)
    first, second = hanchan_at(home, 1, 1), hanchan_at(home, 1, 2)
    pair = [hanchan.seats.order_by("seat").first().entry.number for hanchan in (first, second)]
    cancel_hanchan(**about(first), restart=False, key=uuid4(), reason="Wrong players", by=by)
    for _way in ("there", "back"):
        exchange(home, by, *pair)
    assert home.rounds.get().resting.filter(number=pair[0]).exists()
    return home


def on_paper(by):
    """One table was keyed twice and differently, and one was signed from paper."""
    home, _entries, hanchans = tournament_with([*"ABCDEFGH"], owner=by.user)
    other = UserFactory()
    Membership.objects.create(tournament=home, user=other, role=Role.REFEREE)
    for hanchan in hanchans:
        key(record_paper_result, hanchan, by)
    key(key_again, hanchans[0], visitor(other), points=(36_000, 30_000, 30_000, 24_000))
    sign_sheet(**about(hanchans[1]), by=by)
    return home


def entering(by):
    """Players of whom one waits and nobody has a seat."""
    home, entries, _hanchans = tournament_with([*"ABCDEF"], rounds=0, owner=by.user)
    entries[5].status = EntryStatus.WAITING
    entries[5].save()
    return home


def exchange(tournament, by, first, second):
    base = round_to_change(tournament, 1).base
    exchange_players(tournament_id=tournament.pk, number=1, base=base, first=first, second=second, key=uuid4(), by=by)


def collected_in(stories):
    """Return a decorator that adds a story to this list, with the kinds of its log entries, and the function that makes
    its tournament."""

    def story(*kinds, at=in_play):
        def add(work):
            stories.append(pytest.param(at, work, kinds, id=work.__name__))
            return work

        return add

    return story


STORIES = []
story = collected_in(STORIES)


def appealed(by):
    return {"appealed_by": "D", "text": "It was four", "key": uuid4(), "by": by}


def give_to_team(tournament, by, team_key="red"):
    about_it = {"offence": Offence.OTHER, "points": Fraction(5), "round_number": None, "rule": "", "reason": "Late"}
    give_team_penalty(tournament_id=tournament.pk, key=uuid4(), team_key=team_key, by=by, **about_it)


def show(tournament, by, number, players="held"):
    times = {"shown_to_players": players, "shown_in_hall": "signed", "shown_to_everyone": "held"}
    edit_visibility(tournament_id=tournament.pk, number=number, by=by, **times)


def enter_players(tournament, by, *names):
    pasted = [PastedName(player=PlayerFacts(name=name), choice="new", known=frozenset()) for name in names]
    add_players(tournament_id=tournament.pk, key=uuid4(), names=pasted, by=by)


def plan(tournament, by, seed):
    players = tuple(tournament.entries.order_by("number").values_list("number", flat=True))
    made = made_plan(tuple((number, (), frozenset()) for number in players), 2, seed, Wishes(apart=()))
    accept_plan(tournament_id=tournament.pk, rounds=made.rounds, players=players, seed=seed, by=by)


def key(action, hanchan, by, points=(36_000, 30_000, 24_000, 30_000), **more):
    action(**about(hanchan), key=uuid4(), points=points, riichi_sticks=0, chombo=(0, 0, 0, 0), by=by, **more)


def hanchan_at(tournament, round_number, table):
    rows = Hanchan.objects.valid().select_related("table", "round__tournament")
    return rows.get(round__tournament=tournament, round__number=round_number, table__number=table)


def about(hanchan):
    hanchan.refresh_from_db()
    return {"hanchan_id": hanchan.pk, "revision": hanchan.revision}


def correct(hanchan, *edits, by, reason="Wrong"):
    correct_hanchan(**about(hanchan), edits=edits, key=uuid4(), reason=reason, by=by)


def seen(hanchan, number):
    return seen_in(hanchan.hands.current().get(number=number))


@story("hand.recorded", "time.called", "sheet.confirmed", "sheet.signed")
def hands_are_played(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    play(hanchan, MANGAN, by=at_table(hanchan.table))
    sign(hanchan)


@story("hand.recorded", "hand.undone")
def hands_are_undone(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    for _each in range(2):
        last = Hand.objects.filter(hanchan=hanchan, superseded_by=None).latest("number")
        undo_hand(hanchan_id=hanchan.pk, hand_id=last.pk, key=uuid4(), by=at_table(hanchan.table))
    play(hanchan, tsumo(C))


@story("hand.corrected", "hand.inserted", "hand.removed", "round.approval_withdrawn", "sheet.signed")
def hands_are_corrected(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 1), hanchan_at(laptop, 2, 1)):
        correct(hanchan, Replace(2, tsumo(B), seen(hanchan, 2)), by=by)
        correct(hanchan, Insert(1, tsumo(A), seen(hanchan, 1)), by=by)
        correct(hanchan, Remove(1), by=by)
    sign_sheet(**about(hanchan_at(laptop, 1, 1)), by=by)


@story("hand.moved_away", "hand.moved_here")
def a_hand_is_moved(laptop, by):
    source, target = hanchan_at(laptop, 2, 1), hanchan_at(laptop, 2, 2)
    to = {"to_id": target.pk, "to_revision": about(target)["revision"], "reason": "Other table"}
    move_hand(**about(source), number=3, edits=(Remove(3),), key=uuid4(), by=by, **to)


@story("time.called", "time.withdrawn")
def time_is_called_and_taken_back(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    call_time(**about(hanchan), in_progress=True, by=STRANGER)
    withdraw_time(**about(hanchan), by=STRANGER)
    call_time(**about(hanchan_at(laptop, 2, 2)), in_progress=False, by=STRANGER)


@story("substitute.named", "substitute.removed")
def substitutes_play(laptop, by):
    for hanchan, after in ((hanchan_at(laptop, 1, 1), None), (hanchan_at(laptop, 2, 1), 2)):
        entry = hanchan.seats.get(seat=1).entry_id
        named = {"entry_id": entry, "name": "Friend", "after_hand": after, "reason": "Ill"}
        name_substitute(**about(hanchan), key=uuid4(), by=by, **named)
    row = hanchan.substitutions.get()
    correct(hanchan, Remove(1), by=by)
    remove_substitute(**about(hanchan), substitution_id=row.pk, reason="Well again", by=by)


@story("hanchan.extras")
def extras_change(laptop, by):
    more = {"start_points": None, "chips": (0, 0, 0, 0), "winless": {3}}
    edit_extras(**about(hanchan_at(laptop, 1, 1)), key=uuid4(), by=by, reason="Read again", **more)


@story("seats.swapped")
def seats_are_swapped(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 2), hanchan_at(laptop, 2, 1)):
        entries = list(hanchan.seats.order_by("seat").values_list("entry", flat=True))
        swap_seats(**about(hanchan), key=uuid4(), entries=entries[::-1], reason="Sat down wrong", by=by)


@story("hanchan.cancelled", "hanchan.restarted", "hand.recorded")
def hanchans_are_cancelled(laptop, by):
    first = hanchan_at(laptop, 2, 1)
    cancel_hanchan(**about(first), restart=True, key=uuid4(), reason="Tiles were missing", by=by)
    play(hanchan_at(laptop, 2, 1), tsumo(B))
    second = hanchan_at(laptop, 1, 1)
    cancel_hanchan(**about(second), restart=False, key=uuid4(), reason="Wrong players", by=by)
    restart_hanchan(hanchan_id=second.pk, key=uuid4(), by=by)


@story("paper.recorded", "paper.removed", "hand.recorded")
def points_come_from_paper(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 1), hanchan_at(laptop, 2, 1), hanchan_at(laptop, 2, 2)):
        key(record_paper_result, hanchan, by, reason="The sheet says so")
    remove_paper_result(**about(hanchan), by=by)
    play(hanchan, tsumo(C))


@story("paper.decided", "sheet.signed", at=on_paper)
def somebody_decides_between_two_keyings(laptop, by):
    hanchan = hanchan_at(laptop, 1, 1)
    first, second = hanchan.paper_results.filter(superseded_by=None).order_by("is_second")
    ids = {"first_id": first.pk, "second_id": second.pk, "holds": "second"}
    decide_paper(**about(hanchan), key=uuid4(), reason="Read", by=by, **ids)


@story("seats.swapped", at=on_paper)
def what_two_keyings_were_about_changes(laptop, by):
    hanchan = hanchan_at(laptop, 1, 1)
    entries = list(hanchan.seats.order_by("seat").values_list("entry", flat=True))
    swap_seats(**about(hanchan), key=uuid4(), entries=entries[::-1], reason="Sat down wrong", by=by)


@story("rules.corrected", "hanchan.resettled", "sheet.signed", at=on_paper)
def rules_of_two_keyings_are_corrected(laptop, by):
    rules_are_corrected(laptop, by)


@story("paper.recorded", "paper.keyed_again", "sheet.signed", at=on_paper)
def paper_is_keyed_anew(laptop, by):
    other = UserFactory()
    Membership.objects.create(tournament=laptop, user=other, role=Role.REFEREE)
    hanchan = hanchan_at(laptop, 1, 2)
    key(record_paper_result, hanchan, by, points=(30_000,) * 4, reason="Read again")
    key(key_again, hanchan, visitor(other), points=(30_000,) * 4)


@story("sheet.confirmed_by_link", "sheet.signed", "time.called")
def players_confirm(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    call_time(**about(hanchan), in_progress=False, by=STRANGER)
    for entry in hanchan.seats.values_list("entry", flat=True):
        confirm_own_seat(**about(hanchan), entry_id=entry, by=STRANGER)


@story("rules.corrected", "hanchan.resettled", "sheet.signed")
def rules_are_corrected(laptop, by):
    laptop = Tournament.objects.get(pk=laptop.pk)
    rules = replace(laptop.ruleset, uma=(30, 10, -10, -30))
    digest = plan_rules(laptop, rules).digest
    correct_rules(tournament_id=laptop.pk, rules=rules, digest=digest, key=uuid4(), reason="Wrong book", by=by)


@story("penalty.given", "penalty.taken_back", "team_penalty.given", "team_penalty.taken_back")
def penalties_are_given_and_taken_back(laptop, by):
    entry = laptop.entries.get(number=2)
    take_back_penalty(penalty_id=entry.penalties.get().pk, reason="Was there", by=by)
    penalize(entry, by=by)
    take_back_team_penalty(penalty_id=laptop.player_teams.get().penalties.get().pk, reason="Was there", by=by)
    give_to_team(laptop, by)


@story("appeal.made", "appeal.decided")
def appeals_are_decided(laptop, by):
    of_penalty = Appeal.objects.get(tournament=laptop, penalty__isnull=False)
    of_ruling = Appeal.objects.get(tournament=laptop, call__isnull=False)
    changed = {"outcome": Appeal.Outcome.CHANGED, "key": uuid4(), "reason": "Half of it", "by": by}
    decide_appeal(appeal_id=of_penalty.pk, points=Fraction(2), **changed)
    decide_appeal(appeal_id=of_ruling.pk, decision="Chombo", **changed | {"key": uuid4()})
    penalty = laptop.entries.get(number=2).penalties.get()
    appeal_penalty(tournament_id=laptop.pk, penalty_id=penalty.pk, **appealed(by))
    waiting = Appeal.objects.get(tournament=laptop, decided_by=None)
    decide_appeal(appeal_id=waiting.pk, outcome=Appeal.Outcome.UPHELD, key=uuid4(), reason="Late", by=by)


@story("call.taken", "call.answered", "call.withdrawn", "call.made")
def calls_are_answered(laptop, by):
    first, second = Call.objects.filter(table__tournament=laptop, closed_by=None)
    take_call(call_id=first.pk, by=by)
    answer_call(call_id=first.pk, situation="Six tiles", decision="Dead hand", rule="R11", by=by)
    withdraw_call(table_id=second.table_id, by=STRANGER)
    call_referee(table_id=second.table_id, word="Tile", by=STRANGER)


@story("player.left", "player.came_back")
def players_leave_and_come_back(laptop, by):
    come_back(entry_id=laptop.entries.get(number=10).pk, reason="Well again", by=by)
    for number in (10, 9):
        leaver = laptop.entries.get(number=number)
        depart(entry_id=leaver.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=3, reason="Home", by=by)


@story("teams.edited")
def teams_are_renamed(laptop, by):
    facts = [
        TeamFacts(key=team.key, name=f"New {team.name}", short_name="", colour="") for team in player_teams(laptop)
    ]
    counts = TeamCounts(team_best=2, team_best_of="event", team_chombo=True)
    edit_player_teams(tournament_id=laptop.pk, teams=facts, counts=counts, by=by)


@story("tournament.finals", "tournament.sit_out")
def settings_change(laptop, by):
    edit_finals(tournament_id=laptop.pk, tie_breaks=[TieBreak.DRAW], by=by)
    edit_sit_out(tournament_id=laptop.pk, sit_out=SitOut.FIXED, points=Fraction(-15), by=by)


@story("visibility.edited", "visibility.round_edited", "visibility.round_dropped")
def other_rounds_are_shown(laptop, by):
    for number in (None, 2):
        show(laptop, by, number, players="signed")
    drop_round_visibility(tournament_id=laptop.pk, number=1, by=by)


@story("round.approved", "round.approval_withdrawn", "round.released", "round.release_taken_back")
def rounds_are_approved_and_released(laptop, by):
    withdraw_approval(tournament_id=laptop.pk, number=1, by=by)
    approve_round(tournament_id=laptop.pk, number=1, key=uuid4(), by=by)
    hold_back_round(tournament_id=laptop.pk, number=1, by=by)
    release_round(tournament_id=laptop.pk, number=2, key=uuid4(), by=by)


@story("hands.rebuilt", "clock.table_extended")
def hands_are_rebuilt(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    hanchan.hands.filter(number=1).update(honba=3)
    rebuild_hands(hanchan_id=hanchan.pk)
    add_time_at_table(hanchan_id=hanchan.pk, key=uuid4(), seconds=120, by=by)


@story("cut.followed", "cut.taken_back", "cut.made", "player.left", at=after_a_round)
def a_cut_changes(laptop, by):
    entries = {entry.number: entry for entry in laptop.entries.all()}
    depart(entry_id=entries[1].pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Home", by=by)
    ids = {"left": entries[1].pk, "follower": entries[5].pk}
    follow_at_cut(tournament_id=laptop.pk, key=uuid4(), after_round=1, reason="Next", by=by, **ids)
    take_back_cut(tournament_id=laptop.pk, after_round=1, reason="All play on", by=by)
    cut(laptop, 2, 6)


@story("seating.planned", "seating.dropped", "seating.exchanged", at=planned)
def the_plan_changes(laptop, by):
    plan(laptop, by, seed=2)
    base = round_to_change(laptop, 1)
    pair = next((a, b) for a in base.spots for b in base.spots if base.spots[a] is not base.spots[b])
    first, second = pair
    ids = {"number": 1, "base": base.base, "first": first, "second": second}
    exchange_players(tournament_id=laptop.pk, key=uuid4(), by=by, **ids)
    drop_plan(tournament_id=laptop.pk, by=by)
    plan(laptop, by, seed=3)


@story("seating.repaired", "seating.repair_taken_back", "players.added", at=planned)
def the_plan_is_repaired(laptop, by):
    enter_players(laptop, by, "K", "L", "M")
    repair = repaired_plan(laptop, current_plan(laptop))
    about_it = {"rounds": repair.plan.rounds, "players": repair.plan.players}
    accept_repair(tournament_id=laptop.pk, base=repair.base, started=0, by=by, **about_it)
    take_back_repair(tournament_id=laptop.pk, base=current_plan(laptop).hash, by=by)


@story("round.exchanged", at=started)
def players_exchange_seats(laptop, by):
    exchange(laptop, by, 1, 8)


@story("hanchan.restarted", at=cancelled_and_exchanged)
def a_player_who_rests_is_taken_back(laptop, by):
    restart_hanchan(hanchan_id=laptop.rounds.get().hanchans.get(cancelled_by__isnull=False).pk, key=uuid4(), by=by)


@story("round.taken_back", "round.started", at=started)
def a_round_is_taken_back(laptop, by):
    take_back_round(tournament_id=laptop.pk, number=1, by=by)
    seats = list(laptop.entries.order_by("-number").values_list("pk", flat=True))
    start_round(tournament_id=laptop.pk, number=1, tables=[seats[:4], seats[4:8]], seed=8, by=by)


@story("player.renamed", "player.edited", "entry.edited", "person.removed")
def details_change(laptop, by):
    entry = laptop.entries.get(number=1)
    person = PlayerFacts(name="Renamed", last_name="Renamed", country="CZ", club="Club", ema_number="00123456")
    edit_entry(entry_id=entry.pk, player=person, entry=replace(entry_facts_of(entry), team="New"), by=by)
    remove_person(player_id=laptop.entries.get(number=3).player_id, by=by)


@story("player.removed", "entry.cancelled", "entry.edited", "players.merged", at=entering)
def entries_change(laptop, by):
    entries = {entry.number: entry for entry in laptop.entries.select_related("player")}
    remove_entry(tournament_id=laptop.pk, entry_id=entries[1].pk, by=by)
    cancel_own_entry(entry_id=entries[2].pk, by=STRANGER)
    last = entries[6]
    facts = replace(entry_facts_of(last), status=EntryStatus.ACCEPTED)
    edit_entry(entry_id=last.pk, player=PlayerFacts(name=last.player.name), entry=facts, by=by)
    double = EntryFactory(tournament__owner=by.user, player__name="Another")
    merge_players(player_id=entries[3].player_id, into_id=double.player_id, by=by)
    check_in(tournament_id=laptop.pk, entry_id=entries[4].pk, is_here=True, by=by)


def in_turn(stories):
    """Each story, in turn by the mirror or on return; `make test-long` has each on return behind the mirror."""
    ways = [["mirror"], ["return"]]
    return [
        case
        for number, story in enumerate(stories)
        for case in (
            pytest.param(*story.values, ways[number % 2], id=story.id),
            pytest.param(*story.values, ["mirror", "return"], id=f"{story.id}-both", marks=pytest.mark.long),
        )
    ]


@pytest.mark.parametrize(("lent", "work", "kinds", "ways"), in_turn(STORIES), indirect=["lent"])
def test_honest_work_is_accepted_by_the_mirror_and_on_return(lent, work, kinds, ways):
    check_is_accepted(lent, work, kinds, ways)


def check_is_accepted(lent, work, kinds, ways):
    """The work makes these kinds of log entries on a laptop, and mirror and site take what it did."""
    by, home, file, laptop = deepcopy(lent)
    before = laptop.version

    work(laptop, by)

    laptop.refresh_from_db()
    new = set(laptop.log.filter(number__gt=before).values_list("kind", flat=True))
    assert new >= set(kinds)
    if "mirror" in ways:
        sent = post(file["mirror"]["address"], compressed(envelope(laptop)), key=file["mirror"]["key"])
        assert sent.status_code == 200
    if "return" in ways:
        brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
        assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    assert envelope(home)["rounds"] == envelope(laptop)["rounds"]


@pytest.mark.parametrize("lent", [in_play], indirect=True)
def test_it_is_accepted_without_a_mirror_too(lent):
    """Without a mirror everything comes at once, and is compared with what was here at the hand-over."""
    by, home, _file, laptop = deepcopy(lent)
    for work in (details_change, hands_are_corrected, a_hand_is_moved, seats_are_swapped, substitutes_play):
        work(laptop, by)
    for work in (teams_are_renamed, appeals_are_decided, hanchans_are_cancelled, rules_are_corrected):
        work(laptop, by)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)

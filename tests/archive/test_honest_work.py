"""Whatever an organizer does on a laptop comes back: no honest file is taken for one that rewrites the past.

These are stories of decisions, rounds, plans and people: see `stories.py`. `test_honest_tables.py` has those of what
happens at tables; `test_honest_days.py` has those of other work than play, and finds a kind that is in no story.
"""

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest

from scoring.tie_breaks import TieBreak
from tests.archive.stories import (
    after_a_round,
    appealed,
    cancelled_and_exchanged,
    check_is_accepted,
    collected_in,
    enter_players,
    entering,
    exchange,
    give_to_team,
    hanchan_at,
    in_play,
    in_turn,
    plan,
    planned,
    show,
    started,
)
from tests.archive.test_hand_over import returned
from tests.archive.test_honest_tables import (
    a_hand_is_moved,
    hanchans_are_cancelled,
    hands_are_corrected,
    rules_are_corrected,
    seats_are_swapped,
    substitutes_play,
)
from tests.factories import STRANGER, EntryFactory, penalize
from tests.rounds.cuts import cut
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.rebuild_hands import rebuild_hands
from tournament.games.queries.seats import current_plan
from tournament.models import Appeal, Call, Departure, EntryStatus
from tournament.models.player import PlayerFacts
from tournament.models.tournament import SitOut
from tournament.people.actions.appeals import appeal_penalty, decide_appeal
from tournament.people.actions.check_in import check_in
from tournament.people.actions.depart import come_back, depart
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.give_penalty import take_back_penalty
from tournament.people.actions.give_team_penalty import take_back_team_penalty
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import cancel_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.rounds.actions.accept_plan import drop_plan
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
from tournament.site.actions.edit_visibility import drop_round_visibility
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.standings.queries.player_teams import player_teams
from tournament.table.actions.calls import answer_call, call_referee, take_call, withdraw_call
from tournament.table.actions.cancel_hanchan import restart_hanchan

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


STORIES = []


story = collected_in(STORIES)


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


@pytest.mark.parametrize(("lent", "work", "kinds", "ways"), in_turn(STORIES), indirect=["lent"])
def test_honest_work_is_accepted_by_the_mirror_and_on_return(lent, work, kinds, ways):
    check_is_accepted(lent, work, kinds, ways)


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

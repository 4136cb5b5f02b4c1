"""Other rules after the first hand: everything is settled by them, and nothing is lost."""

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.hanchan import next_hand
from scoring.outcome import AbortiveDraw, AbortReason, ExhaustiveDraw, HanFu, Ron, Tsumo, Win
from scoring.presets import EMA_2016, TENHOU, WRC_2015
from scoring.seats import Seat
from tests.conftest import ROOT
from tests.factories import STRANGER, HanchanFactory, TableFactory, TournamentFactory, UserFactory, play, sign, visitor
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import KeyTaken, NothingToCorrect, ReasonMissing
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, Hand, LineFigures, LogEntry, Signature, SignedSheet, Tournament
from tournament.rounds.actions.approve_round import approve_round
from tournament.site.actions.correct_rules import DifferencesOutdated, RulesObstructed, correct_rules
from tournament.site.queries.rules_correction import plan_rules
from tournament.standings.queries.leaderboard import leaderboard
from tournament.table import correction_replay
from tournament.table.actions.call_time import call_time
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import confirm_seat

pytestmark = pytest.mark.django_db

ALMOST_MANGAN = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(4, 30)),))
"""8,000 points where 1,920 base points are rounded up, 7,700 elsewhere."""
UNROUNDED = WRC_2015.changed(kiriage=False)


@pytest.fixture
def organizer():
    return UserFactory(username="Ondra")


@pytest.fixture
def hanchan(organizer):
    return HanchanFactory(round__tournament=TournamentFactory(organizers=[organizer]))


@pytest.fixture
def correct(hanchan, organizer):
    def accept(rules, **arguments):
        tournament = Tournament.objects.get(pk=hanchan.tournament.pk)
        shown = {"digest": plan_rules(tournament, rules).digest, "key": uuid4(), "reason": "The wrong rulebook"}
        correct_rules(tournament_id=tournament.pk, rules=rules, by=visitor(organizer), **(shown | arguments))

    return accept


def kept(hanchan):
    return [hand.deltas for hand in hanchan.hands.filter(superseded_by=None)]


def test_what_was_said_stays_and_pays_by_the_other_rules(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    hands = list(hanchan.hands.values_list("pk", "outcome", "key"))

    correct(UNROUNDED)

    hanchan.refresh_from_db()
    game = load_game(hanchan)
    assert game.situation.points == (30_000, 22_300, 37_700, 30_000)
    assert kept(hanchan) == [(0, -7_700, 7_700, 0)]
    assert list(hanchan.hands.values_list("pk", "outcome", "key")) == hands
    assert game.rules == UNROUNDED
    entry = hanchan.tournament.log.get(kind="rules.corrected")
    assert (entry.reason, entry.data["before"]["kiriage"], entry.data["after"]["kiriage"]) == (
        "The wrong rulebook",
        True,
        False,
    )
    call_command("verify")


def test_another_rulebook_is_the_tournaments_from_then_on(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)

    correct(EMA_2016)

    tournament = Tournament.objects.get()
    assert (tournament.ruleset, tournament.ruleset_key, tournament.rule_changes) == (EMA_2016, "ema_2016", {})
    correct(EMA_2016.changed(minutes=60))
    tournament.refresh_from_db()
    assert (tournament.ruleset_key, tournament.rule_changes) == ("ema_2016", {"minutes": 60})


def test_a_signed_sheet_is_signed_anew_by_who_corrects(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    first = sign(hanchan)

    correct(UNROUNDED)

    first.refresh_from_db()
    again = hanchan.sheets.get(withdrawn_by=None)
    assert first.withdrawn_by.kind == "hanchan.resettled"
    assert [line.points for line in first.lines.all()] == [30_000, 22_000, 38_000, 30_000]
    assert [line.points for line in again.lines.all()] == [30_000, 22_300, 37_700, 30_000]
    assert again.signed_as == ["Ondra"]
    assert leaderboard(hanchan.tournament, official=True).rows[0].total == Fraction("22.7")
    call_command("verify")


def test_a_sheet_that_says_the_same_keeps_its_signatures(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    sheet = sign(hanchan)

    correct(WRC_2015.changed(riichi_min_points=0))

    sheet.refresh_from_db()
    assert sheet.withdrawn_by is None
    assert load_game(hanchan).signatures


def test_a_sheet_that_says_the_same_has_the_figures_of_the_other_payments(hanchan, correct):
    in_circle = [(Seat.WEST, Seat.SOUTH), (Seat.NORTH, Seat.WEST), (Seat.SOUTH, Seat.NORTH)]
    play(
        hanchan, *(replace(ALMOST_MANGAN, discarder=d, wins=(Win(winner=w, value=HanFu(4, 30)),)) for w, d in in_circle)
    )
    sheet = sign(hanchan)

    correct(UNROUNDED)

    sheet.refresh_from_db()
    assert sheet.withdrawn_by is None
    won = LineFigures.objects.order_by("line__seat").values_list("points_won", flat=True)
    assert list(won) == [0, 7_700, 7_700, 7_700]
    call_command("verify")


def test_confirmations_of_an_unsigned_sheet_are_taken_back(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    sign(hanchan)
    hanchan.sheets.all().delete()
    hanchan.signatures.filter(seat=3).delete()
    hanchan.refresh_from_db()

    correct(UNROUNDED)

    hanchan.refresh_from_db()
    assert not load_game(hanchan).signatures
    confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=0, by=visitor(UserFactory()))


@pytest.mark.parametrize(
    "changed", [{"start_points": 25_000, "return_points": 25_000}, {"time_policy": "finish_current_plus_one"}]
)
def test_confirmations_without_a_hand_are_taken_back(hanchan, correct, organizer, changed):
    call_time(hanchan_id=hanchan.pk, revision=0, in_progress=False, by=visitor(organizer))
    hanchan.refresh_from_db()
    for seat in range(3):
        confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=seat, by=visitor(organizer))

    correct(WRC_2015.changed(**changed))

    assert not load_game(Hanchan.objects.get()).signatures
    assert hanchan.signatures.filter(withdrawn_by__kind="hanchan.resettled").count() == 3


def test_confirmations_without_a_hand_stay_if_the_points_at_the_start_do(hanchan, correct, organizer):
    call_time(hanchan_id=hanchan.pk, revision=0, in_progress=False, by=visitor(organizer))
    hanchan.refresh_from_db()
    confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=0, by=visitor(organizer))

    correct(UNROUNDED)

    assert load_game(Hanchan.objects.get()).signatures


def test_a_hand_keeps_what_was_said_although_another_deals(hanchan, correct):
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})), Tsumo(win=Win(winner=Seat.EAST, value=HanFu(2, 30))))
    assert load_game(hanchan).situation.dealer is Seat.EAST

    correct(WRC_2015.changed(renchan="agari"))

    hanchan.refresh_from_db()
    game = load_game(hanchan)
    assert [played.before.dealer for _hand, played in game.hands_played] == [Seat.EAST, Seat.SOUTH]
    assert game.situation.dealer is Seat.WEST
    call_command("verify")


@pytest.mark.parametrize("counts", [True, False])
def test_a_hanchan_of_many_hands_is_replayed_a_few_times(hanchan, organizer, monkeypatch, counts):
    """Each hand whose dealer differs, and each that is impossible in a hanchan that does not count, was decided by a
    replay of its own: 490 hands took 16 s, also under the lock."""
    Tournament.objects.update(ruleset_key="tenhou")
    draw, abort = ExhaustiveDraw(tenpai=frozenset({Seat.EAST})), AbortiveDraw(reason=AbortReason.FOUR_WINDS)
    play(hanchan, draw, *[abort] * 39)
    if not counts:
        hanchan.refresh_from_db()
        why = {"restart": False, "key": uuid4(), "reason": "Wrong table"}
        cancel_hanchan(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(organizer), **why)
    played = []
    monkeypatch.setattr(correction_replay, "next_hand", lambda *hand, **by: played.append(1) or next_hand(*hand, **by))

    plan = plan_rules(
        Tournament.objects.get(), TENHOU.changed(renchan="agari") if counts else TENHOU.changed(abort_four_winds=False)
    )

    assert not plan.obstacles
    assert sum(line.number is not None for line in plan.hanchans[0].plan.lines) == (40 if counts else 1)
    assert len(played) <= 100


def test_a_game_that_has_not_ended_by_the_other_rules_goes_on(hanchan, correct):
    big = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(13)),))
    Tournament.objects.update(ruleset_key="tenhou")
    play(hanchan, big)
    sheet = sign(hanchan)

    correct(TENHOU.changed(bust="off"))

    sheet.refresh_from_db()
    hanchan.refresh_from_db()
    game = load_game(hanchan)
    assert sheet.withdrawn_by is not None
    assert (game.sheet, game.ending) == (None, None)


def test_a_hanchan_in_play_that_is_over_by_the_other_rules_says_so(hanchan, correct):
    Tournament.objects.update(ruleset_key="tenhou", rule_changes={"bust": "off"})
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(13)),)))

    (recomputed,) = plan_rules(Tournament.objects.get(), TENHOU).changed
    correct(TENHOU)

    assert recomputed.ends
    assert load_game(hanchan).ending


def test_hands_that_do_not_count_stand_in_nobodys_way(hanchan, correct):
    Tournament.objects.update(ruleset_key="tenhou")
    play(hanchan, AbortiveDraw(reason=AbortReason.FOUR_WINDS), ExhaustiveDraw())
    on_paper = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))
    play(on_paper, AbortiveDraw(reason=AbortReason.FOUR_WINDS))
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=hanchan.revision, restart=False, key=uuid4(), reason="Wrong table", by=STRANGER
    )
    record_paper_result(
        hanchan_id=on_paper.pk,
        revision=on_paper.revision,
        key=uuid4(),
        points=(25_000,) * 4,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )

    correct(TENHOU.changed(abort_four_winds=False))

    assert len(load_game(hanchan).hands) == 1
    assert not load_game(on_paper).hands
    assert Hand.objects.filter(superseded_by__kind="hanchan.resettled").count() == 2
    call_command("verify")


def test_a_signed_sheet_from_paper_that_says_the_same_stays_signed(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=(30_000,) * 4,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )
    sheet = sign(hanchan)

    correct(UNROUNDED)

    sheet.refresh_from_db()
    assert sheet.withdrawn_by is None
    assert kept(hanchan) == [(0, -7_700, 7_700, 0)]
    call_command("verify")


def test_a_hanchan_that_has_not_begun_does_not_change(hanchan, correct):
    play(hanchan, ExhaustiveDraw())
    HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))

    plan = plan_rules(Tournament.objects.get(), WRC_2015.changed(start_points=25_000, return_points=25_000))

    assert [one.before.hanchan for one in plan.changed] == [hanchan]


DIGEST = """
import django; django.setup()
from scoring.presets import EMA_2016, WRC_2015
from tournament.models import Tournament
from tournament.site.queries.rules_correction import RulesPlan
print(RulesPlan(Tournament(), WRC_2015, EMA_2016, ()).digest)
"""


@pytest.mark.slow
def test_every_process_of_the_server_finds_the_same_digest():
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    printed = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            cwd=ROOT,
            env=environment | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(printed) == 1


def test_what_cannot_be_under_the_other_rules_stands_in_the_way(hanchan, correct):
    Tournament.objects.update(ruleset_key="tenhou")
    play(hanchan, AbortiveDraw(reason=AbortReason.FOUR_WINDS))

    plan = plan_rules(Tournament.objects.get(), WRC_2015)
    with pytest.raises(RulesObstructed):
        correct(WRC_2015)

    (found,) = plan.obstacles
    assert (found.hanchan, found.line.number) == (hanchan, 1)
    assert Tournament.objects.get().ruleset == TENHOU


def test_the_same_submission_again_changes_nothing(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    key = uuid4()
    correct(UNROUNDED, key=key)
    version = Tournament.objects.get().version

    correct(UNROUNDED, key=key)
    with pytest.raises(KeyTaken):
        correct(WRC_2015, key=key)

    assert Tournament.objects.get().version == version
    assert Tournament.objects.get().ruleset == UNROUNDED


def test_a_sheet_signed_since_it_was_shown_is_shown_first(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    shown = plan_rules(Tournament.objects.get(), UNROUNDED).digest
    sign(hanchan)

    with pytest.raises(DifferencesOutdated):
        correct(UNROUNDED, digest=shown)


def test_a_hand_played_since_it_was_shown_is_settled_with_the_others(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)
    shown = plan_rules(Tournament.objects.get(), UNROUNDED).digest
    play(hanchan, ALMOST_MANGAN)

    correct(UNROUNDED, digest=shown)

    assert kept(hanchan) == [(0, -7_700, 7_700, 0)] * 2


def test_a_correction_needs_a_reason_and_a_change(hanchan, correct):
    play(hanchan, ALMOST_MANGAN)

    with pytest.raises(ReasonMissing):
        correct(UNROUNDED, reason="")
    with pytest.raises(NothingToCorrect):
        correct(WRC_2015)


@pytest.fixture
def planned(monkeypatch):
    """The plans of the action, one item each; what is put into `meanwhile` happens before the lock is taken."""
    made, meanwhile = [], []

    def counted(*arguments):
        made.append(arguments)
        return plan_rules(*arguments)

    def after_others(*arguments):
        while meanwhile:
            meanwhile.pop()()
        return locked_tournament(*arguments)

    monkeypatch.setattr("tournament.site.actions.correct_rules.plan_rules", counted)
    monkeypatch.setattr("tournament.site.actions.correct_rules.locked_tournament", after_others)
    return made, meanwhile


def test_nothing_is_recomputed_under_the_lock_if_nothing_happened_before_it(hanchan, correct, planned):
    made, meanwhile = planned
    play(hanchan, ALMOST_MANGAN)
    meanwhile.append(lambda: made.append("lock"))

    correct(UNROUNDED)

    assert len(made) == 2
    assert made[1] == "lock"
    assert kept(hanchan) == [(0, -7_700, 7_700, 0)]


def test_a_hand_played_just_before_the_lock_is_settled_too(hanchan, correct, planned):
    made, meanwhile = planned
    play(hanchan, ALMOST_MANGAN)
    meanwhile.append(lambda: play(hanchan, ALMOST_MANGAN))

    correct(UNROUNDED)

    assert len(made) == 2
    assert kept(hanchan) == [(0, -7_700, 7_700, 0)] * 2
    call_command("verify")


def test_a_sheet_signed_just_before_the_lock_is_shown_first(hanchan, correct, planned):
    play(hanchan, ALMOST_MANGAN)
    planned[1].append(lambda: sign(hanchan))

    with pytest.raises(DifferencesOutdated):
        correct(UNROUNDED)

    assert Tournament.objects.get().ruleset == WRC_2015
    assert kept(hanchan) == [(0, -8_000, 8_000, 0)]


@pytest.mark.slow
def test_more_hanchans_take_no_more_statements(hanchan, correct):
    def statements(rules, more):
        for number in more:
            table = TableFactory(tournament=hanchan.tournament, number=number)
            another = HanchanFactory(round=hanchan.round, table=table)
            play(another, ALMOST_MANGAN)
            sign(another)
        with CaptureQueriesContext(connection) as queries:
            correct(rules)
        return len(queries)

    few = statements(UNROUNDED, [2, 3])
    many = statements(WRC_2015, range(4, 14))

    assert SignedSheet.objects.current().count() == 12
    assert Hand.objects.filter(west=8_000).count() == 12
    assert many <= few + 2  # longer inserts are cut into a few
    call_command("verify")


def test_the_log_says_what_happened_in_this_order(hanchan, correct, organizer):
    play(hanchan, ALMOST_MANGAN)
    sign(hanchan)
    approve_round(tournament_id=hanchan.tournament.pk, number=hanchan.round.number, key=uuid4(), by=visitor(organizer))
    before = Tournament.objects.get().version

    correct(UNROUNDED)

    entries = LogEntry.objects.filter(number__gt=before)
    kinds = ["rules.corrected", "hanchan.resettled", "round.approval_withdrawn", "sheet.signed"]
    assert [entry.kind for entry in entries] == kinds
    assert [entry.number for entry in entries] == list(range(before + 1, before + 5))
    assert {entry.actor_name for entry in entries} == {"Ondra"}
    assert entries[2].reason == "The wrong rulebook"
    tournament = Tournament.objects.get()
    assert tournament.version == tournament.official_version == before + 4
    hanchan.round.refresh_from_db()
    assert hanchan.round.approved_by is None


@pytest.mark.slow
def test_every_confirmation_is_taken_back_by_the_entry_of_its_hanchan(hanchan, correct):
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))
    for played in (hanchan, other):
        play(played, ALMOST_MANGAN)
        sign(played)

    correct(UNROUNDED)
    correct(WRC_2015)

    withdrawn = SignedSheet.objects.exclude(withdrawn_by=None)
    assert withdrawn.count() == 4
    assert all(row.withdrawn_by.hanchan_id == row.hanchan_id for row in withdrawn)
    assert Signature.objects.current().count() == 2
    assert len({row.withdrawn_by_id for row in withdrawn}) == 4
    call_command("verify")

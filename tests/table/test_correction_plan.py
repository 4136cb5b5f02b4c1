"""The dry run of a correction: every difference, and every hand that somebody has to decide on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hanchan import replay
from scoring.outcome import Chombo
from scoring.presets import EMA_2016, TENHOU, WRC_2015
from scoring.seats import Wind
from tests.scoring.strategies import rulesets as any_rules
from tests.table.corrections import (
    A,
    B,
    C,
    D,
    decided,
    draw,
    edited,
    edits_of,
    game_of,
    played_games,
    ron,
    seen_at,
    seen_in,
    tsumo,
)
from tournament.table.correction import HandChange, Obstacle
from tournament.table.correction_replay import plan_correction
from tournament.table.edits import Insert, Keep, Remove, Replace, Seen, UnreadableEdits

EAST_1, EAST_2, EAST_3 = (Seen(Wind.EAST, dealer) for dealer in (A, B, C))


def test_another_value_moves_points_and_no_situation():
    game = game_of(ron(B, C), ron(C, D), tsumo(D))

    plan = plan_correction(game, (Replace(1, ron(B, C, 4, 40), EAST_1),))

    assert plan.acceptable
    assert [line.change for line in plan.lines] == [HandChange.REPLACED, HandChange.NONE, HandChange.NONE]
    assert plan.lines[0].was.settlement.deltas == (0, 3_900, -3_900, 0)
    assert plan.lines[0].now.settlement.deltas == (0, 8_000, -8_000, 0)
    assert [line.differs for line in plan.lines] == [True, False, False]
    assert [line.follows for line in plan.lines] == [False, True, True]
    assert plan.before.final_points[B] + 4_100 == plan.after.final_points[B]


def test_counters_alone_are_shown_and_are_no_obstacle():
    game = game_of(tsumo(A), tsumo(A), ron(B, C))

    plan = plan_correction(game, (Remove(1),))

    assert plan.acceptable
    assert [(line.number, line.was.before.honba) for line in plan.lines] == [(None, 0), (1, 1), (2, 2)]
    assert [line.now.before.honba for line in plan.lines[1:]] == [0, 1]
    assert [line.differs for line in plan.lines] == [True, True, True]


def test_a_hand_said_of_another_dealer_has_to_be_decided_on():
    game = game_of(tsumo(A), ron(D, C), ron(D, A))

    plan = plan_correction(game, (Replace(1, tsumo(B), EAST_1),))

    assert not plan.acceptable
    second = plan.lines[1]
    assert second.obstacle is Obstacle.OTHER_SITUATION
    assert (second.seen, Seen.of(second.now.before)) == (EAST_1, EAST_2)
    assert [line.obstacle for line in plan.lines] == [None, Obstacle.OTHER_SITUATION, Obstacle.OTHER_SITUATION]


def test_hands_of_another_dealer_are_kept_replaced_or_removed_one_by_one():
    game = game_of(tsumo(A), ron(D, C), ron(D, A), tsumo(A))
    plan = plan_correction(game, (Replace(1, tsumo(B), EAST_1),))

    plan = plan_correction(game, plan.keep(1))
    assert [bool(line.obstacle) for line in plan.lines] == [False, False, True, True]
    plan = plan_correction(game, plan.remove(2))
    assert [bool(line.obstacle) for line in plan.lines] == [False, False, False, False]
    plan = plan_correction(game, (*plan.edits, Replace(4, draw(B), EAST_3)))

    assert plan.acceptable
    assert [line.change for line in plan.lines] == [
        HandChange.REPLACED,
        HandChange.KEPT,
        HandChange.REMOVED,
        HandChange.REPLACED,
    ]
    assert plan.after.outcomes == (tsumo(B), ron(D, C), draw(B))


def test_what_was_decided_of_another_situation_is_asked_again():
    game = game_of(tsumo(A), tsumo(A), ron(B, C))
    plan = plan_correction(game, (Replace(1, tsumo(B), EAST_1),))
    plan = plan_correction(game, plan.keep(1))
    plan = plan_correction(game, plan.keep(2))
    assert plan.acceptable

    plan = plan_correction(game, (*plan.edits, Insert(2, ron(C, D), EAST_2)))

    assert [line.obstacle for line in plan.lines] == [None, None, *[Obstacle.OTHER_SITUATION] * 2]
    assert plan.lines[2].seen == EAST_2


def test_a_decision_that_is_no_longer_needed_leaves_the_hand_alone():
    game = game_of(tsumo(A), ron(B, C))
    plan = plan_correction(game, (Replace(1, tsumo(B), EAST_1),))
    plan = plan_correction(game, plan.keep(1))

    plan = plan_correction(game, plan.restore(0))

    assert [line.change for line in plan.lines] == [HandChange.NONE, HandChange.NONE]
    assert not plan.changes_something


def test_the_same_hand_once_more_is_no_change():
    game = game_of(ron(B, C), tsumo(D))

    plan = plan_correction(game, (Replace(1, ron(B, C), EAST_1),))

    assert not plan.changes_something
    assert not plan.acceptable


def test_hands_after_the_end_have_to_go():
    every_deal_passes = [ron(dealer.after(), dealer) for dealer in (A, B, C, D)] * 2
    game = game_of(*every_deal_passes, rules=EMA_2016)
    assert game.ending

    plan = plan_correction(game, (Insert(8, ron(A, D), Seen(Wind.SOUTH, D)),))

    assert [line.obstacle for line in plan.lines[-2:]] == [None, Obstacle.GAME_OVER]
    assert plan.lines[-1].now is None
    assert plan.after.ending


def test_a_refused_hand_stops_the_dry_run_until_it_isdecided():
    rich = TENHOU.changed(bust="off")
    last_thousand = ron(B, A, 11)  # A pays 24,000 of 25,000
    game = game_of(last_thousand, ron(C, D, riichi=[A]), tsumo(D), rules=rich)

    plan = plan_correction(game, (Replace(1, ron(B, A, 13), EAST_1),))

    assert [line.obstacle for line in plan.lines] == [None, Obstacle.REFUSED, None]
    assert plan.lines[1].refused.code == "riichi_too_poor"
    assert plan.lines[2].waits
    plan = plan_correction(game, plan.remove(1))
    assert [line.obstacle for line in plan.lines] == [None, None, Obstacle.OTHER_SITUATION]


def test_a_removed_hand_can_be_put_back():
    game = game_of(ron(B, C), tsumo(D))
    plan = plan_correction(game, (Remove(2),))
    assert plan.acceptable

    assert plan.restore(1) == ()


def test_an_inserted_hand_can_be_taken_out_again():
    game = game_of(ron(B, C), tsumo(D))
    plan = plan_correction(game, (Insert(2, tsumo(B), EAST_2),))

    assert plan.remove(1) == ()
    assert plan.keep(1) == plan.edits


def test_where_a_person_says_a_hand_anew_they_see_the_corrected_table():
    game = game_of(tsumo(A), ron(B, C), tsumo(D))
    plan = plan_correction(game, (Remove(1), Insert(2, draw(C), EAST_1)))

    assert plan.until(number=1).situation.points == (30_000,) * 4
    assert plan.until(number=2).outcomes == (draw(C),)
    assert plan.until(edit=1).outcomes == ()
    assert plan.until(number=4).outcomes == (draw(C), ron(B, C), tsumo(D))
    with pytest.raises(UnreadableEdits):
        plan.until(number=5)
    with pytest.raises(UnreadableEdits):
        plan.until(edit=7)


@pytest.mark.parametrize(
    "edits",
    [
        (Remove(3),),
        (Keep(9, EAST_1),),
        (Insert(4, draw(), EAST_1),),
        (Remove(1), Keep(1, EAST_1)),
    ],
)
def test_edits_of_hands_that_are_not_there_are_refused(edits):
    with pytest.raises(UnreadableEdits):
        plan_correction(game_of(ron(B, C), tsumo(D)), edits)


# --- The clock ---


def test_time_is_up_after_as_many_hands_as_were_played_then():
    game = game_of(ron(B, C), ron(C, D), tsumo(D), called_after=2, in_progress=True)

    assert plan_correction(game, (Remove(1),)).time_called_after == 1
    assert plan_correction(game, (Insert(1, draw(), EAST_1),)).time_called_after == 3
    assert plan_correction(game, (Remove(3),)).time_called_after == 2


def test_a_forgotten_hand_at_the_signal_was_played_before_it():
    game = game_of(ron(B, C), ron(C, D), called_after=2, in_progress=False)
    assert game.ending == "time"

    plan = plan_correction(game, (Insert(3, tsumo(D), EAST_3),))

    assert plan.acceptable
    assert plan.time_called_after == 3
    assert plan.after.ending == "time"


def test_a_hand_too_many_after_the_signal_has_to_go():
    game = game_of(ron(B, C), ron(C, D), called_after=1, in_progress=True)

    plan = plan_correction(game, (Insert(3, tsumo(D), EAST_3),))

    assert plan.lines[2].obstacle is Obstacle.TIME_UP
    assert plan.lines[2].now is None


def test_a_chombo_taken_out_of_the_time_after_the_signal_may_leave_no_hand():
    redealt = EMA_2016.changed(time_policy="finish_current", chombo_redeals_last_hand=True)
    chombo = Chombo(offenders=frozenset({A}))
    game = game_of(ron(B, C), chombo, ron(C, D), rules=redealt, called_after=1, in_progress=True)
    assert game.ending == "time"

    plan = plan_correction(game, (Replace(2, tsumo(B), EAST_2),))

    assert [line.obstacle for line in plan.lines] == [None, None, Obstacle.TIME_UP]


def test_a_forgotten_hand_fills_the_gap_that_undo_left_before_the_signal():
    game = game_of(ron(B, C), called_after=2, in_progress=False)
    assert game.hands_left == 1

    plan = plan_correction(game, (Insert(1, draw(A), EAST_1),))

    assert plan.time_called_after == 2
    assert plan.after.ending == "time"


# --- Of all games ---

rulesets = st.sampled_from([WRC_2015, EMA_2016, TENHOU])


@pytest.mark.slow
@given(st.data())
def test_a_plan_is_the_replay_of_the_edited_hands(data):
    rules = data.draw(rulesets)
    outcomes = data.draw(played_games(rules))
    game = game_of(*outcomes, rules=rules)
    edits = data.draw(edits_of(len(outcomes)))

    plan = decided(game, edits)

    assert not any(line.waits for line in plan.lines)
    expected = edited(outcomes, plan.edits)
    assert plan.after.outcomes == expected
    assert tuple(line.now for line in plan.lines if line.now) == replay(expected, rules=rules)
    assert [hand.number for hand in plan.after.hands] == list(range(1, len(expected) + 1))


@pytest.mark.slow
@given(st.data())
def test_what_was_not_touched_is_the_same_hand_in_the_same_situation(data):
    outcomes = data.draw(played_games(min_size=3))
    game = game_of(*outcomes)
    edits = data.draw(edits_of(len(outcomes)))

    plan = decided(game, edits)

    about = {edit.number for edit in plan.edits if not isinstance(edit, Insert)}
    for line in plan.lines:
        if line.old and line.old.number not in about:
            assert not line.touched
        if not line.touched:
            assert line.row.outcome == line.old.outcome
            assert (line.row.round_wind, line.row.dealer) == (line.old.round_wind, line.old.dealer)


@pytest.mark.slow
@given(st.data())
def test_a_correction_taken_back_gives_the_game_back(data):
    outcomes = data.draw(played_games().filter(bool))
    game = game_of(*outcomes)
    plan = decided(game, data.draw(edits_of(len(outcomes))))
    corrected = game_of(*plan.after.outcomes)

    back = [Remove(hand.number) for hand in corrected.hands]
    back += [Insert(1, hand.parsed_outcome(), seen_in(hand)) for hand in game.hands]
    again = plan_correction(corrected, tuple(back))

    assert not again.open
    assert again.after.situation == game.situation
    assert again.after.outcomes == game.outcomes


def test_seen_is_what_the_form_must_carry():
    game = game_of(tsumo(A), ron(B, C), tsumo(D))
    plan = plan_correction(game, (Remove(2),))

    assert seen_at(plan, number=3) == EAST_1


# --- By other rules ---


def kept_one_by_one(game, rules):
    """The plan of a person who keeps the first hand that another deals now, replays the hanchan, and so on."""
    plan = plan_correction(game, (), rules=rules)
    while moved := [at for at, line in enumerate(plan.lines) if line.obstacle is Obstacle.OTHER_SITUATION]:
        plan = plan_correction(game, plan.keep(moved[0]), rules=rules)
    return plan


@pytest.mark.slow
@given(st.data())
def test_hands_kept_all_at_once_are_those_that_are_kept_one_by_one(data):
    """The preview of other rules keeps all at once, because a replay for each of 500 hands takes many seconds."""
    before, rules = TENHOU, data.draw(any_rules()).changed(renchan="never")
    game = game_of(*data.draw(played_games(before, min_size=4)), rules=before)

    kept = plan_correction(game, plan_correction(game, (), rules=rules).keep_all(), rules=rules)
    one_by_one = kept_one_by_one(game, rules)

    assert kept.edits == one_by_one.edits
    assert [line.now for line in kept.lines] == [line.now for line in one_by_one.lines]
    assert [line.obstacle for line in kept.lines] == [line.obstacle for line in one_by_one.lines]

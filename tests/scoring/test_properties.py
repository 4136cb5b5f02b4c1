"""What holds of every hand, every ruleset and every hanchan."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hanchan import advance, replay
from scoring.outcome import AbortiveDraw, Chombo, ExhaustiveDraw, NagashiMangan, Redeal, Ron, Tsumo
from scoring.placement import place, places_of
from scoring.points import settle
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.seats import SEATS
from scoring.situation import opening
from scoring.standings import rank
from scoring.uma import FloatingUma
from tests.scoring.strategies import games, hundreds, outcomes, playable, rulesets, situations

often = settings()
sometimes = settings(max_examples=often.max_examples // 2)

sets_of_points = st.tuples(*[hundreds] * 4) | st.tuples(*[st.sampled_from([20_000, 30_000])] * 4)


def settled(outcome, before, rules):
    """The settlement, or None where the ruleset does not take the hand."""
    try:
        return settle(outcome, before, rules=rules)
    except Refused:
        return None


def refusal_of(attempt):
    try:
        attempt()
    except Refused as refused:
        return refused
    return None


@often
@given(outcome=outcomes, before=situations, rules=rulesets())
def test_points_are_conserved(outcome, before, rules):
    settlement = settled(outcome, before, rules)

    if settlement:
        assert sum(settlement.deltas) + settlement.to_table == 0
        assert settlement.to_table % rules.riichi_bet == 0
        assert all(delta % 100 == 0 for delta in settlement.deltas)


@often
@given(outcome=outcomes, before=situations, rules=rulesets())
def test_the_payments_add_up_to_the_changes_and_explain_their_rounding(outcome, before, rules):
    settlement = settled(outcome, before, rules)

    if settlement:
        changes = [0, 0, 0, 0]
        for payment in settlement.payments:
            if payment.payer is not None:
                changes[payment.payer] -= payment.points
            if payment.payee is not None:
                changes[payment.payee] += payment.points
            assert payment.points > 0
            assert payment.payer is not payment.payee
            assert 0 <= payment.points - payment.exact < 100
            assert payment.points == payment.exact or payment.points % 100 == 0
        assert tuple(changes) == settlement.deltas


@often
@given(outcome=outcomes, before=situations, rules=rulesets())
def test_bets_grow_with_every_draw_and_go_with_every_win(outcome, before, rules):
    settlement = settled(outcome, before, rules)
    if not settlement:
        return
    after = advance(outcome, before, rules=rules).after

    match settlement.outcome:
        case Ron() | Tsumo():
            assert after.riichi_sticks == 0
        case NagashiMangan() if rules.nagashi == "as_win":
            assert after.riichi_sticks == 0
        case Chombo() | Redeal():
            assert after.riichi_sticks == before.riichi_sticks
        case ExhaustiveDraw() | NagashiMangan() | AbortiveDraw():
            assert after.riichi_sticks == before.riichi_sticks + len(outcome.riichi)


@often
@given(outcome=outcomes, before=situations, rules=rulesets())
def test_nobody_but_a_winner_or_a_tenpai_player_gains(outcome, before, rules):
    settlement = settled(outcome, before, rules)

    match settlement and settlement.outcome:
        case Ron(wins=wins):
            assert {seat for seat in SEATS if settlement.deltas[seat] > 0} <= {win.winner for win in wins}
        case Tsumo(win=win):
            assert [seat for seat in SEATS if settlement.deltas[seat] > 0] == [win.winner]
        case ExhaustiveDraw(tenpai=tenpai):
            assert {seat for seat in SEATS if settlement.deltas[seat] > 0} <= tenpai


@sometimes
@given(hands=games, rules=rulesets())
def test_over_a_whole_hanchan_points_and_bets_stay_the_same(hands, rules):
    _, played = playable(hands, rules=rules)

    for hand in played:
        on_the_table = hand.after.riichi_sticks * rules.riichi_bet
        assert sum(hand.after.points) + on_the_table == 4 * rules.start_points
        assert hand.after.riichi_sticks >= 0
        assert hand.after.honba >= 0


@sometimes
@given(hands=games, rules=rulesets(), start=situations)
def test_a_replay_gives_the_same_every_time_and_each_hand_starts_where_the_last_ended(hands, rules, start):
    taken, played = playable(hands, rules=rules, start=start)

    assert replay(taken, rules=rules, start=start) == replay(iter(taken), rules=rules, start=start) == tuple(played)
    for earlier, later in pairwise(played):
        assert earlier.ending is None
        assert later.before == earlier.after


@sometimes
@given(hands=games, rules=rulesets())
def test_undo_restores_the_situation_exactly(hands, rules):
    taken, played = playable(hands, rules=rules)

    for count, hand in enumerate(played):
        undone = replay(taken[:count], rules=rules)
        situation = undone[-1].after if undone else opening(rules)
        assert situation == hand.before


@sometimes
@given(hands=games, late=outcomes, rules=rulesets())
def test_a_hand_that_is_refused_leaves_nothing_behind(hands, late, rules):
    taken, played = playable(hands, rules=rules)
    before = played[-1].after if played else opening(rules)

    refused = refusal_of(lambda: replay([*taken, late], rules=rules))

    if refused:
        assert refused.hand == len(taken)
        assert (played[-1].after if played else opening(rules)) == before
        assert replay(taken, rules=rules) == tuple(played)


@sometimes
@given(hands=st.lists(outcomes, min_size=10, max_size=25), rules=st.sampled_from(list(RULESETS.values())))
def test_a_hanchan_ends_or_goes_on_in_a_round_that_it_has(hands, rules):
    _, played = playable(hands, rules=rules)

    last = "SOUTH" if rules.extension_round == "off" else "WEST"
    for hand in played:
        assert hand.after.round_wind.name in ("EAST", "SOUTH", last)
    assert [bool(hand.ending) for hand in played[:-1]] == [False] * (len(played) - 1)


def test_a_hanchan_whose_deal_always_passes_ends(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            # Nobody is tenpai: not a point moves, and not even Tenhou plays past North's deal in the West round.
            _, played = playable([ExhaustiveDraw()] * 20, rules=rules)

            assert len(played) == (8 if rules.extension_round == "off" else 12)
            assert played[-1].ending


@often
@given(points=sets_of_points, sticks=st.integers(0, 6), rules=rulesets())
def test_the_scores_add_up(points, sticks, rules):
    placed = place(points, sticks, rules=rules)

    uma = rules.uma
    if isinstance(uma, FloatingUma):
        uma = uma.rows[sum(seat.points >= rules.return_points for seat in placed)]
    assert sum(seat.uma for seat in placed) == sum(uma) + rules.oka
    left = sum(points) + sticks * rules.riichi_bet - sum(seat.points for seat in placed)
    assert (0 <= left < 4) or (left == sticks * rules.riichi_bet and rules.leftover_sticks == "lost")
    if rules.final_rounding == "none":
        above = Fraction(sum(seat.points for seat in placed) - 4 * rules.return_points, 1_000)
        assert sum(seat.score for seat in placed) == above + sum(uma) + rules.oka
    else:
        assert sum(seat.score for seat in placed) == 0


@often
@given(points=sets_of_points, rules=rulesets())
def test_more_points_are_a_better_place_and_equal_points_share_it_or_go_by_seat(points, rules):
    places = places_of(points, rules=rules)

    for seat in SEATS:
        for other in SEATS:
            if points[seat] > points[other]:
                assert places[seat] < places[other]
            elif points[seat] == points[other] and seat < other:
                shared = rules.tie_uma == "shared"
                assert places[seat] == places[other] if shared else places[seat] < places[other]


@sometimes
@given(st.lists(st.sampled_from([Fraction(sixths, 6) for sixths in range(-18, 19)]), max_size=20))
def test_a_place_is_one_more_than_the_number_of_those_ahead(totals):
    assert rank(totals) == [1 + sum(other > total for other in totals) for total in totals]

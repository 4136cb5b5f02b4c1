"""A settlement explains itself: payment by payment, what for, from whom, to whom, and how it was rounded."""

import pytest

from scoring.outcome import Limit, Yakuman
from scoring.payments import Payment, Reason
from scoring.points import settle
from scoring.presets import TENHOU, WRC_2015
from scoring.refusal import Refused
from scoring.value import Worth
from tests.scoring.shorthand import MANGAN, YAKUMAN, A, B, C, D, chombo, claims, draw, nagashi, ron, table, tsumo, win


def payment(reason, points, payer, payee, base=None, times=None, count=None):
    factors = base and (base, times)
    return Payment(reason=Reason(reason), points=points, payer=payer, payee=payee, factors=factors, pieces=count)


def test_a_ron_says_its_base_its_rounding_its_counters_and_its_bets():
    settlement = settle(ron(B, C, "3/30", riichi=[B]), table("E1 h2 k1"), rules=WRC_2015)

    assert settlement.payments == (
        payment("riichi", 1_000, B, None, count=1),
        payment("hand", 3_900, C, B, base=960, times=4),
        payment("counters", 600, C, B, count=2),
        payment("bets", 2_000, None, B, count=2),
    )
    assert [payment.exact for payment in settlement.payments] == [1_000, 3_840, 600, 2_000]
    assert settlement.wins[0].worth == Worth(base=960, han=3, fu=30, counted=960)


def test_a_self_draw_says_what_each_pays():
    settlement = settle(tsumo(B, "2/30"), table("E1 h1"), rules=WRC_2015)

    assert settlement.payments == (
        payment("hand", 1_000, A, B, base=480, times=2),
        payment("hand", 500, C, B, base=480, times=1),
        payment("hand", 500, D, B, base=480, times=1),
        payment("counters", 100, A, B, count=1),
        payment("counters", 100, C, B, count=1),
        payment("counters", 100, D, B, count=1),
    )


def test_a_hand_rounded_up_to_mangan_says_what_it_was():
    rounded = settle(ron(B, C, "4/30"), table(), rules=WRC_2015).wins[0].worth
    not_rounded = settle(ron(B, C, "4/30"), table(), rules=TENHOU).wins[0].worth

    assert rounded == Worth(base=2_000, han=4, fu=30, counted=1_920, limit=Limit.MANGAN)
    assert not_rounded == Worth(base=1_920, han=4, fu=30, counted=1_920)


def test_x25_a_liable_player_who_discards_pays_once():
    settlement = settle(ron(B, C, YAKUMAN, liable=C), table(), rules=TENHOU)

    assert settlement.payments == (payment("hand", 32_000, C, B, base=8_000, times=4),)


def test_a_liable_player_pays_a_self_draw_alone_and_shares_a_discard():
    drawn = settle(tsumo(B, YAKUMAN, liable=C), table(), rules=TENHOU)
    discarded = settle(ron(B, D, YAKUMAN, liable=C), table(), rules=TENHOU)

    assert drawn.payments == (payment("hand", 32_000, C, B, base=8_000, times=4),)
    assert discarded.payments == (
        payment("hand", 16_000, D, B, base=8_000, times=2),
        payment("hand", 16_000, C, B, base=8_000, times=2),
    )


def test_a_draw_says_who_pays_whom():
    settlement = settle(draw(A, C, riichi=[C]), table(), rules=WRC_2015)

    assert settlement.payments == (
        payment("riichi", 1_000, C, None, count=1),
        payment("noten", 750, B, A),
        payment("noten", 750, B, C),
        payment("noten", 750, D, A),
        payment("noten", 750, D, C),
    )


def test_nagashi_mangan_says_who_pays_whom():
    settlement = settle(nagashi(B), table("E1 h1"), rules=TENHOU)

    assert settlement.payments == (
        payment("nagashi", 4_000, A, B),
        payment("nagashi", 2_000, C, B),
        payment("nagashi", 2_000, D, B),
    )


def test_a_reverse_mangan_says_who_pays_whom():
    settlement = settle(chombo(B), table("E1 h1"), rules=WRC_2015.changed(chombo_mode="reverse_mangan"))

    assert settlement.payments == (
        payment("chombo", 4_000, B, A),
        payment("chombo", 2_000, B, C),
        payment("chombo", 2_000, B, D),
    )


def test_of_three_claims_so_many_count_and_the_outcome_that_counts_says_so(subtests):
    for paid, winners, deltas in [
        ("head_bump", [D], (0, 0, -8_000, 8_000)),
        ("double", [D, A], (12_000, 0, -20_000, 8_000)),
        ("triple", [D, A, B], (12_000, 1_000, -21_000, 8_000)),
    ]:
        with subtests.test(paid=paid, winners=winners, deltas=deltas):
            rules = WRC_2015.changed(multi_ron=paid)
            said = claims(C, win(A, MANGAN), win(B, "1/30"), win(D, MANGAN))

            settlement = settle(said, table(), rules=rules)

            assert settlement.deltas == deltas
            assert [claim.winner for claim in settlement.outcome.wins] == winners
            assert [paid.win.winner for paid in settlement.wins] == winners


def test_of_two_winners_only_the_one_with_the_yakuman_makes_somebody_liable():
    both = claims(A, win(B, YAKUMAN, liable=C), win(D, "1/30"), riichi=[D])

    settlement = settle(both, table("E1 h1 k1"), rules=TENHOU)

    # C, liable, pays half of B's hand and the counters; B, first after A, takes both bets.
    assert settlement.deltas == (-16_000 - 1_000, 32_000 + 300 + 2_000, -16_000 - 300, 1_000 - 1_000)


def test_a_winner_may_be_liable_for_another_winner():
    both = claims(A, win(B, YAKUMAN, liable=D), win(D, "2/30"))

    settlement = settle(both, table(), rules=WRC_2015.changed(multi_ron="double"))

    assert settlement.deltas == (-16_000 - 2_000, 32_000, 0, 2_000 - 16_000)


PART = TENHOU.changed(pao_composite="part")
DRAGONS, WINDS = ("daisangen", "tsuuiisou"), ("daisuushii", "tsuuiisou")
DOUBLE_WINDS = PART.changed(double_yakuman=frozenset({"daisuushii"}))


def test_of_several_yakuman_a_liable_player_answers_for_all_or_for_those_that_were_fed(subtests):
    for rules, outcome, deltas in [
        # by self-draw: all of it, or only that yakuman and the rest as ever
        (TENHOU, tsumo(B, Yakuman(2), liable=C, yaku=DRAGONS), (0, 64_300, -64_300, 0)),
        (PART, tsumo(B, Yakuman(2), liable=C, yaku=DRAGONS), (-16_000, 64_300, -40_300, -8_000)),
        (PART, tsumo(A, Yakuman(2), liable=C, yaku=DRAGONS), (96_300, -16_000, -64_300, -16_000)),
        (PART, tsumo(B, Yakuman(2), liable=C), (-16_000, 64_300, -40_300, -8_000)),
        (PART, tsumo(B, Yakuman(1), liable=C), (0, 32_300, -32_300, 0)),
        (PART, tsumo(B, Yakuman(1), liable=C, yaku=DRAGONS), (0, 32_300, -32_300, 0)),
        (PART, tsumo(B, Limit.YAKUMAN, liable=C), (0, 32_300, -32_300, 0)),
        # big four winds as one yakuman, and as two
        (PART, tsumo(B, Yakuman(3), liable=C, yaku=WINDS), (-32_000, 96_300, -48_300, -16_000)),
        (DOUBLE_WINDS, tsumo(B, Yakuman(3), liable=C, yaku=WINDS), (-16_000, 96_300, -72_300, -8_000)),
        (DOUBLE_WINDS, tsumo(B, Yakuman(2), liable=C, yaku=DRAGONS), (-16_000, 64_300, -40_300, -8_000)),
        # by another's discard: half of what was fed, and the discarder the rest
        (TENHOU, ron(B, D, Yakuman(2), liable=C, yaku=DRAGONS), (0, 64_300, -32_300, -32_000)),
        (PART, ron(B, D, Yakuman(2), liable=C, yaku=DRAGONS), (0, 64_300, -16_300, -48_000)),
        (PART, ron(A, D, Yakuman(2), liable=C, yaku=DRAGONS), (96_300, 0, -24_300, -72_000)),
        (PART, ron(B, D, Yakuman(1), liable=C), (0, 32_300, -16_300, -16_000)),
        # by one's own
        (PART, ron(B, C, Yakuman(2), liable=C, yaku=DRAGONS), (0, 64_300, -64_300, 0)),
        # where yakuman do not add up there is one
        (
            PART.changed(multiple_yakuman=False),
            tsumo(B, Yakuman(2), liable=C, yaku=DRAGONS),
            (0, 32_300, -32_300, 0),
        ),
    ]:
        with subtests.test(rules=rules, outcome=outcome, deltas=deltas):
            settlement = settle(outcome, table("E1 h1", (200_000,) * 4), rules=rules)

            assert settlement.deltas == deltas


def test_where_nobody_is_ever_liable_a_liable_player_is_refused(subtests):
    for yaku in [(), ("daisangen",)]:
        with subtests.test(yaku=yaku):
            rules = WRC_2015.changed(pao_yaku=frozenset())

            with pytest.raises(Refused) as refused:
                settle(tsumo(B, YAKUMAN, liable=C, yaku=yaku), table(), rules=rules)

            assert refused.value.code == "no_liability"


def test_a_third_of_a_counter_is_paid_in_whole_hundreds():
    """A counter of 1,000 is 400 from each at a self-draw (R5.1)."""
    settlement = settle(tsumo(B, "1/30"), table("E1 h1"), rules=WRC_2015.changed(honba_value=1_000))

    assert [payment.points for payment in settlement.payments if payment.reason is Reason.COUNTERS] == [400] * 3

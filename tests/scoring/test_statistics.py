"""Counts over a player's hands, by the definitions of `scoring.statistics`."""

from fractions import Fraction

from hypothesis import given, settings

from scoring.hanchan import replay
from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, NagashiMangan, Redeal, Ron, Tsumo, Win, Yakuman
from scoring.presets import EMA_2016, TENHOU, WRC_2015
from scoring.seats import SEATS, Seat
from scoring.statistics import (
    HandCounts,
    Places,
    count_hands,
    count_places,
    longest_run_of_firsts,
    paid_wins,
    rank_number,
    together,
    won_hands,
)
from tests.table.corrections import played_games

A, B, C, D = SEATS
HALF = Win(winner=B, value=HanFu(3, 30))
MANGAN = Win(winner=D, value=Limit.MANGAN)


def counts(*outcomes, rules=WRC_2015):
    played = replay(outcomes, rules=rules)
    return [count_hands(played, seat) for seat in SEATS]


def test_a_ron_with_riichi_of_three():
    """The discarder's riichi dealt in, the winner's won, the other's was lost."""
    _east, south, west, north = counts(Ron(discarder=C, wins=(HALF,), riichi=frozenset({B, C, D})))

    assert south == HandCounts(hands=1, won_by_ron=1, points_won=3_900, riichi_won=1)
    assert west == HandCounts(hands=1, dealt_in=1, points_dealt_in=3_900, riichi_dealt_in=1)
    assert north == HandCounts(hands=1, riichi_lost=1)


def test_riichi_is_counted_however_the_hand_ended():
    tally = HandCounts(riichi_won=1, riichi_dealt_in=10, riichi_drawn=100, riichi_lost=1_000)

    assert tally.riichi == 1_111


def test_counters_and_bets_are_no_part_of_a_value():
    _, _, _, north = counts(
        ExhaustiveDraw(tenpai=frozenset({A}), riichi=frozenset({A})),
        Tsumo(win=MANGAN, riichi=frozenset({D})),
    )

    assert north == HandCounts(hands=2, won_by_self_draw=1, points_won=8_000, riichi_won=1, drawn=1)


def test_a_head_bump_leaves_one_winner_and_two_are_dealt_into_once():
    both = Ron(discarder=C, wins=(HALF, MANGAN), riichi=frozenset({B}))

    _, bumped, west, north = counts(both)
    assert (bumped, north.won) == (HandCounts(hands=1, riichi_lost=1), 1)
    assert (west.dealt_in, west.points_dealt_in) == (1, 8_000)

    _, south, west, north = counts(both, rules=EMA_2016)
    assert (south.riichi_won, south.points_won, north.points_won) == (1, 3_900, 8_000)
    assert (west.dealt_in, west.points_dealt_in, west.average_dealt_in) == (1, 11_900, 11_900)


def test_a_liable_player_did_not_deal_in():
    fed = Win(winner=B, value=Yakuman(), liable=D)
    _, south, west, north = counts(Ron(discarder=C, wins=(fed,)))

    assert south.points_won == 32_000
    assert (west.dealt_in, west.points_dealt_in) == (1, 16_000)
    assert north == HandCounts(hands=1)


def test_a_hand_dealt_again_does_not_count_and_neither_does_its_riichi():
    east, *_others, north = counts(
        Chombo(offenders=frozenset({A, D}), riichi=frozenset({A})), Redeal(riichi=frozenset({D}))
    )

    assert east == north == HandCounts(chombo=1)


def test_tenpai_is_counted_where_the_wall_ran_out():
    nagashi = NagashiMangan(winners=frozenset({A}), tenpai=frozenset({B}), riichi=frozenset({B}))
    east, south, *_ = counts(nagashi, ExhaustiveDraw(tenpai=frozenset({A})), rules=TENHOU)

    assert east == HandCounts(hands=2, drawn=2, tenpai=1)
    assert south == HandCounts(hands=2, drawn=2, tenpai=1, riichi_drawn=1)


def test_the_best_hand_has_the_limit_before_the_points():
    played = replay(
        [
            Tsumo(win=Win(winner=A, value=Limit.MANGAN)),
            Ron(discarder=A, wins=(Win(winner=B, value=HanFu(6)),)),
            Ron(discarder=A, wins=(Win(winner=C, value=HanFu(5)),)),
            Ron(discarder=A, wins=(Win(winner=C, value=HanFu(4, 40)),)),
        ],
        rules=WRC_2015,
    )

    best = sorted(won_hands(played), key=lambda won: won.rank, reverse=True)

    assert [(won.hand, won.points, won.was_dealer) for won in best] == [
        (1, 12_000, False),
        (2, 8_000, False),
        (3, 12_000, True),
        (0, 12_000, True),
    ]
    assert (best[0].kind, best[0].discarder, best[-1].kind, best[-1].discarder) == ("ron", A, "tsumo", None)


def test_places_and_runs():
    assert count_places([]).average is None
    assert Places().counts == count_places([]).counts == (0, 0, 0, 0)
    assert count_places([1, 2, 2, 4]).counts == (1, 2, 0, 1)
    assert count_places([1, 2, 2, 4]).average == Fraction(9, 4)
    assert longest_run_of_firsts([2, 3]) == (0, 0)
    assert longest_run_of_firsts([1, 2, 1, 1, 1]) == (2, 3)


@settings(max_examples=30)
@given(outcomes=played_games())
def test_four_players_together(outcomes):
    """What one wins by ron another deals in; a riichi ends in one way; the sums are those of the whole game."""
    played = replay(outcomes, rules=WRC_2015)
    each = [count_hands(played, seat) for seat in SEATS]
    all_ = together(each)

    assert len({counts.hands for counts in each}) == 1
    assert all_.won_by_ron == all_.dealt_in
    assert all_.won == len(won_hands(played))
    assert all_.points_won == sum(won.points for won in won_hands(played))
    assert all_.riichi == sum(
        len(hand.settlement.outcome.riichi)
        for hand in played
        if not isinstance(hand.settlement.outcome, Chombo | Redeal)
    )
    assert all_.tenpai <= all_.drawn
    assert [paid for hand in played for paid in hand.settlement.wins] == [
        paid for outcome in outcomes for paid in paid_wins(outcome, rules=WRC_2015)
    ]
    assert together([]) == HandCounts()
    assert together(count_hands(played[n:][:1], Seat.EAST) for n in range(len(played))) == each[0]


def test_a_hand_ranks_by_base_points_then_han_then_fu_then_east():
    played = replay(
        [
            Tsumo(win=Win(winner=seat, value=value))
            for seat, value in ((A, HanFu(3, 70)), (B, HanFu(5)), (D, Yakuman()))
        ],
        rules=WRC_2015,
    )

    ranks = [won.rank for won in won_hands(played)]

    assert ranks == [(2_000, 3, 70, True), (2_000, 5, 0, False), (8_000, 0, 0, False)]
    assert [rank_number(rank) for rank in ranks] == [4_000_006_141, 4_000_010_000, 16_000_000_000]


def test_a_run_may_be_the_first_the_only_or_none(subtests):
    for places, run in [([], (0, 0)), ([2, 3], (0, 0)), ([1], (0, 1)), ([2, 1], (1, 1)), ([1, 4, 1], (0, 1))]:
        with subtests.test(places=places):
            assert longest_run_of_firsts(places) == run

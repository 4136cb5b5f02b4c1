"""The printed payment tables (rules page, sections 2.1 and 2.2), cell by cell, and every pair that is none."""

from itertools import product

import pytest

from scoring.card import card_rows, limit_cells
from scoring.hanchan import advance
from scoring.outcome import HanFu, Limit, Yakuman
from scoring.presets import EMA_2016, EMA_2025, RULESETS, TENHOU, WRC_2015
from scoring.refusal import Refused
from scoring.value import FU, minimum_han, worth
from tests.scoring.shorthand import A, B, C, ron, table, tsumo

# By self-draw "300/500" is what another non-dealer and what East pays. × is no hand.
# fu       1 ron  1 tsumo    2 ron  2 tsumo     3 ron  3 tsumo     4 ron  4 tsumo
NON_DEALER = """
   20      ×      ×          ×      400/700     ×      700/1300    ×      1300/2600
   25      ×      ×          1600   ×           3200   800/1600    6400   1600/3200
   30      1000   300/500    2000   500/1000    3900   1000/2000   8000   2000/4000
   40      1300   400/700    2600   700/1300    5200   1300/2600   8000   2000/4000
   50      1600   400/800    3200   800/1600    6400   1600/3200   8000   2000/4000
   60      2000   500/1000   3900   1000/2000   8000   2000/4000   8000   2000/4000
   70      2300   600/1200   4500   1200/2300   8000   2000/4000   8000   2000/4000
   80      2600   700/1300   5200   1300/2600   8000   2000/4000   8000   2000/4000
   90      2900   800/1500   5800   1500/2900   8000   2000/4000   8000   2000/4000
  100      3200   800/1600   6400   1600/3200   8000   2000/4000   8000   2000/4000
  110      3600   ×          7100   1800/3600   8000   2000/4000   8000   2000/4000
"""

# By self-draw each of the three pays this.
DEALER = """
   20      ×      ×          ×      700         ×      1300        ×      2600
   25      ×      ×          2400   ×           4800   1600        9600   3200
   30      1500   500        2900   1000        5800   2000        12000  4000
   40      2000   700        3900   1300        7700   2600        12000  4000
   50      2400   800        4800   1600        9600   3200        12000  4000
   60      2900   1000       5800   2000        12000  4000        12000  4000
   70      3400   1200       6800   2300        12000  4000        12000  4000
   80      3900   1300       7700   2600        12000  4000        12000  4000
   90      4400   1500       8700   2900        12000  4000        12000  4000
  100      4800   1600       9600   3200        12000  4000        12000  4000
  110      5300   ×          10600  3600        12000  4000        12000  4000
"""

COLUMNS = (("non-dealer", "ron"), ("non-dealer", "tsumo"), ("dealer", "ron"), ("dealer", "tsumo"))

# What 4 han 30 fu and 3 han 60 fu pay where 1,920 is not rounded to a mangan.
UNROUNDED = dict(zip(COLUMNS, ("7700", "2000/3900", "11600", "3900"), strict=True))

#            non-dealer: ron   tsumo        dealer: ron   tsumo
LIMITS = """
  mangan                 8000  2000/4000           12000  4000
  haneman               12000  3000/6000           18000  6000
  baiman                16000  4000/8000           24000  8000
  sanbaiman             24000  6000/12000          36000  12000
  yakuman               32000  8000/16000          48000  16000
"""

PRESETS = list(RULESETS.values())
NO_HAND = "×"


def printed(rules):
    """Every cell as (winner, kind, han, fu, what is printed there) under this ruleset."""
    for winner, written in (("non-dealer", NON_DEALER), ("dealer", DEALER)):
        for line in written.strip().splitlines():
            fu, *cells = line.split()
            for column, pays in enumerate(cells):
                han, kind = column // 2 + 1, ("ron", "tsumo")[column % 2]
                if not rules.kiriage and (han, int(fu)) in ((4, 30), (3, 60)):
                    pays = UNROUNDED[winner, kind]
                if rules.double_wind_fu == 2 and (han, int(fu), kind) == (1, 110, "ron"):
                    pays = NO_HAND
                yield winner, kind, han, int(fu), pays


def all_cells():
    """With and without rounding 1,920 up; the test of the card goes through the other presets."""
    for rules in (WRC_2015, EMA_2016):
        for winner, kind, han, fu, pays in printed(rules):
            yield rules, winner, kind, han, fu, pays


def deltas(winner, kind, pays):
    """What the four seats see of a printed cell: A deals; A wins as the dealer, else C; B discards."""
    others = [int(part) for part in pays.split("/")]
    match winner, kind:
        case "dealer", "ron":
            return (others[0], -others[0], 0, 0)
        case "dealer", "tsumo":
            return (3 * others[0], -others[0], -others[0], -others[0])
        case _, "ron":
            return (0, -others[0], others[0], 0)
    each, east = others
    return (-east, -each, east + 2 * each, -each)


def outcome(winner, kind, value):
    who = A if winner == "dealer" else C
    return ron(who, B, value) if kind == "ron" else tsumo(who, value)


def test_each_cell_pays_what_is_printed_or_is_refused(subtests):
    for rules, winner, kind, han, fu, pays in all_cells():
        with subtests.test(rules.key, winner=winner, kind=kind, han=han, fu=fu):
            hand = outcome(winner, kind, HanFu(han, fu))

            if pays == NO_HAND:
                with pytest.raises(Refused, match=rf"{han} han and {fu} fu\. \(R14\.1\)") as refused:
                    advance(hand, table(), rules=rules)
                assert refused.value.code == "illegal_fu"
            else:
                assert advance(hand, table(), rules=rules).settlement.deltas == deltas(winner, kind, pays)


def limits():
    for line in LIMITS.strip().splitlines():
        name, *cells = line.split()
        for column, pays in zip(COLUMNS, cells, strict=True):
            yield Limit[name.upper()], *column, pays


def test_each_limit_pays_what_is_printed(subtests):
    for rules in PRESETS:
        for limit, winner, kind, pays in list(limits()):
            with subtests.test(rules.key, limit=limit, winner=winner, kind=kind, pays=pays):
                rich = table(points=(100_000,) * 4)

                assert advance(outcome(winner, kind, limit), rich, rules=rules).settlement.deltas == deltas(
                    winner, kind, pays
                )


def test_from_five_han_on_fu_do_not_count(subtests):
    for han, limit in [
        (5, Limit.MANGAN), (6, Limit.HANEMAN), (7, Limit.HANEMAN), (8, Limit.BAIMAN), (9, Limit.BAIMAN),
        (10, Limit.BAIMAN), (11, Limit.SANBAIMAN), (12, Limit.SANBAIMAN), (13, Limit.SANBAIMAN), (40, Limit.SANBAIMAN),
    ]:  # fmt: skip
        for fu in [None, 20, 70]:
            with subtests.test(han=han, limit=limit, fu=fu):
                assert worth(HanFu(han, fu), "ron", rules=WRC_2015).limit is limit


def test_thirteen_han_are_a_yakuman_only_where_han_are_counted(subtests):
    for han, limit in [(12, Limit.SANBAIMAN), (13, Limit.YAKUMAN), (26, Limit.YAKUMAN)]:
        with subtests.test(han=han, limit=limit):
            assert worth(HanFu(han), "ron", rules=TENHOU).limit is limit


# Section 2.3: the fewest han of a hand with so many fu; None is never.
FEWEST = {
    20: (None, 2), 25: (2, 3), **dict.fromkeys(range(30, 110, 10), (1, 1)),
    110: (1, 2), 120: (4, 4), 130: (4, 4), 140: (4, None),
}  # fmt: skip


def test_every_other_pair_of_han_and_fu_is_refused(subtests):
    for rules in PRESETS:
        for kind in ["ron", "tsumo"]:
            with subtests.test(rules.key, kind=kind):
                fewest = dict(FEWEST)
                if rules.double_wind_fu == 2:
                    fewest |= {110: (2, 2), 140: (None, None)}
                legal = {
                    (han, fu)
                    for fu, (by_ron, by_tsumo) in fewest.items()
                    for han in range(1, 5)
                    if (least := by_ron if kind == "ron" else by_tsumo) is not None and han >= least
                }
                kind_in_words = "self-draw" if kind == "tsumo" else "ron"
                tens = [-20, 0, 10, 20, 25, *range(30, 200, 10), 1_000]

                for han, fu in product(range(1, 5), tens):
                    if (han, fu) in legal:
                        worth(HanFu(han, fu), kind, rules=rules)
                    else:
                        with pytest.raises(Refused, match=rf"{kind_in_words} cannot have {han} han and {fu} fu"):
                            worth(HanFu(han, fu), kind, rules=rules)


def test_raw_fu_are_rounded_up_to_the_next_ten(subtests):
    for raw, rounded in [(22, 30), (24, 30), (26, 30), (32, 40), (35, 40), (98, 100), (102, 110)]:
        with subtests.test(raw=raw, rounded=rounded):
            assert worth(HanFu(2, raw), "ron", rules=WRC_2015).fu == rounded


def test_seven_pairs_are_25_fu_and_not_rounded():
    assert worth(HanFu(2, 25), "ron", rules=WRC_2015).base == 400


def test_the_card_shows_the_legal_cells_and_no_others(subtests):
    for rules in PRESETS:
        for winner in ["dealer", "non-dealer"]:
            for kind in ["ron", "tsumo"]:
                with subtests.test(rules.key, winner=winner, kind=kind):
                    drawn = card_rows(kind, dealer_wins=winner == "dealer", rules=rules)

                    shown = {(fu, han): cell for fu, cells in drawn for han, cell in enumerate(cells, start=1)}
                    expected = {
                        (fu, han): pays for who, how, han, fu, pays in printed(rules) if (who, how) == (winner, kind)
                    }
                    if kind == "ron":  # a row without a single cell is not drawn
                        expected = {place: pays for place, pays in expected.items() if place[0] != 20}
                    assert {place: text(cell) for place, cell in shown.items()} == expected
                    assert all(cell.value == HanFu(han, fu) for (fu, han), cell in shown.items() if cell)
                    assert [fu for fu, _ in drawn] == sorted(fu for fu, _ in drawn)


def test_the_card_shows_the_limits(subtests):
    for winner in ["dealer", "non-dealer"]:
        for kind in ["ron", "tsumo"]:
            with subtests.test(winner=winner, kind=kind):
                cells = limit_cells(kind, dealer_wins=winner == "dealer", rules=WRC_2015)

                expected = [(limit, pays) for limit, who, how, pays in limits() if (who, how) == (winner, kind)]
                assert [(cell.value, text(cell)) for cell in cells] == expected


def text(cell):
    if cell is None:
        return NO_HAND
    return f"{cell.pays}" if cell.from_dealer is None else f"{cell.pays}/{cell.from_dealer}"


def test_the_base_points_of_the_limits():
    assert [int(limit) for limit in Limit] == [2_000, 3_000, 4_000, 6_000, 8_000]


def test_the_fewest_han_of_each_number_of_fu():
    fewest = {fu: (minimum_han(fu, "ron", WRC_2015), minimum_han(fu, "tsumo", WRC_2015)) for fu in FU}

    assert fewest == {
        20: (None, 2), 25: (2, 3), 30: (1, 1), 40: (1, 1), 50: (1, 1), 60: (1, 1), 70: (1, 1), 80: (1, 1), 90: (1, 1),
        100: (1, 1), 110: (1, 2), 120: (4, 4), 130: (4, 4), 140: (4, None),
    }  # fmt: skip
    assert [minimum_han(fu, "ron", EMA_2025) for fu in (100, 110, 120, 130, 140)] == [1, 2, 4, 4, 6]


def test_a_yakuman_is_one_however_it_is_said(subtests):
    for rules in (WRC_2015, TENHOU):
        for value in (Yakuman(), Yakuman(1), Limit.YAKUMAN):
            with subtests.test(value=value):
                counted = worth(value, "ron", rules=rules)
                assert (counted.base, counted.limit, counted.yakuman) == (8_000, Limit.YAKUMAN, 1)

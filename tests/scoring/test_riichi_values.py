"""What a hand in riichi is worth at least: riichi counts, by self-draw the self-draw too. Less is refused at entry."""

import json

import pytest

from scoring.card import card_rows, limit_cells
from scoring.hanchan import advance
from scoring.offers import check_values_in_riichi
from scoring.outcome import HanFu, Limit, Yakuman
from scoring.presets import EMA_2016, RULESETS, WRC_2015
from scoring.refusal import Refused
from scoring.tiles.count import count
from scoring.tiles.format import hand_from_json
from scoring.tiles.hand import RIICHI
from scoring.value import FU, minimum_han
from tests.scoring.shorthand import (
    ALL,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    claims,
    draw,
    nagashi,
    redeal,
    ron,
    table,
    tsumo,
    win,
)

# The fewest han by ron and by self-draw; None is never. By ron, 30 fu are those of a concealed hand alone: pinfu.
FEWEST = {
    20: (None, 3), 25: (3, 4), 30: (2, 2), **dict.fromkeys(range(40, 110, 10), (1, 2)),
    110: (1, 2), 120: (4, 4), 130: (4, 4), 140: (4, None),
}  # fmt: skip


def is_taken(outcome, rules=WRC_2015):
    try:
        check_values_in_riichi(outcome, rules)
    except Refused:
        return False
    return True


def test_the_fewest_han_in_riichi(subtests):
    for fu in FU:
        with subtests.test(fu=fu):
            fewest = tuple(minimum_han(fu, kind, WRC_2015, in_riichi=True) for kind in ("ron", "tsumo"))

            assert fewest == FEWEST[fu]


def test_riichi_never_lets_a_hand_be_worth_less(subtests):
    for rules in RULESETS.values():
        for kind in ("ron", "tsumo"):
            for fu in FU:
                with subtests.test(rules.key, kind=kind, fu=fu):
                    any_hand, in_riichi = (minimum_han(fu, kind, rules, in_riichi=riichi) for riichi in (False, True))

                    assert (any_hand is None) == (in_riichi is None)
                    assert any_hand is None or in_riichi >= any_hand


def test_a_value_below_the_fewest_han_is_refused_in_riichi_alone(subtests):
    for fu, (by_ron, by_self_draw) in FEWEST.items():
        for han in range(1, 5):
            with subtests.test(fu=fu, han=han):
                value = HanFu(han, fu)

                assert is_taken(ron(B, C, value))
                assert is_taken(tsumo(B, value))
                assert is_taken(ron(B, C, value, riichi=[A, C, D]))
                assert is_taken(tsumo(B, value, riichi=[A, C, D]))
                if by_ron:
                    assert is_taken(ron(B, C, value, riichi=[B])) == (han >= by_ron)
                if by_self_draw:
                    assert is_taken(tsumo(B, value, riichi=[B])) == (han >= by_self_draw)


def test_fu_are_rounded_before_they_are_compared():
    assert not is_taken(ron(B, C, "1/22", riichi=[B]))
    assert is_taken(ron(B, C, "1/32", riichi=[B]))
    assert not is_taken(tsumo(B, "1/32", riichi=[B]))
    assert is_taken(tsumo(B, "2/22", riichi=[B]))
    assert not is_taken(tsumo(B, "2/20", riichi=[B]))


def test_limits_yakuman_and_five_han_or_more_are_taken(subtests):
    for value in [*Limit, Yakuman(1), Yakuman(3), HanFu(5), HanFu(5, 20), HanFu(26, 30)]:
        with subtests.test(value=value):
            assert is_taken(ron(B, C, value, riichi=[B]))
            assert is_taken(tsumo(B, value, riichi=[B]))


def test_each_claim_on_a_discard_is_checked():
    cheap, dear = win(B, "1/30"), win(A, "3/30")

    assert is_taken(claims(C, dear, cheap, riichi=[A]))
    assert not is_taken(claims(C, dear, cheap, riichi=[B]))
    assert not is_taken(claims(C, cheap, dear, riichi=ALL))
    assert not is_taken(claims(C, dear, cheap, riichi=[B]), EMA_2016)


def test_outcomes_without_a_win_are_taken(subtests):
    for outcome in [
        draw(*ALL, riichi=ALL),
        nagashi(A, tenpai=ALL, riichi=ALL),
        abort("four_riichi", riichi=ALL),
        chombo(A, riichi=[A]),
        redeal(riichi=[A]),
    ]:
        with subtests.test(outcome=outcome):
            assert is_taken(outcome)


def test_the_refusal_names_the_win_and_the_value_as_entered():
    with pytest.raises(
        Refused, match=r"A player who declared riichi and wins by self-draw cannot have 1 han and 32 fu\. \(R3\.1\)"
    ) as no:
        check_values_in_riichi(tsumo(A, "1/32", riichi=[A]), WRC_2015)
    assert no.value.code == "illegal_in_riichi"
    with pytest.raises(
        Refused, match=r"A player who declared riichi and wins by ron cannot have 2 han and 25 fu\. \(R3\.1\)"
    ):
        check_values_in_riichi(ron(A, B, "2/25", riichi=[A]), WRC_2015)


def test_a_game_of_others_that_holds_such_a_value_is_settled(subtests):
    for outcome, won in [
        (tsumo(A, "1/30", riichi=[A]), 1_500),
        (ron(A, B, "2/25", riichi=[A]), 2_400),
        (tsumo(A, "3/25", riichi=[A]), 4_800),
    ]:
        with subtests.test(outcome=outcome):
            assert not is_taken(outcome)
            assert advance(outcome, table(), rules=WRC_2015).settlement.deltas[A] == won


def test_no_counted_hand_in_riichi_is_refused(data_folder):
    """And some reach the fewest han, so that the numbers are no higher than they must be."""
    reached = set()
    with (data_folder / "tile-hands.jsonl").open(encoding="utf-8") as file:
        for line in file:
            tiles, rules = hand_from_json(json.loads(line))
            counted = count(tiles, rules=rules)
            if not tiles.flags & RIICHI:
                continue
            by_ron = tiles.win == "ron"
            outcome = ron if by_ron else tsumo
            arguments = (A, B, counted.value) if by_ron else (A, counted.value)

            assert is_taken(outcome(*arguments, riichi=[A]), rules), (line, counted.value)
            if isinstance(counted.value, HanFu) and counted.han == FEWEST.get(counted.fu, (0, 0))[not by_ron]:
                reached.add((tiles.win, counted.fu))

    assert {("ron", 30), ("ron", 40), ("tsumo", 30)} <= reached


def test_the_card_says_which_values_a_hand_in_riichi_can_have(subtests):
    for rules in RULESETS.values():
        for place, kind in enumerate(("ron", "tsumo")):
            for dealer_wins in (False, True):
                with subtests.test(rules.key, kind=kind, dealer_wins=dealer_wins):
                    cells = [
                        cell
                        for _fu, row in card_rows(kind, dealer_wins=dealer_wins, rules=rules)
                        for cell in row
                        if cell
                    ]

                    assert {cell.value for cell in cells if not cell.in_riichi} == {
                        cell.value
                        for cell in cells
                        if cell.value.han < FEWEST[cell.value.fu][place] and cell.value.fu != 110
                    }
                    assert all(cell.in_riichi for cell in limit_cells(kind, dealer_wins=dealer_wins, rules=rules))


def test_the_values_of_the_card_that_riichi_rules_out():
    def ruled_out(kind):
        rows = card_rows(kind, dealer_wins=False, rules=WRC_2015)
        return [f"{cell.value.han}/{cell.value.fu}" for _fu, row in rows for cell in row if cell and not cell.in_riichi]

    assert ruled_out("ron") == ["2/25", "1/30"]
    assert ruled_out("tsumo") == ["2/20", "3/25", "1/30", *(f"1/{fu}" for fu in range(40, 110, 10))]


def test_from_five_han_on_fu_are_not_asked():
    check_values_in_riichi(ron(B, A, HanFu(5, 140), riichi=[B]), WRC_2015)
    check_values_in_riichi(ron(B, A, HanFu(5), riichi=[B]), WRC_2015)

"""The numbered edge cases of the rules page in which somebody wins.

A case names a preset only where the rules page does; without one it is `wrc_2015`.
"""

import pytest

from scoring.hanchan import advance
from scoring.outcome import Yakuman
from scoring.presets import CZECH_CLUB, EMA_2016, EMA_2025, RULESETS, TENHOU, WRC_2015, WRC_2025
from scoring.refusal import Refused
from tests.scoring.shorthand import (
    BAIMAN,
    HANEMAN,
    MANGAN,
    STARTED,
    YAKUMAN,
    A,
    B,
    C,
    D,
    claims,
    follows,
    ron,
    table,
    tsumo,
    win,
)

TRIPLE_RON_ABORTS = WRC_2015.changed(abort_three_winners=True)


RICH = (100_000,) * 4  # where nobody may go bust


def case(number, before, outcome, deltas, after, rules=WRC_2015, points=STARTED):
    name = f"{number} {rules.key} {before}"
    return pytest.param(rules, table(before, points), outcome, deltas, after, id=name)


FOUR_KONGS = ("suukantsu",)
X14 = claims(B, win(C, "1/30"), win(A, MANGAN), riichi=[A])
X18 = claims(A, win(B, "1/30"), win(C, "2/30"), win(D, MANGAN), riichi=[B, C])

WINS = [
    case("X01", "E1", ron(B, C, "1/30"), (0, 1_000, -1_000, 0), "E2 h0 k0"),
    case("X02", "E1 h2 k1", ron(B, C, "1/30", riichi=[B]), (0, 2_600, -1_600, 0), "E2 h0 k0"),
    case("X03", "E1 h1", ron(A, D, "4/30"), (12_300, 0, 0, -12_300), "E1 h2 k0"),
    case("X03", "E1 h1", ron(A, D, "4/30"), (11_900, 0, 0, -11_900), "E1 h2 k0", EMA_2016),
    case("X04", "E1", tsumo(D, "4/30"), (-4_000, -2_000, -2_000, 8_000), "E2 h0 k0"),
    case("X04", "E1", tsumo(D, "4/30"), (-3_900, -2_000, -2_000, 7_900), "E2 h0 k0", EMA_2016),
    case("X05", "E1 h1 k2", tsumo(A, "1/30"), (3_800, -600, -600, -600), "E1 h2 k0"),
    case("X06", "E1 h3 k1", tsumo(C, "2/20", riichi=[A, C]), (-2_000, -700, 4_400, -700), "E2 h0 k0"),
    case("X07", "E1", ron(A, B, "2/25"), (2_400, -2_400, 0, 0), "E1 h1 k0"),
    case("X08", "E1", tsumo(B, "3/25"), (-1_600, 3_200, -800, -800), "E2 h0 k0"),
    case("X09", "E1", ron(C, D, "3/60"), (0, 0, 8_000, -8_000), "E2 h0 k0"),
    case("X09", "E1", ron(C, D, "3/60"), (0, 0, 7_700, -7_700), "E2 h0 k0", EMA_2016),
    # 13 han counted together
    case("X10", "E1", ron(C, A, "13"), (-24_000, 0, 24_000, 0), "E2 h0 k0"),
    case("X10", "E1", ron(C, A, "13"), (-32_000, 0, 32_000, 0), "E2 h0 k0", TENHOU, RICH),
    case("X10", "E1", ron(C, A, "13"), (-32_000, 0, 32_000, 0), "E2 h0 k0", WRC_2025),
    case("X11", "E1 h1", tsumo(D, YAKUMAN), (-16_100, -8_100, -8_100, 32_300), "E2 h0 k0"),
    case("X12", "E1 h2", tsumo(A, YAKUMAN), (48_600, -16_200, -16_200, -16_200), "E1 h3 k0"),
    # two yakuman in one hand
    case("X13", "E1", ron(B, C, Yakuman(2)), (0, 32_000, -32_000, 0), "E2 h0 k0"),
    case("X13", "E1", ron(A, C, Yakuman(2)), (48_000, 0, -48_000, 0), "E1 h1 k0"),
    case("X13", "E1", ron(A, C, Yakuman(2)), (96_000, 0, -96_000, 0), "E1 h1 k0", TENHOU, RICH),
    case("X13", "E1", ron(B, C, Yakuman(2)), (0, 64_000, -64_000, 0), "E2 h0 k0", WRC_2025),
    case("X13", "E1", ron(A, C, Yakuman(2)), (96_000, 0, -96_000, 0), "E1 h1 k0", WRC_2025),
    # two claim: the closest, or both
    case("X14", "E1 h1 k1", X14, (-1_000, -1_300, 3_300, 0), "E2 h0 k0"),
    case("X15", "E1 h1 k1", X14, (12_300, -13_600, 2_300, 0), "E1 h2 k0", EMA_2016),
    case("X15", "E1 h1 k1", X14, (12_300, -13_600, 2_300, 0), "E1 h2 k0", EMA_2025),
    case("X16", "E1 h1 k1", X14, (11_000, -13_300, 3_300, 0), "E1 h2 k0", TENHOU),
    case("X17", "E1", claims(D, win(A, MANGAN), win(B, "1/30")), (12_000, 0, 0, -12_000), "E1 h1 k0"),
    # three claim: the closest, all, or nobody
    case("X18", "E1 h2 k1", X18, (-1_600, 3_600, -1_000, 0), "E2 h0 k0"),
    case("X19", "E1 h2 k1", X18, (-12_800, 2_600, 2_600, 8_600), "E2 h0 k0", EMA_2016),
    case("X19", "E1 h2 k1", X18, (-12_800, 2_600, 2_600, 8_600), "E2 h0 k0", EMA_2025),
    case("X20 triple ron aborts", "E1 h2 k1", X18, (0, -1_000, -1_000, 0), "E1 h3 k3", TRIPLE_RON_ABORTS),
    case("X20", "E1 h2 k1", X18, (0, -1_000, -1_000, 0), "E1 h3 k3", TENHOU),
    case("X20", "E1 h2 k1", X18, (0, -1_000, -1_000, 0), "E1 h3 k3", CZECH_CLUB),
    # C's riichi tile is won: no bet
    case("X21", "E1", ron(D, C, "3/30"), (0, 0, -3_900, 3_900), "E2 h0 k0"),
    # liability: alone by self-draw, half by another's discard, not at all by one's own
    case("X23", "E1 h2", tsumo(B, YAKUMAN, liable=C), (0, 32_600, -32_600, 0), "E2 h0 k0"),
    case("X24", "E1 h2 k1", ron(B, D, YAKUMAN, liable=C), (0, 33_600, -16_000, -16_600), "E2 h0 k0"),
    case("X25", "E1 h2", ron(B, C, YAKUMAN, liable=C), (0, 32_600, -32_600, 0), "E2 h0 k0"),
    case("X26", "E1 h1", tsumo(A, YAKUMAN, liable=D), (48_300, 0, 0, -48_300), "E1 h2 k0"),
    case("X27", "E1 h1", ron(A, B, YAKUMAN, liable=D), (48_300, -24_300, 0, -24_000), "E1 h2 k0"),
    case("X27", "E1 h1", ron(A, B, YAKUMAN, liable=D), (48_300, -24_000, 0, -24_300), "E1 h2 k0", TENHOU),
    # B fed the third dragon, but another hand wins
    case("X28", "E1", ron(D, C, "1/30"), (0, 0, -1_000, 1_000), "E2 h0 k0"),
    # four kongs make nobody liable, or the player who fed the fourth
    case("X29", "E1", tsumo(B, YAKUMAN), (-16_000, 32_000, -8_000, -8_000), "E2 h0 k0"),
    case("X29", "E1", tsumo(B, YAKUMAN, liable=C, yaku=FOUR_KONGS), (0, 32_000, -32_000, 0), "E2 h0 k0", WRC_2025),
    # B's riichi without tenpai goes unpunished when another wins
    case("X38", "E1", ron(C, D, "1/30", riichi=[B]), (0, -1_000, 2_000, -1_000), "E2 h0 k0"),
    # D's false win at the same moment is void
    case("X40", "E1", ron(B, C, "2/30"), (0, 2_000, -2_000, 0), "E2 h0 k0"),
    # the fourth riichi's tile, D's, is won: three bets lie there, one of them A's own
    case("X64", "E1", ron(A, D, "2/30", riichi=[A, B, C]), (4_900, -1_000, -1_000, -2_900), "E1 h1 k0"),
    case("X64", "E1", ron(A, D, "2/30", riichi=[A, B, C]), (4_900, -1_000, -1_000, -2_900), "E1 h1 k0", CZECH_CLUB),
    # other values
    case("X68", "E1", ron(B, D, "1/100"), (0, 3_200, 0, -3_200), "E2 h0 k0"),
    case("X69", "E1", ron(B, D, "2/110"), (0, 7_100, 0, -7_100), "E2 h0 k0"),
    case("X71", "E3 h1", tsumo(B, HANEMAN), (-3_100, 12_300, -6_100, -3_100), "E4 h0 k0"),
    case("X72", "E4 h3 k2", ron(D, B, BAIMAN), (0, -24_900, 0, 26_900), "E4 h4 k0"),
    # the bumped claimant, B, was in riichi
    case("X82", "E1", claims(C, win(D, "1/30"), win(B, "2/30"), riichi=[B]), (0, -1_000, -1_000, 2_000), "E2 h0 k0"),
    # B adds a tile to a kong, and D robs it
    case("X83", "E1", ron(D, B, "1/40"), (0, -1_300, 0, 1_300), "E2 h0 k0"),
]


@pytest.mark.parametrize(("rules", "before", "outcome", "deltas", "after"), WINS)
def test_a_win_moves_points_and_the_deal(rules, before, outcome, deltas, after):
    hand = advance(outcome, before, rules=rules)

    assert hand.settlement.deltas == deltas
    assert follows(hand) == after


@pytest.mark.parametrize("rules", [EMA_2016, EMA_2025, WRC_2015], ids=lambda rules: rules.key)
@pytest.mark.parametrize("yaku", ["suukantsu", "kokushi"])
def test_x29_only_the_yakuman_of_the_ruleset_make_somebody_liable(rules, yaku):
    four_kongs = win(B, YAKUMAN, liable=C, yaku=(yaku,))

    with pytest.raises(Refused) as refused:
        advance(claims(D, four_kongs), table(), rules=rules)

    assert refused.value.code == "liable_yaku"


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        pytest.param(ron(B, C, "2/120"), "illegal_fu", id="X67 ron of 2 han 120 fu"),
        pytest.param(ron(B, C, "2/20"), "illegal_fu", id="X70 ron of 20 fu"),
        pytest.param(tsumo(B, "2/25"), "illegal_fu", id="X70 seven pairs of 2 han by self-draw"),
        pytest.param(ron(B, C, "1/25"), "illegal_fu", id="X70 seven pairs of 1 han"),
        pytest.param(tsumo(B, "1/20"), "illegal_fu", id="X81 self-draw of 1 han 20 fu has no word"),
    ],
)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_a_hand_that_cannot_be_is_refused(rules, outcome, code):
    with pytest.raises(Refused) as refused:
        advance(outcome, table(), rules=rules)

    assert refused.value.code == code

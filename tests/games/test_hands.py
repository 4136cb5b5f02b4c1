"""Sentences about what happens at a table."""

from dataclasses import replace

from django.template import Context, Template

from scoring.game_writing import outcome_to_json
from scoring.hanchan import Deal, Ending, advance
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Redeal,
    Ron,
    Tsumo,
    Win,
    Yakuman,
)
from scoring.payments import Reason
from scoring.points import settle
from scoring.presets import EMA_2016, TENHOU, WRC_2015
from scoring.seats import SEATS, Seat, Wind
from scoring.situation import Situation, opening
from scoring.tiles.words import YAKU
from tournament.core.words import yaku
from tournament.games.queries.results import HanchanState
from tournament.games.words import hands, terms
from tournament.games.words.settlement import (
    payment_words,
    returned_words,
    settlement_words,
    situation_label,
    transfers,
)

NAMES = ("Adam", "Novák", "Claire", "Dupont")
A, B, C, D = SEATS
SOUTH_3 = Situation(
    points=(30_000, 29_000, 30_000, 30_000), round_wind=Wind.SOUTH, dealer=Seat.WEST, honba=2, riichi_sticks=1
)


def seats(*those):
    return frozenset(those)


def ron_of(win, **more):
    return Ron(discarder=D, wins=(win,), **more)


def ron(winner, discarder, value, **more):
    return Ron(discarder=discarder, wins=(Win(winner=winner, value=value),), **more)


def test_what_was_said_in_words(subtests):
    for outcome, words in [
        (
            ron(B, D, HanFu(3, 30), riichi=seats(B)),
            "Novák wins by ron from Dupont, 3 han 30 fu, riichi: Novák",
        ),
        (
            Ron(discarder=D, wins=(Win(winner=C, value=HanFu(5)), Win(winner=A, value=Limit.BAIMAN))),
            "Adam wins by ron from Dupont, baiman; Claire wins by ron from Dupont, 5 han",
        ),
        (Tsumo(win=Win(winner=A, value=Limit.MANGAN)), "Adam wins by self-draw, mangan"),
        (
            Tsumo(win=Win(winner=A, value=Yakuman(), liable=C)),
            "Adam wins by self-draw, yakuman, Claire is liable",
        ),
        (
            ron_of(Win(winner=B, value=HanFu(4, 30), yaku=("dora", "tanyao", "dora", "riichi")), riichi=seats(B)),
            "Novák wins by ron from Dupont, 4 han 30 fu (riichi, tanyao, dora 2), riichi: Novák",
        ),
        (
            ron_of(Win(winner=B, value=Yakuman(), yaku=("daisuushii",), liable=A)),
            "Novák wins by ron from Dupont, yakuman (daisuushii), Adam is liable",
        ),
        (ExhaustiveDraw(), "Exhaustive draw, nobody tenpai"),
        (ExhaustiveDraw(tenpai=seats(*SEATS)), "Exhaustive draw, everybody tenpai"),
        (
            ExhaustiveDraw(tenpai=seats(D, A, B), dead_hands=seats(C), riichi=seats(C, A)),
            "Exhaustive draw, tenpai: Adam, Novák and Dupont, dead hand: Claire, riichi: Adam and Claire",
        ),
        (NagashiMangan(winners=seats(B), tenpai=seats(A)), "Nagashi mangan: Novák, tenpai: Adam"),
        (AbortiveDraw(reason=AbortReason.FOUR_KONGS), "Abortive draw: four kongs"),
        (Chombo(offenders=seats(C)), "Chombo: Claire"),
        (Redeal(riichi=seats(C)), "Dealt again without a chombo, riichi: Claire"),
    ]:
        with subtests.test(outcome=outcome, words=words):
            assert hands.outcome_words(outcome, NAMES) == words
            assert hands.outcome_words(outcome_to_json(outcome), NAMES) == words


def test_what_the_rules_made_of_it_is_said_too():
    played = advance(ron(B, D, HanFu(4, 30)), opening(WRC_2015), rules=WRC_2015)

    words = hands.outcome_words(ron(B, D, HanFu(4, 30)), NAMES, played)

    assert words == "Novák wins by ron from Dupont, 4 han 30 fu, mangan"


def test_yaku_follow_the_value_and_its_limit():
    outcome = ron_of(Win(winner=B, value=HanFu(4, 30), yaku=("chun", "toitoi")))
    played = advance(outcome, opening(WRC_2015), rules=WRC_2015)

    words = hands.outcome_words(outcome, NAMES, played)

    assert words == "Novák wins by ron from Dupont, 4 han 30 fu, mangan (chun, toitoi)"


def test_every_yaku_has_its_name_in_the_order_of_the_rules():
    assert list(yaku.YAKU_WORDS) == list(YAKU.values())
    assert yaku.yaku_words(("an old name", "seat wind east", "riichi")) == "riichi, seat wind East, an old name"


def test_a_claim_that_is_not_paid_is_still_told():
    outcome = Ron(discarder=A, wins=(Win(winner=D, value=HanFu(2, 30)), Win(winner=C, value=HanFu(1, 30))))
    played = advance(outcome, opening(WRC_2015), rules=WRC_2015)

    words = hands.outcome_words(outcome, NAMES, played)

    assert words == "Claire wins by ron from Adam, 1 han 30 fu; also called ron, not paid: Dupont"


def test_three_claims_that_end_a_hand_are_told_as_what_they_are():
    outcome = Ron(discarder=A, wins=tuple(Win(winner=seat, value=HanFu(1, 30)) for seat in (B, C, D)))
    played = advance(outcome, opening(TENHOU), rules=TENHOU)

    words = hands.outcome_words(outcome, NAMES, played)

    assert words == "Abortive draw: three winners; Novák, Claire and Dupont called ron on the discard of Adam"


def test_where_in_the_game():
    assert hands.hand_label(opening(WRC_2015)) == "East 1"
    assert hands.hand_label(SOUTH_3) == "South 3, 2 counters"
    assert hands.counters(1) == "1 counter"
    assert hands.seat_wind(0, 2) == "West"


def test_who_deals_next_and_why(subtests):
    for outcome, words in [
        (ron(B, D, HanFu(3, 30)), "Next dealer: Dupont (East did not win)."),
        (ron(C, D, HanFu(3, 30)), "Dealer stays: Claire (East won)."),
        (ExhaustiveDraw(tenpai=seats(C)), "Dealer stays: Claire (East was tenpai)."),
        (ExhaustiveDraw(tenpai=seats(A)), "Next dealer: Dupont (East was noten)."),
        (Chombo(offenders=seats(A)), "Dealer stays: Claire (the hand is dealt again)."),
    ]:
        with subtests.test(outcome=outcome, words=words):
            assert hands.deal_words(advance(outcome, SOUTH_3, rules=WRC_2015), NAMES) == words


def test_that_no_deal_follows():
    last = Situation(points=(30_000,) * 4, round_wind=Wind.SOUTH, dealer=Seat.NORTH)

    assert (
        hands.deal_words(advance(ron(A, B, HanFu(1, 30)), last, rules=WRC_2015), NAMES)
        == "The last hand has been played."
    )


def test_every_word_of_the_rules_has_one_of_ours():
    assert set(terms.ENDINGS) == {*Ending, "time", "paper"}
    assert set(terms.DEALS) == set(Deal)
    assert set(terms.LIMITS) == set(Limit)
    assert set(terms.ABORT_REASONS) == set(AbortReason)
    assert set(terms.WINDS) == set(Wind)
    assert set(terms.STATES) == set(HanchanState)


def test_a_settlement_says_why():
    settlement = settle(ron(B, D, HanFu(3, 30)), SOUTH_3, rules=WRC_2015)

    explained = settlement_words(settlement, NAMES)

    assert explained["wins"] == [{"winner": "Novák", "base": "3 han 30 fu: base value 960"}]
    assert explained["transfers"] == [
        "Dupont pays Novák 4,500 (960 × 4 = 3,840, rounded to 3,900; 2 counters 600)",
        "Novák takes from the table: 1 riichi bet 1,000",
    ]


def test_each_kind_of_payment_is_explained_to_somebody_who_does_not_know_the_rules(subtests):
    for situation, outcome, begin in [
        (
            SOUTH_3,
            ron(B, D, HanFu(3, 30)),
            ["Base value", "Factor", "Rounding", "Counter", "Riichi bet"],
        ),
        (opening(WRC_2015), ron(B, D, HanFu(3, 30)), ["Base value", "Factor", "Rounding"]),
        (
            opening(WRC_2015),
            Tsumo(win=Win(winner=B, value=HanFu(3, 30))),
            ["Base value", "If East wins by self-draw", "Rounding"],
        ),
        (
            opening(WRC_2015),
            Ron(discarder=D, wins=(Win(winner=B, value=Yakuman(), liable=C),)),
            ["Base value", "Factor", "If a player is liable, that player and", "Rounding"],
        ),
        (
            opening(WRC_2015),
            Tsumo(win=Win(winner=B, value=Yakuman(), liable=C)),
            ["Base value", "If East wins by self-draw", "If a player is liable, that player pays", "Rounding"],
        ),
        (opening(WRC_2015), ExhaustiveDraw(tenpai=seats(A)), ["Noten payment"]),
        (opening(WRC_2015), ExhaustiveDraw(), []),
    ]:
        with subtests.test(outcome=outcome):
            terms = settlement_words(settle(outcome, situation, rules=WRC_2015), NAMES)["terms"]

            assert len(terms) == len(begin)
            assert all(term.startswith(words) for term, words in zip(terms, begin, strict=True))


def test_a_riichi_bet_is_laid_and_taken():
    settlement = settle(ron(B, D, HanFu(2, 40), riichi=seats(A)), opening(WRC_2015), rules=WRC_2015)

    assert settlement_words(settlement, NAMES)["transfers"] == [
        "Adam bets 1,000 on riichi",
        "Dupont pays Novák 2,600 (640 × 4 = 2,560, rounded to 2,600)",
        "Novák takes from the table: 1 riichi bet 1,000",
    ]


def test_the_payments_of_a_draw_are_told_by_seat():
    settlement = settle(ExhaustiveDraw(tenpai=frozenset({A, B}), riichi=frozenset({A})), SOUTH_3, rules=WRC_2015)

    novak, dupont, szabo, li = NAMES
    assert settlement_words(settlement, NAMES)["transfers"] == [
        f"Noten payment: {novak} +1,500, {dupont} +1,500, {szabo} −1,500, {li} −1,500",
        f"{novak} bets 1,000 on riichi",
    ]


def test_the_riichi_sticks_of_a_chombo_go_back():
    chombo = Chombo(offenders=frozenset({A}), riichi=frozenset({B, C}))
    draw = ExhaustiveDraw(tenpai=frozenset({B}), riichi=frozenset({B}))

    returned = [
        returned_words(advance(outcome, SOUTH_3, rules=WRC_2015), outcome, NAMES)
        for outcome in (chombo, replace(chombo, riichi=frozenset()), draw)
    ]

    assert returned == [f"The riichi sticks go back to {NAMES[B]} and {NAMES[C]}.", "", ""]


def test_the_next_hand_is_named_with_the_bets_on_the_table():
    assert situation_label(SOUTH_3._replace(honba=1, riichi_sticks=2)) == "South 3, 1 counter, 2 riichi bets"
    assert situation_label(SOUTH_3._replace(honba=0, riichi_sticks=0)) == "South 3"


def test_rounding_up_to_a_mangan_is_explained():
    settlement = settle(ron(B, D, HanFu(4, 30)), opening(WRC_2015), rules=WRC_2015)

    explained = settlement_words(settlement, NAMES)

    assert explained["wins"][0]["base"] == "4 han 30 fu: base value 1,920 counts as mangan, 2,000"
    assert explained["transfers"] == ["Dupont pays Novák 8,000 (2,000 × 4 = 8,000)"]


def test_the_transfers_are_the_whole_change(subtests):
    for rules in [WRC_2015, EMA_2016, TENHOU]:
        for outcome in [
            Tsumo(win=Win(winner=A, value=HanFu(2, 30)), riichi=seats(A, B)),
            Ron(discarder=A, wins=(Win(winner=B, value=HanFu(1, 40)), Win(winner=C, value=HanFu(13)))),
            ExhaustiveDraw(tenpai=seats(A, B), riichi=seats(B)),
            Chombo(offenders=seats(D)),
        ]:
            with subtests.test(rules.key, outcome=outcome):
                settlement = settle(outcome, SOUTH_3, rules=rules)

                for seat in SEATS:
                    gained = sum(transfer.points for transfer in transfers(settlement) if transfer.payee is seat)
                    paid = sum(transfer.points for transfer in transfers(settlement) if transfer.payer is seat)
                    assert gained - paid == settlement.deltas[seat]


def test_a_chombo_costs_score_and_no_points():
    settlement = settle(Chombo(offenders=seats(C)), SOUTH_3, rules=WRC_2015)
    template = Template("{% load hands settlement %}{% settlement_words settlement names %}")

    page = template.render(Context({"settlement": settlement, "names": NAMES}))

    assert "Claire: −20.0 in the standings. The points at this table do not change." in page


def test_names_are_escaped():
    settlement = settle(ron(B, D, HanFu(3, 30)), SOUTH_3, rules=WRC_2015)
    template = Template(
        "{% load hands settlement %}{% settlement_words settlement names %}{% outcome_words outcome names %}"
    )
    names = ("Adam", "<b>Novák</b>", "Claire", "Dupont")

    page = template.render(Context({"settlement": settlement, "outcome": ron(B, D, HanFu(3, 30)), "names": names}))

    assert "<b>" not in page


def test_every_reason_for_a_payment_has_words():
    nagashi = settle(NagashiMangan(winners=seats(B)), opening(TENHOU), rules=TENHOU)
    reverse = settle(Chombo(offenders=seats(B)), SOUTH_3, rules=WRC_2015.changed(chombo_mode="reverse_mangan"))
    draw = settle(ExhaustiveDraw(tenpai=seats(B)), SOUTH_3, rules=WRC_2015)

    assert payment_words(nagashi.payments[0]) == "nagashi mangan 4,000"
    assert payment_words(reverse.payments[0]) == "chombo 2,000"
    assert payment_words(draw.payments[0]) == "noten payment 1,000"
    assert {payment.reason for payment in draw.payments} == {Reason.NOTEN}

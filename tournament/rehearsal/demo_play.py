"""Draws random hands with plausible frequencies. The same seed gives the same hands. The module uses no database."""

from random import Random

from scoring.hanchan import advance
from scoring.offers import check_values_in_riichi
from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, Outcome, Ron, Tsumo, Value, Win
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.situation import Situation

VALUES: dict[Value, int] = {
    HanFu(1, 30): 14,
    HanFu(1, 40): 8,
    HanFu(2, 25): 4,
    HanFu(2, 30): 18,
    HanFu(2, 40): 9,
    HanFu(3, 30): 14,
    HanFu(3, 40): 8,
    HanFu(4, 25): 2,
    HanFu(4, 30): 7,
    HanFu(5): 8,
    Limit.HANEMAN: 6,
    Limit.BAIMAN: 2,
}
"""Values of winning hands, each with its weight in the random draw."""


def plausible_hand(random: Random, situation: Situation, rules: Ruleset) -> Outcome:
    """Draw a hand that the rules allow in this situation."""
    while True:
        outcome = _random_outcome(random)
        try:
            check_values_in_riichi(outcome, rules)
            advance(outcome, situation, rules=rules)
            check_values_in_riichi(outcome, rules)
        except Refused:
            continue
        return outcome


def _random_outcome(random: Random) -> Outcome:
    (kind,) = random.choices(("ron", "tsumo", "draw", "chombo"), weights=(48, 32, 19, 1))
    seats = random.sample(SEATS, 4)
    if kind == "chombo":
        return Chombo(offenders=frozenset(seats[:1]))
    if kind == "draw":
        tenpai = frozenset(seats[: random.choices(range(5), weights=(2, 4, 4, 2, 1))[0]])
        return ExhaustiveDraw(tenpai=tenpai, riichi=_drawn_seats(random, tenpai, 0.4))
    (value,) = random.choices(list(VALUES), weights=list(VALUES.values()))
    winner, discarder = seats[:2]
    riichi = _drawn_seats(random, [winner], 0.5) | _drawn_seats(random, seats[1:], 0.12)
    win = Win(winner=winner, value=value)
    return Ron(discarder=discarder, wins=(win,), riichi=riichi) if kind == "ron" else Tsumo(win=win, riichi=riichi)


def _drawn_seats(random: Random, seats: list[Seat] | frozenset[Seat], chance: float) -> frozenset[Seat]:
    return frozenset(seat for seat in sorted(seats) if random.random() < chance)

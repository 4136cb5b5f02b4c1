"""The effect of chips and yakitori on the scores of a finished hanchan. Chips and yakitori move no points on the
table."""

from collections.abc import Set
from fractions import Fraction

from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat

NO_CHIPS: Points = (0, 0, 0, 0)

MOST_CHIPS = 1_000
"""The most chips that one player can win or lose; a larger number is refused as a mistake."""


def has_bonus(rules: Ruleset) -> bool:
    """Whether chips or yakitori change the scores under this ruleset."""
    return bool(rules.chip_value or rules.yakitori)


def bonuses(chips: Points, winless: Set[Seat], *, rules: Ruleset) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the score, in thousands, that each seat gets from chips and from yakitori (a penalty for players who won
    no hand) (R17).

    `chips` are the chips won by seat, negative if lost; `winless` are the seats that won no hand. In the example East
    gets 6 for three chips, and a third of the 10 that West loses.

    >>> from scoring.presets import WRC_2015
    >>> rules = WRC_2015.changed(chip_value=2, yakitori=10, yakitori_to="winners")
    >>> [str(part) for part in bonuses((3, -1, -2, 0), {Seat.WEST}, rules=rules)]
    ['28/3', '4/3', '-14', '10/3']
    """
    winners = [seat for seat in SEATS if seat not in winless]
    costs = [Fraction(rules.yakitori) if seat in winless else Fraction() for seat in SEATS]
    shares = [Fraction()] * len(SEATS)
    if rules.yakitori_to == "winners":
        if not winners:
            costs = shares  # there is nobody to pay
        shares = [sum(costs, Fraction()) / len(winners) if seat in winners else Fraction() for seat in SEATS]
    return by_seat(chips[seat] * rules.chip_value - costs[seat] + shares[seat] for seat in SEATS)


def check_chips(chips: Points, *, rules: Ruleset) -> None:
    """Raise `Refused` if there are chips but the ruleset has none, or if the chips of the four seats do not add up to
    zero (R17.1)."""
    if any(chips) and not rules.chip_value:
        raise Refused("no_chips")
    check_balance(chips)


def check_balance(chips: Points) -> None:
    """Raise `Refused` if the chips of the four seats do not add up to zero (R17.1)."""
    if sum(chips):
        raise Refused("chips_sum", found=sum(chips))

"""The course of a game: dealer, counters and round after a hand, and the end of the game.

`replay` computes a game from its outcomes: the table's screen, the log, the checks and the command line all call it.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, assert_never

from scoring.outcome import AbortiveDraw, Chombo, ExhaustiveDraw, NagashiMangan, Outcome, Redeal, Ron, Tsumo
from scoring.payments import Settlement
from scoring.placement import leading_seat
from scoring.points import settle
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, STARTING_WINDS, Seat, Wind
from scoring.situation import Situation, opening


class Deal(StrEnum):
    """The reason why the dealer stays the same, or why the deal passes to the next player (R10.1)."""

    EAST_WON = "east_won"
    EAST_LOST = "east_lost"
    EAST_TENPAI = "east_tenpai"
    EAST_NOTEN = "east_noten"
    ABORTED = "aborted"
    REDEALT = "redealt"


class Ending(StrEnum):
    """The reason why a hanchan is over."""

    LAST_DEAL_PASSED = "last_deal_passed"
    TARGET_REACHED = "target_reached"
    LEADER_STOPPED = "leader_stopped"  # agari yame, tenpai yame
    BUST = "bust"


class PlayedHand(NamedTuple):
    """One hand of a replay: the situation before, the payments (settlement), and the situation after.

    `ending` is the reason why the game ends with this hand, None if another hand follows. After the last hand, `after`
    has this hand's round and dealer with the final points and bets.
    """

    before: Situation
    settlement: Settlement
    deal: Deal
    after: Situation
    ending: Ending | None

    @property
    def dealer_stays(self) -> bool:
        return self.after.dealer is self.before.dealer


def advance(outcome: Outcome, before: Situation, *, rules: Ruleset) -> PlayedHand:
    """Compute the payments of one hand (its settlement) and the next dealer, counters, round and bets (R5, R10). Raises
    `Refused`."""
    settlement = settle(outcome, before, rules=rules)
    deal = _deal(settlement.outcome, before, rules)
    stays = _stays(deal, rules)
    (a, b, c, d), (east, south, west, north) = before.points, settlement.deltas
    points = (a + east, b + south, c + west, d + north)
    sticks = before.riichi_sticks + settlement.to_table // rules.riichi_bet
    honba = _honba(deal, before.honba, rules)
    here = Situation(points, before.round_wind, before.dealer, honba, sticks)
    ending = _ending(deal, here, rules, stays=stays)
    after = here if stays or ending else _next_deal(here)
    return PlayedHand(before, settlement, deal, after, ending)


def replay(outcomes: Iterable[Outcome], *, rules: Ruleset, start: Situation | None = None) -> tuple[PlayedHand, ...]:
    """Compute all hands of a game from their outcomes. Raises `Refused`, whose `hand` is the index of the first
    impossible hand."""
    played: list[PlayedHand] = []
    try:
        for outcome in outcomes:
            played.append(next_hand(outcome, played, rules=rules, start=start))
    except Refused as refused:
        refused.hand = len(played)
        raise
    return tuple(played)


def next_hand(
    outcome: Outcome, played: list[PlayedHand] | tuple[PlayedHand, ...], *, rules: Ruleset, start: Situation | None
) -> PlayedHand:
    """Compute the hand that follows the hands `played`. Raises `Refused` if the hand is impossible or the game is over
    (R14.6)."""
    if played and played[-1].ending:
        raise Refused("game_over")
    before = played[-1].after if played else start or opening(rules)
    return advance(outcome, before, rules=rules)


def winless(played: Iterable[PlayedHand], *, rules: Ruleset) -> frozenset[Seat]:
    """Return the seats that won none of these hands, for yakitori (R17.2)."""
    won: set[Seat] = set()
    for hand in played:
        match hand.settlement.outcome:
            case Ron(wins=wins):
                won |= {win.winner for win in wins}
            case Tsumo(win=win):
                won.add(win.winner)
            case NagashiMangan(winners=winners) if rules.nagashi == "as_win":
                won |= winners
    return frozenset(SEATS) - won


def _deal(outcome: Outcome, before: Situation, rules: Ruleset) -> Deal:
    match outcome:
        case Ron(wins=wins):
            return Deal.EAST_WON if before.dealer in [win.winner for win in wins] else Deal.EAST_LOST
        case Tsumo(win=win):
            return Deal.EAST_WON if win.winner is before.dealer else Deal.EAST_LOST
        case NagashiMangan(winners=winners) if rules.nagashi == "as_win":
            return Deal.EAST_WON if before.dealer in winners else Deal.EAST_LOST
        case ExhaustiveDraw(tenpai=tenpai) | NagashiMangan(tenpai=tenpai):
            return Deal.EAST_TENPAI if before.dealer in tenpai else Deal.EAST_NOTEN
        case AbortiveDraw():
            return Deal.ABORTED
        case Chombo() | Redeal():
            return Deal.REDEALT
        case _:
            assert_never(outcome)


def _stays(deal: Deal, rules: Ruleset) -> bool:
    match deal:
        case Deal.EAST_WON:
            return rules.renchan != "never"
        case Deal.REDEALT:
            return True
        case Deal.EAST_LOST:
            return False
        case Deal.EAST_TENPAI:
            return rules.renchan in ("tenpai", "always")
        case Deal.EAST_NOTEN:
            return rules.renchan == "always"
        case Deal.ABORTED:
            return rules.abort_dealer_stays


def _honba(deal: Deal, honba: int, rules: Ruleset) -> int:
    """Return the number of counters after the hand (R5.2, R5.3, R5.5)."""
    match deal:
        case Deal.EAST_LOST:
            return 0
        case Deal.EAST_WON if rules.renchan == "never":
            return 0
        case Deal.REDEALT:
            return honba
        case Deal.ABORTED:
            return honba + rules.abort_adds_honba
        case _:
            return honba + 1


def _next_deal(here: Situation) -> Situation:
    """Return the situation after the deal passes to the next player; after the fourth player's deal the next round
    begins (R10.2)."""
    dealer = here.dealer.after()
    wind = here.round_wind
    if dealer is Seat.EAST:
        wind = STARTING_WINDS[STARTING_WINDS.index(wind) + 1]
    return Situation(here.points, wind, dealer, here.honba, here.riichi_sticks)


def last_round(rules: Ruleset) -> Wind:
    """Return the wind of the last round of a game without extension (R10.2)."""
    return Wind.SOUTH if rules.game_length == "east_south" else Wind.EAST


def _ending(deal: Deal, here: Situation, rules: Ruleset, *, stays: bool) -> Ending | None:
    """Return the reason why the game is over after this hand; None if another hand follows (R10.2 to R10.4, R12)."""
    if rules.bust != "off" and min(here.points) < (0 if rules.bust == "below_zero" else 1):
        return Ending.BUST
    if stays and deal in (Deal.ABORTED, Deal.REDEALT):
        return None
    rounds_past = STARTING_WINDS.index(here.round_wind) - STARTING_WINDS.index(last_round(rules))
    if rounds_past < 0:
        return None
    fourth_deal = here.dealer is Seat.NORTH
    whole_rounds = rounds_past == 0 or rules.extension_round == "full"
    if whole_rounds and not fourth_deal:
        return None
    reached = rules.target_points is None or max(here.points) >= rules.target_points
    if stays:
        return _leader_stops(deal, here, rules, reached=reached)
    if rules.extension_round == "off" or (rules.extension_round == "full" and rounds_past):
        return Ending.LAST_DEAL_PASSED
    if reached:
        return Ending.TARGET_REACHED
    return Ending.LAST_DEAL_PASSED if rounds_past and fourth_deal else None


def _leader_stops(deal: Deal, here: Situation, rules: Ruleset, *, reached: bool) -> Ending | None:
    may_stop = (deal is Deal.EAST_WON and rules.agari_yame) or (deal is Deal.EAST_TENPAI and rules.tenpai_yame)
    leads = leading_seat(here.points, rules=rules) is here.dealer
    return Ending.LEADER_STOPPED if may_stop and leads and reached else None

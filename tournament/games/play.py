"""The hands of a hanchan, replayed by its rules, and the hand that may follow them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from scoring.clock import hands_left
from scoring.hanchan import Ending, PlayedHand, next_hand, replay
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Points, by_seat
from scoring.situation import Situation, opening
from tournament.models import Hanchan, Hand, PaperResult


@dataclass(frozen=True)
class Play:
    """A hanchan with all data on which the next hand depends: the hands in order, without corrected or withdrawn ones,
    or the points if the hanchan was recorded on paper.

    `Game` adds the players, their signatures and the result.
    """

    hanchan: Hanchan
    rules: Ruleset
    hands: tuple[Hand, ...]
    paper: PaperResult | None

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(hand.parsed_outcome() for hand in self.hands)

    @property
    def start_points(self) -> Points | None:
        """Return the points by seat before the first hand; None if the hanchan starts with the ruleset's points."""
        return by_seat(self.hanchan.start_points) if self.hanchan.start_points else None

    @property
    def start(self) -> Situation:
        return opening(self.rules, self.start_points)

    @cached_property
    def played(self) -> tuple[PlayedHand, ...]:
        return replay(self.outcomes, rules=self.rules, start=self.start)

    @cached_property
    def situation(self) -> Situation:
        """Return the situation before the next hand, or the final situation when the game is over."""
        return self.played[-1].after if self.played else self.start

    @property
    def next_number(self) -> int:
        return len(self.hands) + 1

    @cached_property
    def hands_left(self) -> int | None:
        """Return how many hands may still be played after time was up; None before time is up."""
        return self._hands_left_after(self.outcomes)

    def _hands_left_after(self, outcomes: tuple[Outcome, ...]) -> int | None:
        before = self.hanchan.time_called_after
        if before is None:
            return None
        in_progress = bool(self.hanchan.time_hand_in_progress)
        return max(before - len(outcomes), 0) + hands_left(outcomes[before:], in_progress=in_progress, rules=self.rules)

    @cached_property
    def ending(self) -> Ending | Literal["time", "paper"] | None:
        """Return the reason why the game is over; None if another hand follows."""
        if self.paper is not None:
            return "paper"
        if self.played and self.played[-1].ending:
            return self.played[-1].ending
        return "time" if self.hands_left == 0 else None

    def next_hand(self, outcome: Outcome) -> PlayedHand:
        """Return the next hand for this outcome, including the payments; nothing is recorded. Raises `Refused`."""
        if self.ending:
            raise Refused("game_over")
        return next_hand(outcome, self.played, rules=self.rules, start=self.start)

    def and_hand(self, hand: Hand) -> "Play":
        """Return a copy with the hand that was recorded next; earlier hands are not replayed again. Raises
        `Refused`."""
        outcome = hand.parsed_outcome()
        longer = replace(self, hands=(*self.hands, hand))
        longer.__dict__["outcomes"] = (*self.outcomes, outcome)
        longer.__dict__["played"] = (*self.played, self.next_hand(outcome))
        return longer

    def ending_with(self, hand: PlayedHand) -> Ending | Literal["time"] | None:
        """Return the reason why the game would be over after this hand; None if another hand would follow."""
        outcomes = (*self.outcomes, hand.settlement.outcome)
        return hand.ending or ("time" if self._hands_left_after(outcomes) == 0 else None)

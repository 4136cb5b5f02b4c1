"""The question to a table when time is up: which hand was in progress at the signal."""

from dataclasses import dataclass
from datetime import datetime

from scoring.situation import Situation
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.models import Hand


@dataclass(frozen=True, kw_only=True)
class TimeQuestion:
    """The question whether a hand was in progress after the first `after` hands.

    `signal_at` is the time of the signal, None if it has not sounded or nobody started the clock. `hand` is the hand
    after these, if it is recorded: it may have been in progress at the signal, begun later, or been over and recorded
    late.
    """

    after: int
    hand: Hand | None
    situation: Situation
    signal_at: datetime | None

    @property
    def label_of(self) -> Hand | Situation:
        """The hand in question, recorded or not."""
        return self.hand or self.situation

    @property
    def next(self) -> int:
        """The next value of `after`, for the answer that this hand was already over."""
        return self.after + 1


def time_question(game: Game, face: ClockFace | None, *, after: int | None = None) -> TimeQuestion:
    """The question about the hand after the first `after` hands; if `after` is None, about the earliest hand in
    doubt."""
    signal_at = face.signal_at if face and face.state is ClockState.SOUNDED else None
    if after is None:
        after = _recorded_by(game, signal_at) if signal_at else len(game.hands)
    after = min(after, len(game.hands))
    hand = game.hands[after] if after < len(game.hands) else None
    return TimeQuestion(after=after, hand=hand, situation=game.situation, signal_at=signal_at)


def clock_at(game: Game) -> ClockFace | None:
    """The round's clock for this table; None if the rules have no clock."""
    return read_clock(clock_of(game.hanchan.round), game.rules, extra_seconds=game.hanchan.extra_seconds)


def _recorded_by(game: Game, moment: datetime) -> int:
    """The number of hands that were surely over at this moment: up to the last hand recorded before it. Earlier
    hands may have a later time, because they were corrected since."""
    return max((n for n, hand in enumerate(game.hands, 1) if hand.recorded_at <= moment), default=0)

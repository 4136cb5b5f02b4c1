"""What a table is asked when time is up: how far it was when the signal sounded."""

from dataclasses import dataclass
from datetime import datetime

from scoring.situation import Situation
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.models import Hand


@dataclass(frozen=True, kw_only=True)
class TimeQuestion:
    """Was a hand in progress after the first `after` hands? `signal_at` is None where nobody started the clock.

    `hand` is the one that followed, where it was recorded since the signal: it may have been in progress then, have
    begun later, or have been over already and recorded late.
    """

    after: int
    hand: Hand | None
    situation: Situation
    signal_at: datetime | None

    @property
    def label_of(self) -> Hand | Situation:
        """The hand that is asked about, recorded or not."""
        return self.hand or self.situation

    @property
    def next(self) -> int:
        """What to ask about when that hand was over already."""
        return self.after + 1


def time_question(game: Game, face: ClockFace | None, *, after: int | None = None) -> TimeQuestion:
    """The question for this table, about the hand after the first `after`; by itself about the earliest in doubt."""
    signal_at = face.signal_at if face and face.state is ClockState.SOUNDED else None
    if after is None:
        after = _recorded_by(game, signal_at) if signal_at else len(game.hands)
    after = min(after, len(game.hands))
    hand = game.hands[after] if after < len(game.hands) else None
    return TimeQuestion(after=after, hand=hand, situation=game.situation, signal_at=signal_at)


def clock_at(game: Game) -> ClockFace | None:
    """The round's clock, as it is for this table; None under rules without one."""
    return read_clock(clock_of(game.hanchan.round), game.rules, extra_seconds=game.hanchan.extra_seconds)


def _recorded_by(game: Game, moment: datetime) -> int:
    """How many hands were over at this moment for sure. One corrected since then was recorded anew, so it is the last
    hand recorded before that counts."""
    return max((n for n, hand in enumerate(game.hands, 1) if hand.recorded_at <= moment), default=0)

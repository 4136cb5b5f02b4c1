"""The question that a table is asked when time is up: which hand was in progress at the clock's signal."""

from dataclasses import dataclass
from datetime import datetime

from scoring.situation import Situation
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.models import Hand


@dataclass(frozen=True, kw_only=True)
class TimeQuestion:
    """The question whether hand number `after` + 1 was in progress when the clock's signal sounded.

    `signal_at` is the time of the signal; None if the signal has not sounded, or nobody started the clock. `hand` is
    the hand in question, if it is recorded by now. Tenbo cannot know the answer: a recorded hand may have been in
    progress at the signal, may have begun later, or may have been recorded late.
    """

    after: int
    hand: Hand | None
    situation: Situation
    signal_at: datetime | None

    @property
    def label_of(self) -> Hand | Situation:
        """Return the hand in question if it is recorded, otherwise the situation before it. The page makes a label from
        either."""
        return self.hand or self.situation

    @property
    def next(self) -> int:
        """Return the number that the page uses as `after` if this hand was already over at the signal: the page then
        asks about the next hand."""
        return self.after + 1


def time_question(game: Game, face: ClockFace | None, *, after: int | None = None) -> TimeQuestion:
    """Return the question whether hand number `after` + 1 was in progress at the signal. If `after` is None, the
    question is about the earliest hand that may have been in progress."""
    signal_at = face.signal_at if face and face.state is ClockState.SOUNDED else None
    if after is None:
        after = _recorded_by(game, signal_at) if signal_at else len(game.hands)
    after = min(after, len(game.hands))
    hand = game.hands[after] if after < len(game.hands) else None
    return TimeQuestion(after=after, hand=hand, situation=game.situation, signal_at=signal_at)


def clock_at(game: Game) -> ClockFace | None:
    """Return the clock of this game's table: the round's clock, with the table's extra time. None if the rules have no
    clock."""
    return read_clock(clock_of(game.hanchan.round), game.rules, extra_seconds=game.hanchan.extra_seconds)


def _recorded_by(game: Game, moment: datetime) -> int:
    """Return the number of hands that were surely over at this moment: the last hand recorded before it, and all
    earlier hands. An earlier hand may have a later time, because a correction recorded it again."""
    return max((n for n, hand in enumerate(game.hands, 1) if hand.recorded_at <= moment), default=0)

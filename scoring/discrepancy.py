"""Finds single mistakes in the recorded hands that explain why the counted points differ from the recorded points.

Tables count their sticks at the end. If the count differs from the record, the person who recorded the hands may have
forgotten a riichi bet, or entered a wrong winner or value. Every such mistake is tried.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from scoring.hanchan import next_hand, replay
from scoring.outcome import ExhaustiveDraw, HanFu, Limit, Outcome, Ron, Tsumo, Value, Win
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, SUBSETS, Points, Seat
from scoring.situation import Situation
from scoring.value import FU

VALUES: tuple[Value, ...] = (*(HanFu(han, fu) for han in range(1, 5) for fu in FU if fu < 120), *Limit)
"""The values that a win may really have had. 120 fu and more are left out, because such a hand is always a mangan."""


class Mistake(StrEnum):
    """Kinds of mistakes in a recorded hand, the likeliest first."""

    RIICHI_FORGOTTEN = "riichi_forgotten"
    RIICHI_TOO_MANY = "riichi_too_many"
    TENPAI = "tenpai"
    WINNER = "winner"
    DISCARDER = "discarder"
    RON_OR_TSUMO = "ron_or_tsumo"
    VALUE = "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One correction that makes the points agree: hand `number` (the first is 1) had in truth the outcome `right`."""

    number: int
    mistake: Mistake
    right: Outcome


def explanations(
    outcomes: Sequence[Outcome], counted: Points, *, rules: Ruleset, start: Situation | None = None
) -> list[Explanation]:
    """Return every way to correct a single mistake so that the game ends with the `counted` points (four, by seat).

    The likeliest mistake comes first; among equally likely mistakes, the one in the latest hand. Empty if the points
    agree already. Raises `Refused` if the recorded hands are not possible.
    """
    played = replay(outcomes, rules=rules, start=start)
    if not played or played[-1].after.points == counted:
        return []
    matching = []
    for index, recorded in enumerate(outcomes):
        for mistake, build in _mistakes(recorded):
            try:
                right = build()
                ends = [*played[:index]]
                for outcome in (right, *outcomes[index + 1 :]):
                    ends.append(next_hand(outcome, ends, rules=rules, start=start))
            except Refused:
                continue
            if ends[-1].after.points == counted:
                matching.append(Explanation(number=index + 1, mistake=mistake, right=right))
    likely = list(Mistake)
    return sorted(matching, key=lambda explanation: (likely.index(explanation.mistake), -explanation.number))


Alternative = tuple[Mistake, Callable[[], Outcome]]
"""A mistake and a function that builds the outcome without the mistake; the function may raise `Refused`."""


def _mistakes(recorded: Outcome) -> Iterator[Alternative]:
    """Yield the outcomes that this hand may really have had, each with the mistake that turned it into the recorded
    outcome."""
    for seat in SEATS:
        mistake = Mistake.RIICHI_TOO_MANY if seat in recorded.riichi else Mistake.RIICHI_FORGOTTEN
        yield mistake, partial(_with_riichi, recorded, seat)
    match recorded:
        case Ron(wins=(win,)):
            yield from _other_ron(recorded, win)
        case Tsumo(win=win):
            yield from _other_tsumo(recorded, win)
        case ExhaustiveDraw():
            for tenpai in SUBSETS:
                yield Mistake.TENPAI, partial(replace, recorded, tenpai=tenpai | recorded.riichi)


def _with_riichi(recorded: Outcome, seat: Seat) -> Outcome:
    """Return the outcome with this seat's riichi bet removed or, if there is none, added. In a draw every player in
    riichi is then tenpai, except with a dead hand."""
    riichi = recorded.riichi ^ {seat}
    if isinstance(recorded, ExhaustiveDraw):
        return replace(recorded, riichi=riichi, tenpai=recorded.tenpai | riichi - recorded.dead_hands)
    return replace(recorded, riichi=riichi)


def _other_ron(recorded: Ron, win: Win) -> Iterator[Alternative]:
    for seat in SEATS:
        yield Mistake.WINNER, partial(_ron, recorded.discarder, _won_by(win, seat), recorded.riichi)
        yield Mistake.WINNER, partial(_ron, win.winner, _won_by(win, seat), recorded.riichi)
        yield Mistake.DISCARDER, partial(_ron, seat, win, recorded.riichi)
    yield Mistake.RON_OR_TSUMO, partial(Tsumo, win=win, riichi=recorded.riichi)
    for value in VALUES:
        yield Mistake.VALUE, partial(_ron, recorded.discarder, Win(winner=win.winner, value=value), recorded.riichi)


def _other_tsumo(recorded: Tsumo, win: Win) -> Iterator[Alternative]:
    for seat in SEATS:
        yield Mistake.WINNER, partial(Tsumo, win=_won_by(win, seat), riichi=recorded.riichi)
        yield Mistake.RON_OR_TSUMO, partial(_ron, seat, win, recorded.riichi)
    for value in VALUES:
        yield Mistake.VALUE, partial(Tsumo, win=Win(winner=win.winner, value=value), riichi=recorded.riichi)


def _ron(discarder: Seat, win: Win, riichi: frozenset[Seat]) -> Outcome:
    return Ron(discarder=discarder, wins=(win,), riichi=riichi)


def _won_by(win: Win, seat: Seat) -> Win:
    """Return a copy of the win in which `seat` is the winner and no player is liable."""
    return replace(win, winner=seat, liable=None)

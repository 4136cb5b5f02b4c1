"""Points counted in front of the players are not those of the hands: which one mistake would explain it?

Tables count their sticks in the end. Where that differs from the record, somebody forgot a riichi bet, touched the
wrong winner or read the wrong value; every such single mistake is tried.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import combinations

from scoring.hanchan import next_hand, replay
from scoring.outcome import ExhaustiveDraw, HanFu, Limit, Outcome, Ron, Tsumo, Value, Win
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat
from scoring.value import FU

VALUES: tuple[Value, ...] = (*(HanFu(han, fu) for han in range(1, 5) for fu in FU if fu <= 110), *Limit)
"""What a win may have been worth; more fu are never more than a mangan."""


class Mistake(StrEnum):
    """What was said wrongly of a hand, the likeliest first."""

    RIICHI_FORGOTTEN = "riichi_forgotten"
    RIICHI_TOO_MANY = "riichi_too_many"
    TENPAI = "tenpai"
    WINNER = "winner"
    DISCARDER = "discarder"
    RON_OR_TSUMO = "ron_or_tsumo"
    VALUE = "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The hand with this number (the first is 1) was `right`."""

    number: int
    mistake: Mistake
    right: Outcome


def explanations(outcomes: Sequence[Outcome], counted: Points, *, rules: Ruleset) -> list[Explanation]:
    """Every single mistake after whose correction the game ends with the `counted` points, the likeliest first, of
    equal ones the latest hand first. None where the points are those of the hands. Raises `Refused` where the hands
    themselves cannot be."""
    played = replay(outcomes, rules=rules)
    if not played or played[-1].after.points == counted:
        return []
    found = []
    for index, said in enumerate(outcomes):
        for mistake, say in _mistakes(said):
            try:
                right = say()
                ends = [*played[:index]]
                for outcome in (right, *outcomes[index + 1 :]):
                    ends.append(next_hand(outcome, ends, rules=rules, start=None))
            except Refused:
                continue
            if ends[-1].after.points == counted:
                found.append(Explanation(number=index + 1, mistake=mistake, right=right))
    likely = list(Mistake)
    return sorted(found, key=lambda one: (likely.index(one.mistake), -one.number))


Saying = tuple[Mistake, Callable[[], Outcome]]
"""Another way to say a hand; saying it may be refused."""


def _mistakes(said: Outcome) -> Iterator[Saying]:
    """Everything that this hand could have been instead."""
    for seat in SEATS:
        mistake = Mistake.RIICHI_TOO_MANY if seat in said.riichi else Mistake.RIICHI_FORGOTTEN
        yield mistake, partial(_with_riichi, said, seat)
    match said:
        case Ron(wins=(win,)):
            yield from _other_ron(said, win)
        case Tsumo(win=win):
            yield from _other_tsumo(said, win)
        case ExhaustiveDraw():
            for count in range(5):
                for tenpai in combinations(SEATS, count):
                    yield Mistake.TENPAI, partial(replace, said, tenpai=frozenset(tenpai) | said.riichi)


def _with_riichi(said: Outcome, seat: Seat) -> Outcome:
    """The same hand with this seat's riichi bet, or without; whoever bets is tenpai in a draw."""
    riichi = said.riichi ^ {seat}
    if isinstance(said, ExhaustiveDraw):
        return replace(said, riichi=riichi, tenpai=said.tenpai | riichi - said.dead_hands)
    return replace(said, riichi=riichi)


def _other_ron(said: Ron, win: Win) -> Iterator[Saying]:
    for seat in SEATS:
        yield Mistake.WINNER, partial(_ron, said.discarder, _won_by(win, seat), said.riichi)
        yield Mistake.WINNER, partial(_ron, win.winner, _won_by(win, seat), said.riichi)
        yield Mistake.DISCARDER, partial(_ron, seat, win, said.riichi)
    yield Mistake.RON_OR_TSUMO, partial(Tsumo, win=win, riichi=said.riichi)
    for value in VALUES:
        yield Mistake.VALUE, partial(_ron, said.discarder, Win(winner=win.winner, value=value), said.riichi)


def _other_tsumo(said: Tsumo, win: Win) -> Iterator[Saying]:
    for seat in SEATS:
        yield Mistake.WINNER, partial(Tsumo, win=_won_by(win, seat), riichi=said.riichi)
        yield Mistake.RON_OR_TSUMO, partial(_ron, seat, win, said.riichi)
    for value in VALUES:
        yield Mistake.VALUE, partial(Tsumo, win=Win(winner=win.winner, value=value), riichi=said.riichi)


def _ron(discarder: Seat, win: Win, riichi: frozenset[Seat]) -> Outcome:
    return Ron(discarder=discarder, wins=(win,), riichi=riichi)


def _won_by(win: Win, seat: Seat) -> Win:
    """The same hand, won by another."""
    return replace(win, winner=seat, liable=None)

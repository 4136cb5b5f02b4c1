"""Lists the wins and draws of the current hand with which a player would reach a goal, for the page of the points that
the player still needs."""

from dataclasses import dataclass

from scoring.goals import Goal, TableState
from scoring.last_hand import DrawCase, Verdict, WinGroup, last_hand
from scoring.refusal import Refused
from scoring.seats import SEATS, Seat


@dataclass(frozen=True, kw_only=True)
class WinLine:
    """The cheapest win that reaches the goal; `cheapest` is None if no win does. The win is a ron from the player named
    `discarder`, or a tsumo if `discarder` is None. `more_expensive_misses` are wins that are more expensive and do not
    reach the goal."""

    discarder: str | None
    cheapest: WinGroup | None
    more_expensive_misses: tuple[WinGroup, ...]
    each: tuple[int, ...]
    """The different payments of the cheapest win, in points: one amount or, for a tsumo, the amounts of East and of the
    others."""

    @property
    def goes_on(self) -> bool:
        return self.cheapest is not None and self.cheapest.verdict is Verdict.SO_FAR


@dataclass(frozen=True, kw_only=True)
class DrawLine:
    """An exhaustive draw in which the player is `tenpai` or not. `cases` is the number of possible combinations of
    other tenpai players. `enough` are the combinations with which the player reaches the goal, each as a tuple of the
    players' names."""

    tenpai: bool
    enough: tuple[tuple[str, ...], ...]
    cases: int
    goes_on: bool


@dataclass(frozen=True, kw_only=True)
class HandLines:
    """The results of the current hand with which the player reaches the goal. `now` says that the points before the
    hand already reach the goal. `refused` is the error if a riichi bet is impossible."""

    now: bool
    wins: tuple[WinLine, ...] = ()
    draws: tuple[DrawLine, ...] = ()
    refused: str = ""


def hand_lines(table: TableState, goal: Goal, names: tuple[str, ...]) -> HandLines:
    """Return the results of this hand with which the player reaches the goal; if a riichi bet is impossible, return the
    error in `refused`."""
    try:
        hand = last_hand(table, goal)
    except Refused as refused:
        return HandLines(now=False, refused=str(refused))
    wins = tuple(
        WinLine(
            discarder=None if case.discarder is None else names[case.discarder],
            cheapest=case.cheapest,
            more_expensive_misses=case.more_expensive_misses,
            each=tuple(sorted(set(case.cheapest.paid) - {0})) if case.cheapest else (),
        )
        for case in hand.wins
    )
    draws = tuple(_draw(hand.draws, goal.seat, names, tenpai=tenpai) for tenpai in (True, False))
    return HandLines(now=hand.now, wins=wins, draws=tuple(draw for draw in draws if draw.cases))


def _draw(draws: tuple[DrawCase, ...], seat: Seat, names: tuple[str, ...], *, tenpai: bool) -> DrawLine:
    cases = [draw for draw in draws if (seat in draw.tenpai) is tenpai]
    enough = [draw for draw in cases if draw.verdict is not Verdict.MISSED]
    return DrawLine(
        tenpai=tenpai,
        enough=tuple(
            tuple(names[other] for other in SEATS if other in draw.tenpai and other is not seat) for draw in enough
        ),
        cases=len(cases),
        goes_on=any(draw.verdict is Verdict.SO_FAR for draw in enough),
    )

"""A hand that a table counted wrongly, for a referee to correct after the round."""

from dataclasses import replace
from random import Random

from scoring.hanchan import PlayedHand, replay
from scoring.outcome import HanFu, Outcome, Ron, Tsumo
from scoring.refusal import Refused
from tournament.rehearsal.table import TableRobot


def miscounted(table: TableRobot, random: Random) -> tuple[int, Outcome] | None:
    """The index of a win and its corrected outcome, such that the later hands stay possible; None if there is none."""
    wins = [where for where, outcome in enumerate(table.outcomes) if isinstance(outcome, Ron | Tsumo)]
    for where in random.sample(wins, len(wins)):
        outcome = table.outcomes[where]
        right: Outcome
        if isinstance(outcome, Ron) and len(outcome.wins) == 1:
            right = replace(outcome, wins=(replace(outcome.wins[0], value=HanFu(2, 40)),))
        elif isinstance(outcome, Tsumo):
            right = replace(outcome, win=replace(outcome.win, value=HanFu(2, 40)))
        else:
            continue
        outcomes = [*table.outcomes[:where], right, *table.outcomes[where + 1 :]]
        if right != outcome and _as_long(outcomes, table):
            return where, right
    return None


def _as_long(outcomes: list[Outcome], table: TableRobot) -> bool:
    """Whether these hands are possible and end the game where the played ones did."""
    try:
        played: tuple[PlayedHand, ...] = replay(outcomes, rules=table.rules)
    except Refused:
        return False
    return [hand.ending for hand in played] == [hand.ending for hand in table.played]

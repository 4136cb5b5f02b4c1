"""Rehearse the end of a round: signatures, some of them late, penalties, the approval, and later corrections."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from scoring.hanchan import replay
from scoring.outcome import HanFu, Outcome, Ron, Tsumo
from scoring.refusal import Refused
from tournament.rehearsal.event import RehearsedEvent
from tournament.rehearsal.mishaps import Mishap
from tournament.rehearsal.table import TableRobot
from tournament.table.edits import Replace, Seen


def finish_late(event: RehearsedEvent) -> None:
    """Sign the late sheets of the previous round while the next one is already being played."""
    late, event.late = event.late, []
    for table, number in late:
        table.look_back()
        sign(event, table, number)
        event.happened(Mishap.LATE_SIGNATURE)
        if event.chance(1, 3):
            approve(event, event.truth.tables[number], number)


def sign(event: RehearsedEvent, table: TableRobot, number: int) -> None:
    """Sign a sheet: either all four players sign on the table's phone, or a referee signs for them."""
    if not table.paper and event.chance(1, 3):
        table.sign()
    else:
        event.desk.sign(event.desk.at("table-round", table.number, number))
    table.check()
    event.report.hands += len(table.outcomes)
    event.report.sheets += 1
    event.report.requests += table.browser.requests
    event.report.mishaps += table.happened


def penalize(event: RehearsedEvent, number: int) -> None:
    """Give a player a penalty or a warning, and perhaps take it back."""
    person = event.random.choice(event.truth.playing)
    offence = event.random.choice(("obstruction", "misconduct", "procedure", "other"))
    points = event.random.choice(("0", "5", "8", "12.5"))
    penalty = event.desk.penalize(person.entry, offence, points, round_number=number)
    event.happened(Mishap.PENALTY if Fraction(points) else Mishap.WARNING)
    if event.chance(1, 4):
        event.desk.take_penalty_back(penalty)
        event.happened(Mishap.PENALTY_TAKEN_BACK)
    else:
        person.penalties.append((number, Fraction(points)))


def approve(event: RehearsedEvent, tables: list[TableRobot], number: int) -> None:
    """Approve a round; perhaps correct a miscounted hand afterwards, sign again and approve again."""
    event.desk.approve(number)
    table = event.random.choice(tables)
    correction = None if table.paper else _miscounted(table, event.random)
    if correction and event.chance(1, 2):
        where, right = correction
        before = table.played[where].before
        event.desk.correct(table.hanchan, Replace(where + 1, right, Seen.of(before)))
        table.outcomes[where] = right
        event.desk.sign(event.desk.at("table-round", table.number, number))
        table.check()
        event.desk.approve(number)
        event.happened(Mishap.APPROVED_CORRECTED)


def _miscounted(table: TableRobot, random: Random) -> tuple[int, Outcome] | None:
    """Find a won hand that can be corrected so that the later hands stay possible. Return the hand's index and its
    corrected outcome; None if there is no such hand."""
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
    """Whether a game with these hands is possible, and ends after the same hand and for the same reason as the game
    that was played."""
    try:
        played = replay(outcomes, rules=table.rules)
    except Refused:
        return False
    return [hand.ending for hand in played] == [hand.ending for hand in table.played]

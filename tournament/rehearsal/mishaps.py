"""Mishaps: the unplanned things that happen in a rehearsal, and are corrected in the end."""

from enum import StrEnum


class Mishap(StrEnum):
    """A kind of mishap, with its sentence for the report."""

    # At a table
    SENT_TWICE = "the same hand is sent twice"
    STALE_FORM = "a second phone sends another hand from an older page"
    ANSWER_LOST = "the connection drops, and the hand is sent again later"
    UNDONE = "a hand is taken back at once"
    WRONG_WINNER = "the wrong winner is found a hand later"
    FORGOTTEN_RIICHI = "a riichi bet is found a hand later"
    WRONG_SEATS = "two players sit on each other's seat"
    CHOMBO = "somebody makes a chombo"
    CALLED = "a table calls a referee, who comes and rules"
    CALL_TAKEN_BACK = "a table calls a referee and takes it back"
    TIME_WITHDRAWN = "time is called too early and taken back"
    ON_PAPER = "a table's phone fails, and its points come from paper"
    FELL_ILL = "a player falls ill at the table, and a substitute plays on"
    LATE_SIGNATURE = "the sheet is signed after the next round has started"
    # At the desk
    LATE = "a player comes late"
    REPLACED = "a player is missing, and a substitute plays"
    NO_SHOW = "a player never comes"
    LATE_ENTRY = "players enter after the first round"
    WITHDRAWN = "a player drops out between rounds"
    DISQUALIFIED = "a player is disqualified"
    CAME_BACK = "a player who dropped out comes back"
    PLAN_DROPPED = "the seating plan is given up, and rounds are drawn"
    PENALTY = "a player is given a penalty"
    WARNING = "a player is warned"
    PENALTY_TAKEN_BACK = "a penalty is taken back"
    CLOCK_PAUSED = "the clock is paused"
    CLOCK_WITHDRAWN = "the clock is started too early"
    EXTRA_TIME = "extra time is given"
    ROUND_TAKEN_BACK = "a round is started by mistake"
    APPROVED_CORRECTED = "a hand is corrected after the approval"
    CUT = "some go on to a final"
    TIE_AT_LINE = "players are level at the line"
    CUT_TAKEN_BACK = "a cut is taken back and made again"


IN_PLAY = (
    Mishap.SENT_TWICE,
    Mishap.STALE_FORM,
    Mishap.ANSWER_LOST,
    Mishap.UNDONE,
    Mishap.WRONG_WINNER,
    Mishap.FORGOTTEN_RIICHI,
    Mishap.WRONG_SEATS,
    Mishap.CHOMBO,
    Mishap.CALLED,
    Mishap.CALL_TAKEN_BACK,
    Mishap.TIME_WITHDRAWN,
)
"""Mishaps at the tables, given to the tables in turn."""

"""The table's fixed terms in the reader's language: winds, limits, ends of a game, states of a hanchan."""

from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.discrepancy import Mistake
from scoring.hanchan import Deal, Ending
from scoring.outcome import (
    AbortReason,
    Limit,
)
from scoring.seats import Wind
from tournament.games.queries.results import HanchanState

WINDS: dict[Wind, str | Promise] = {
    Wind.EAST: pgettext_lazy("wind", "East"),
    Wind.SOUTH: pgettext_lazy("wind", "South"),
    Wind.WEST: pgettext_lazy("wind", "West"),
    Wind.NORTH: pgettext_lazy("wind", "North"),
}


LIMITS: dict[Limit, str | Promise] = {
    Limit.MANGAN: gettext_lazy("mangan"),
    Limit.HANEMAN: gettext_lazy("haneman"),
    Limit.BAIMAN: gettext_lazy("baiman"),
    Limit.SANBAIMAN: gettext_lazy("sanbaiman"),
    Limit.YAKUMAN: gettext_lazy("yakuman"),
}


ABORT_REASONS: dict[AbortReason, str | Promise] = {
    AbortReason.FOUR_WINDS: gettext_lazy("same wind four times"),
    AbortReason.NINE_TERMINALS: gettext_lazy("nine terminals and honours"),
    AbortReason.FOUR_KONGS: gettext_lazy("four kongs"),
    AbortReason.FOUR_RIICHI: gettext_lazy("four riichi"),
    AbortReason.THREE_WINNERS: gettext_lazy("three winners"),
}


ENDINGS: dict[Ending | Literal["time", "paper"], str | Promise] = {
    Ending.LAST_DEAL_PASSED: gettext_lazy("The last hand has been played."),
    Ending.TARGET_REACHED: gettext_lazy("A player has reached the points that end the game."),
    Ending.LEADER_STOPPED: gettext_lazy("The dealer leads and ends the game after the last hand."),
    Ending.BUST: gettext_lazy("A player has run out of points."),
    "time": gettext_lazy("Time is up."),
    "paper": gettext_lazy("The points were entered from a paper sheet."),
}


DEALS: dict[Deal, str | Promise] = {
    Deal.EAST_WON: gettext_lazy("East won"),
    Deal.EAST_LOST: gettext_lazy("East did not win"),
    Deal.EAST_TENPAI: gettext_lazy("East was tenpai"),
    Deal.EAST_NOTEN: gettext_lazy("East was noten"),
    Deal.ABORTED: gettext_lazy("the hand was aborted"),
    Deal.REDEALT: gettext_lazy("the hand is dealt again"),
}

MISTAKES = {
    Mistake.RIICHI_FORGOTTEN: gettext_lazy("A riichi bet was forgotten."),
    Mistake.RIICHI_TOO_MANY: gettext_lazy("One riichi bet too many was entered."),
    Mistake.TENPAI: gettext_lazy("Other players were tenpai."),
    Mistake.WINNER: gettext_lazy("Another player won."),
    Mistake.DISCARDER: gettext_lazy("Another player discarded."),
    Mistake.RON_OR_TSUMO: gettext_lazy("Ron and self-draw were mixed up."),
    Mistake.VALUE: gettext_lazy("The hand had another value."),
}


STATES: dict[HanchanState, str | Promise] = {
    HanchanState.CANCELLED: gettext_lazy("cancelled"),
    HanchanState.NOT_STARTED: gettext_lazy("not started"),
    HanchanState.IN_PLAY: gettext_lazy("in play"),
    HanchanState.TIME_UP: gettext_lazy("time is up"),
    HanchanState.FINISHED: gettext_lazy("finished, not signed"),
    HanchanState.SIGNED: gettext_lazy("signed"),
}

"""Every way the rules say no: a stable code, a sentence for a person, and the rule it rests on."""

from typing import Any

SENTENCES = {
    # The game as data (R14.4, format hanchan/1)
    "not_json": ("This line is not JSON: {problem}.", "hanchan/1"),
    "malformed": ("{where} {problem}.", "hanchan/1"),
    "unknown_ruleset": ("There is no ruleset called {ruleset}.", "hanchan/1"),
    "illegal_ruleset": ("This ruleset cannot be: {problem}.", "hanchan/1"),
    # Values (R14.1, section 2.3)
    "illegal_han": ("A winning hand has at least 1 han, not {han}.", "R14.1"),
    "illegal_yakuman": ("A yakuman hand holds at least 1 yakuman, not {count}.", "R14.1"),
    "missing_fu": ("A hand of {han} han needs its fu.", "R14.1"),
    "illegal_fu": ("A win by {win} cannot have {han} han and {fu} fu.", "R14.1"),
    # Who (R14.2, R14.9)
    "winner_is_discarder": ("Nobody can win off their own discard.", "R14.2"),
    "duplicate_winner": ("A player can win a hand only once.", "R6.1"),
    "no_winner": ("Somebody must have won.", "R6.1"),
    "one_winner": ("A win by self-draw has exactly one winner.", "R6.1"),
    "liable_is_winner": ("A winner cannot be liable for their own hand.", "R14.2"),
    "liable_without_yakuman": ("Only a yakuman can make another player liable.", "R14.2"),
    "liable_yaku": ("None of these yaku makes another player liable under this ruleset.", "R14.9"),
    # Draws and riichi (R14.3, R14.7, R14.9)
    "riichi_not_tenpai": (
        "A player in riichi must be tenpai at the draw, have a dead hand, or have made a chombo.",
        "R14.3",
    ),
    "tenpai_and_dead": ("A dead hand cannot be tenpai.", "R14.9"),
    "riichi_too_poor": ("Riichi needs at least {minimum} points under this ruleset.", "R14.7"),
    "four_riichi_needed": ("Four riichi end a hand only when all four players declared it.", "R14.9"),
    # What a ruleset lacks (R14.4)
    "no_abortive_draw": ("This ruleset has no abortive draw for this reason.", "R9.1"),
    "no_nagashi": ("This ruleset has no nagashi mangan.", "R3.10"),
    "no_liability": ("Nobody is ever liable under this ruleset.", "R7.1"),
    "no_offender": ("A chombo needs an offender.", "R11.1"),
    # The state of the game (R14.5, R14.6)
    "game_over": ("The hanchan is over: no more hands.", "R14.6"),
    "points_not_hundreds": ("Points are multiples of 100.", "R14.5"),
    "sum_off": (
        "With that many riichi bets left the four results add up to {expected} points, not {found}.",
        "R14.5",
    ),
    "start_out_of_reach": ("This ruleset never comes to such a hand.", "R10.3"),
    "no_clock": ("This ruleset has no clock.", "R16.5"),
}
"""Code to sentence and rule. A code never changes its meaning; sentences may be reworded."""


class Refused(ValueError):
    """Something that the rules or the format do not allow. Nothing was applied.

    `code` is stable, `details` fill the sentence, `hand` is the index of the hand where a replay stopped.
    """

    def __init__(self, code: str, **details: Any) -> None:
        sentence, self.rule = SENTENCES[code]
        self.code = code
        self.details = details
        self.hand: int | None = None
        self.message = f"{sentence.format(**details)} ({self.rule})"
        super().__init__(self.message)

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
    # A hand of tiles (R3)
    "bad_tiles": ("{tiles} are no tiles: write them like 123m406p77z.", "hanchan/1"),
    "bad_meld": ("{tiles} is no {meld}.", "R3.1"),
    "wrong_number_of_tiles": ("Beside its melds this hand needs {expected} tiles, not {found}.", "R3.1"),
    "five_of_one_tile": ("There are only four of each tile, and here are five of {tile}.", "R3.1"),
    "win_tile_not_in_hand": ("The winning tile {tile} is not among the concealed tiles.", "R3.1"),
    "too_many_indicators": ("There are at most {most} indicators of each kind.", "R3.1"),
    "no_red_fives": ("This ruleset has no red fives, so there is no {tile}.", "R3.9"),
    "too_many_red_fives": ("This ruleset has {most} red fives, and fewer in each suit.", "R3.9"),
    "not_tenpai": ("These tiles are not tenpai: no single tile completes them.", "R3.1"),
    "not_winning": ("{tile} does not complete this hand. It waits for {waits}.", "R3.1"),
    "no_yaku": ("The hand is complete, but it has no yaku. Dora do not count as one.", "R3.1"),
    "riichi_on_open_hand": ("Riichi needs a concealed hand.", "R2.7"),
    "ippatsu_without_riichi": ("Ippatsu needs riichi.", "R2.7"),
    "flag_needs_self_draw": ("There is no {flag} on a discard: it needs a self-draw.", "R3.1"),
    "flag_needs_ron": ("There is no {flag} by self-draw: it needs a ron.", "R3.1"),
    "flags_exclude": ("There is no {flag} together with {other}.", "R3.1"),
    "rinshan_without_kong": ("Rinshan needs a kong.", "R3.1"),
    "robbed_tile_held": (
        "The robbed tile {tile} is the fourth of its kind, so the hand holds no other.",
        "R3.1",
    ),
    "first_turn_with_meld": ("There is no {flag} after a meld.", "R3.11"),
    "only_for_east": ("Only East can have {flag}.", "R3.11"),
    "not_for_east": ("East cannot have {flag}.", "R3.11"),
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

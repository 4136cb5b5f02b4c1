"""Refusals: a stable code, a sentence for a person, and the rule it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
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

PROBLEMS = {
    # A ruleset, its fields called as in the data
    "wrong_kind": "{field} has a value of the wrong kind",
    "field_below_zero": "{field} is below zero",
    "field_below_one": "{field} is below one",
    "no_hundreds": "{field} is no multiple of 100",
    "no_fair_shares": "{field} is no multiple of {step}, so it has no fair shares",
    "uma_rises": "uma gives a worse place more than a better one",
    "red_fives_out_of_range": "red_fives is not between 0 and 12",
    "field_needs_other": "{field} needs {other}",
    "half_a_clock": "time_policy and minutes go together",
    "unknown_field": "it has no field {field}",
    # Another part of a game, which the sentence begins with
    "other_format": "is not {words}",
    "no_list": "is no list",
    "not_time": "is not 'time'",
    "none_of": "is none of {words}",
    "no_known_type": "is no object with a known type",
    "not_one_value": "has just one of han (with fu), limit and yakuman",
    "no_whole_number": "is no whole number within reason",
    "no_names": "is no list of names",
    "unreasonable_names": "is no list of names within reason",
    "not_four_points": "is no list of four points",
    "not_four_names": "is no list of four names",
    "no_object": "is no object",
    "lacks": "lacks {words}",
    "unknown_key": "has an unknown key {words}",
    "no_seats": "is no list of seats",
    "seat_twice": "names a seat twice",
    "no_seat": "is no seat from 0 to 3",
    "below_zero": "is below zero",
    "neither_ron_nor_tsumo": "is neither ron nor tsumo",
    "not_one_ruleset": "has just one of ruleset and rules",
    "neither_true_nor_false": "is neither true nor false",
    "not_type_and_tiles": "has just type and tiles",
    "holds_other": "holds something else than {words}",
    "no_tiles": "is no text of tiles",
    "no_ruleset": "is neither a preset's key nor an object with a base",
}
"""Texts of the problems in `illegal_ruleset` and `malformed`, by code."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with a part of the data: a code of `PROBLEMS`, and the values for its text."""

    code: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return PROBLEMS[self.code].format(**self.values)


class Refused(ValueError):
    """Error: the rules or the format do not allow this. Nothing was applied.

    `code` is stable, `details` fill the sentence, `hand` is the index of the hand where a replay stopped.
    """

    def __init__(self, code: str, **details: Any) -> None:
        sentence, self.rule = SENTENCES[code]
        self.code = code
        self.details = details
        self.hand: int | None = None
        self.message = f"{sentence.format(**details)} ({self.rule})"
        super().__init__(self.message)


def malformed(where: str, problem: str, **values: object) -> Refused:
    """The refusal of data that is not of its format: `where` is the part, `problem` a code of `PROBLEMS`."""
    return Refused("malformed", where=where, problem=Problem(problem, values))

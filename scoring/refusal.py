"""Refusals of an input. Each refusal has a code that never changes, a sentence for a person, and the rule from which it
follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


def _(sentence: str) -> str:
    """Mark a sentence for translation; the site's translations are extracted from calls of `_`."""
    return sentence


QUOTED = slice(40)
"""The part of a wrong text that a refusal quotes."""

SENTENCES = {
    # The game as data (R14.4, format hanchan/1)
    "not_json": (_("This line is not JSON: {problem}."), "hanchan/1"),
    "malformed": (_("{where} {problem}."), "hanchan/1"),
    "unknown_ruleset": (_("There is no rulebook called {ruleset}."), "hanchan/1"),
    "illegal_ruleset": (_("These rules are not possible: {problem}."), "hanchan/1"),
    # Values (R14.1)
    "illegal_han": (_("A winning hand has at least 1 han, not {han}."), "R14.1"),
    "illegal_yakuman": (_("A yakuman hand holds at least 1 yakuman, not {count}."), "R14.1"),
    "missing_fu": (_("A hand of {han} han needs a number of fu."), "R14.1"),
    "illegal_fu": (_("A win by {win} cannot have {han} han and {fu} fu."), "R14.1"),
    "illegal_in_riichi": (
        _("A player who declared riichi and wins by {win} cannot have {han} han and {fu} fu."),
        "R3.1",
    ),
    # A hand of tiles (R3)
    "bad_tiles": (_("{tiles} cannot be read as tiles: write them like 123m406p77z."), "hanchan/1"),
    "bad_meld": (_("{tiles} is no {meld}."), "R3.1"),
    "wrong_number_of_tiles": (_("Apart from its melds, the hand needs {expected} tiles, not {found}."), "R3.1"),
    "five_of_one_tile": (_("There are five of {tile}, but only four of each tile exist."), "R3.1"),
    "win_tile_not_in_hand": (_("The winning tile {tile} is not among the concealed tiles."), "R3.1"),
    "too_many_indicators": (
        _("There can be at most {most} dora indicators, and at most {most} ura dora indicators."),
        "R3.1",
    ),
    "no_red_fives": (_("These rules have no red fives: use an ordinary five instead of {tile}."), "R3.9"),
    "too_many_red_fives": (
        _("There are too many red fives. These rules have {most} in all and a limit for each suit."),
        "R3.9",
    ),
    "not_tenpai": (_("These tiles are not tenpai: no single tile completes them."), "R3.1"),
    "not_winning": (_("{tile} does not complete this hand. The hand waits for {waits}."), "R3.1"),
    "no_yaku": (_("The hand is complete, but it has no yaku. Dora do not count as a yaku."), "R3.1"),
    "riichi_on_open_hand": (_("Riichi needs a concealed hand."), "R2.7"),
    "ippatsu_without_riichi": (_("Ippatsu needs riichi."), "R2.7"),
    "flag_needs_self_draw": (_("Choose “{flag}” only with a win by self-draw."), "R3.1"),
    "flag_needs_ron": (_("Choose “{flag}” only with a win by ron."), "R3.1"),
    "flags_exclude": (_("Choose only one of “{flag}” and “{other}”."), "R3.1"),
    "rinshan_without_kong": (_("Rinshan needs a kong."), "R3.1"),
    "robbed_tile_held": (
        _("The robbed tile {tile} is the fourth of its kind, so the hand cannot contain another one."),
        "R3.1",
    ),
    "first_turn_with_meld": (_("Choose “{flag}” only for a hand without melds."), "R3.11"),
    "only_for_east": (_("Only East can have “{flag}”."), "R3.11"),
    "not_for_east": (_("East cannot have “{flag}”."), "R3.11"),
    # Winners and liable players (R14.2, R14.9)
    "winner_is_discarder": (_("Nobody can win off their own discard."), "R14.2"),
    "duplicate_winner": (_("A player can win a hand only once."), "R6.1"),
    "no_winner": (_("Choose at least one winner."), "R6.1"),
    "one_winner": (_("A win by self-draw has exactly one winner."), "R6.1"),
    "liable_is_winner": (_("A winner cannot be liable for their own hand."), "R14.2"),
    "liable_without_yakuman": (_("Only a yakuman can make another player liable."), "R14.2"),
    "liable_yaku": (_("Under these rules nobody is liable for these yaku."), "R14.9"),
    # Draws and riichi (R14.3, R14.7, R14.9)
    "riichi_not_tenpai": (
        _("A player who declared riichi cannot be noten: choose tenpai or a dead hand, or enter a chombo."),
        "R14.3",
    ),
    "tenpai_and_dead": (_("A dead hand cannot be tenpai."), "R14.9"),
    "riichi_too_poor": (_("Under these rules a player needs at least {minimum} points to declare riichi."), "R14.7"),
    "four_riichi_needed": (_("A hand ends by four riichi only if all four players have declared riichi."), "R14.9"),
    # What a ruleset lacks (R14.4)
    "no_abortive_draw": (_("These rules do not have this abortive draw."), "R9.1"),
    "no_nagashi": (_("These rules have no nagashi mangan."), "R3.10"),
    "no_liability": (_("These rules have no liability (pao)."), "R7.1"),
    "no_offender": (_("Choose who made the chombo."), "R11.1"),
    # The state of the game (R14.5, R14.6)
    "game_over": (_("The hanchan is over. No hand can be added."), "R14.6"),
    "points_not_hundreds": (_("Points must be multiples of 100."), "R14.5"),
    "sum_off": (
        _("The four results and the riichi bets left must add up to {expected} points, not {found}."),
        "R14.5",
    ),
    "start_sum": (
        _("The four starting points and the riichi bets on the table must add up to {expected}, not {found}."),
        "R14.5",
    ),
    "start_out_of_reach": (_("Under these rules a hanchan ends before this hand."), "R10.3"),
    "no_chips": (_("These rules have no chips."), "R17.1"),
    "chips_sum": (_("The chips won and lost must add up to zero, not {found}."), "R17.1"),
    "no_clock": (_("These rules have no time limit."), "R16.5"),
}
"""The sentence and the rule for each code. A code never changes its meaning; sentences may be reworded."""

PROBLEMS = {
    # Problems of a ruleset; `field` is the name of the field in the data
    "wrong_kind": _("{field} has a value of the wrong kind"),
    "field_below_zero": _("{field} is below zero"),
    "field_below_one": _("{field} is below one"),
    "no_hundreds": _("{field} is not a multiple of 100"),
    "no_fair_shares": _("{field} is not a multiple of {step} and cannot be shared equally"),
    "uma_rises": _("uma gives a worse place more points than a better one"),
    "red_fives_out_of_range": _("red_fives is not between 0 and 12"),
    "field_needs_other": _("{field} needs {other}"),
    "half_a_clock": _("time_policy and minutes belong together: set both or omit both"),
    "unknown_field": _("there is no field {field}"),
    "no_absent_yaku": _("absent_yaku must not contain {yaku}, which every ruleset has"),
    "no_yakuman": _("{field} contains {yaku}, which is not a yakuman"),
    "too_many_yaku": _("{field} contains more than {most} yaku"),
    "yaku_twice": _("{field} contains {yaku} twice"),
    # Problems of another part of a game; the sentence begins with the name of this part
    "other_format": _("is not {words}"),
    "no_list": _("must be a list"),
    "not_time": _("is not 'time'"),
    "none_of": _("must be one of {words}"),
    "no_known_type": _("must be an object with a known type"),
    "not_one_value": _("needs exactly one of han (with fu), limit and yakuman"),
    "no_whole_number": _("must be a whole number that is not too large"),
    "no_names": _("must be a list of names"),
    "unreasonable_names": _("must be a shorter list of names"),
    "not_four_points": _("must be a list of four amounts of points"),
    "not_four_substitutes": _("must be a list of four numbers of hands (null for a player without a substitute)"),
    "not_four_names": _("must be a list of four names"),
    "no_object": _("must be an object"),
    "lacks": _("needs {words}"),
    "unknown_key": _("has an unknown key {words}"),
    "key_twice": _("has the key {words} twice"),
    "no_seats": _("must be a list of seats"),
    "seat_twice": _("contains a seat twice"),
    "no_seat": _("must be a seat from 0 to 3"),
    "below_zero": _("is below zero"),
    "above_most": _("is above {most}"),
    "neither_ron_nor_tsumo": _("must be ron or tsumo"),
    "not_one_ruleset": _("needs exactly one of ruleset and rules"),
    "neither_true_nor_false": _("must be true or false"),
    "not_type_and_tiles": _("may have only type and tiles"),
    "holds_other": _("may contain only {words}"),
    "flag_twice": _("contains {words} twice"),
    "no_tiles": _("must be a text of tiles"),
    "no_ruleset": _("must be the key of a rulebook or an object with a base"),
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
    """The rules or the format do not allow an input. Nothing was applied.

    `code` never changes, `details` fill the sentence, `hand` is the index of the hand at which a replay stopped.
    """

    def __init__(self, code: str, **details: Any) -> None:
        sentence, self.rule = SENTENCES[code]
        self.code = code
        self.details = details
        self.hand: int | None = None
        self.message = f"{sentence.format(**details)} ({self.rule})"
        super().__init__(self.message)


def malformed(where: str, problem: str, **values: object) -> Refused:
    """Return the refusal of malformed data: `where` is the malformed part of the data, `problem` a code of
    `PROBLEMS`."""
    return Refused("malformed", where=where, problem=Problem(problem, values))

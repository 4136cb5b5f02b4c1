"""Refusals of the rules in the reader's language. `scoring.refusal` has the codes; a test compares the two."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.refusal import Problem, Refused
from scoring.tiles.hand import Flag
from tournament.core.words.scores import points
from tournament.core.words.tiles import MELDS, flag_name

SENTENCES: dict[str, str | Promise] = {
    # The game as data
    "not_json": gettext_lazy("This line is not JSON: {problem}."),
    "malformed": gettext_lazy("{where} {problem}."),
    "unknown_ruleset": gettext_lazy("There is no ruleset called {ruleset}."),
    "illegal_ruleset": gettext_lazy("This ruleset cannot be: {problem}."),
    # Values
    "illegal_han": gettext_lazy("A winning hand has at least 1 han, not {han}."),
    "illegal_yakuman": gettext_lazy("A yakuman hand holds at least 1 yakuman, not {count}."),
    "missing_fu": gettext_lazy("A hand of {han} han needs its fu."),
    "illegal_fu": gettext_lazy("A win by {win} cannot have {han} han and {fu} fu."),
    # A hand of tiles
    "bad_tiles": gettext_lazy("{tiles} are no tiles: write them like 123m406p77z."),
    "bad_meld": gettext_lazy("{tiles} is no {meld}."),
    "wrong_number_of_tiles": "Beside its melds this hand needs {expected} tiles, not {found}.",
    "five_of_one_tile": gettext_lazy("There are only four of each tile, and here are five of {tile}."),
    "win_tile_not_in_hand": gettext_lazy("The winning tile {tile} is not among the concealed tiles."),
    "too_many_indicators": gettext_lazy("There are at most {most} indicators of each kind."),
    "no_red_fives": gettext_lazy("This ruleset has no red fives, so there is no {tile}."),
    "too_many_red_fives": "This ruleset has {most} red fives, and fewer in each suit.",
    "not_tenpai": gettext_lazy("These tiles are not tenpai: no single tile completes them."),
    "not_winning": gettext_lazy("{tile} does not complete this hand. It waits for {waits}."),
    "no_yaku": gettext_lazy("The hand is complete, but it has no yaku. Dora do not count as one."),
    "riichi_on_open_hand": gettext_lazy("Riichi needs a concealed hand."),
    "ippatsu_without_riichi": gettext_lazy("Ippatsu needs riichi."),
    "flag_needs_self_draw": gettext_lazy("There is no “{flag}” on a discard: it needs a self-draw."),
    "flag_needs_ron": gettext_lazy("There is no “{flag}” by self-draw: it needs a ron."),
    "flags_exclude": gettext_lazy("There is no “{flag}” together with “{other}”."),
    "rinshan_without_kong": gettext_lazy("Rinshan needs a kong."),
    "robbed_tile_held": gettext_lazy("The robbed tile {tile} is the fourth of its kind, so the hand holds no other."),
    "first_turn_with_meld": gettext_lazy("There is no “{flag}” after a meld."),
    "only_for_east": gettext_lazy("Only East can have “{flag}”."),
    "not_for_east": gettext_lazy("East cannot have “{flag}”."),
    # Who
    "winner_is_discarder": gettext_lazy("Nobody can win off their own discard."),
    "duplicate_winner": gettext_lazy("A player can win a hand only once."),
    "no_winner": gettext_lazy("Somebody must have won."),
    "one_winner": gettext_lazy("A win by self-draw has exactly one winner."),
    "liable_is_winner": gettext_lazy("A winner cannot be liable for their own hand."),
    "liable_without_yakuman": gettext_lazy("Only a yakuman can make another player liable."),
    "liable_yaku": gettext_lazy("None of these yaku makes another player liable under this ruleset."),
    # Draws and riichi
    "riichi_not_tenpai": gettext_lazy(
        "A player in riichi must be tenpai at the draw, have a dead hand, or have made a chombo."
    ),
    "tenpai_and_dead": gettext_lazy("A dead hand cannot be tenpai."),
    "riichi_too_poor": gettext_lazy("Riichi needs at least {minimum} points under this ruleset."),
    "four_riichi_needed": gettext_lazy("Four riichi end a hand only when all four players declared it."),
    # What a ruleset lacks
    "no_abortive_draw": gettext_lazy("This ruleset has no abortive draw for this reason."),
    "no_nagashi": gettext_lazy("This ruleset has no nagashi mangan."),
    "no_liability": gettext_lazy("Nobody is ever liable under this ruleset."),
    "no_offender": gettext_lazy("A chombo needs an offender."),
    # The state of the game
    "game_over": gettext_lazy("The hanchan is over: no more hands."),
    "points_not_hundreds": gettext_lazy("Points are multiples of 100."),
    "sum_off": gettext_lazy("The four results and the riichi bets left must add up to {expected} points, not {found}."),
    "start_out_of_reach": gettext_lazy("This ruleset never comes to such a hand."),
    "no_clock": gettext_lazy("This ruleset has no clock."),
}
"""Code to sentence, with the placeholders of `scoring.refusal.SENTENCES`."""

FEW: dict[str, Callable[[int], str]] = {
    "wrong_number_of_tiles": lambda count: ngettext(
        "Beside its melds this hand needs {expected} tile, not {found}.",
        "Beside its melds this hand needs {expected} tiles, not {found}.",
        count,
    ),
    "too_many_red_fives": lambda count: ngettext(
        "This ruleset has {most} red five, and fewer in each suit.",
        "This ruleset has {most} red fives, and fewer in each suit.",
        count,
    ),
}
"""Refusals with a plural form, by `expected` or `most`."""

PROBLEMS: dict[str, str | Promise] = {
    # A ruleset: a form puts the titles of the fields there
    "wrong_kind": gettext_lazy("{field} has a value of the wrong kind"),
    "field_below_zero": gettext_lazy("{field} is below zero"),
    "field_below_one": gettext_lazy("{field} is below one"),
    "no_hundreds": gettext_lazy("{field} is no multiple of 100"),
    "no_fair_shares": gettext_lazy("{field} is no multiple of {step}, so it has no fair shares"),
    "uma_rises": gettext_lazy("uma gives a worse place more than a better one"),
    "red_fives_out_of_range": gettext_lazy("red_fives is not between 0 and 12"),
    "field_needs_other": gettext_lazy("{field} needs {other}"),
    "half_a_clock": gettext_lazy("time_policy and minutes go together"),
    "unknown_field": gettext_lazy("it has no field {field}"),
    # Another part of a game: keys and words of the format stay as they are
    "other_format": gettext_lazy("is not {words}"),
    "no_list": gettext_lazy("is no list"),
    "not_time": gettext_lazy("is not 'time'"),
    "none_of": gettext_lazy("is none of {words}"),
    "no_known_type": gettext_lazy("is no object with a known type"),
    "not_one_value": gettext_lazy("has just one of han (with fu), limit and yakuman"),
    "no_whole_number": gettext_lazy("is no whole number within reason"),
    "no_names": gettext_lazy("is no list of names"),
    "unreasonable_names": gettext_lazy("is no list of names within reason"),
    "not_four_points": gettext_lazy("is no list of four points"),
    "not_four_names": gettext_lazy("is no list of four names"),
    "no_object": gettext_lazy("is no object"),
    "lacks": gettext_lazy("lacks {words}"),
    "unknown_key": gettext_lazy("has an unknown key {words}"),
    "no_seats": gettext_lazy("is no list of seats"),
    "seat_twice": gettext_lazy("names a seat twice"),
    "no_seat": gettext_lazy("is no seat from 0 to 3"),
    "below_zero": gettext_lazy("is below zero"),
    "neither_ron_nor_tsumo": gettext_lazy("is neither ron nor tsumo"),
    "not_one_ruleset": gettext_lazy("has just one of ruleset and rules"),
    "neither_true_nor_false": gettext_lazy("is neither true nor false"),
    "not_type_and_tiles": gettext_lazy("has just type and tiles"),
    "holds_other": gettext_lazy("holds something else than {words}"),
    "no_tiles": gettext_lazy("is no text of tiles"),
    "no_ruleset": gettext_lazy("is neither a preset's key nor an object with a base"),
}
"""Problems of a ruleset or another part of a game, by the codes of `scoring.refusal.PROBLEMS`."""

PARTS = {"A hand": gettext_lazy("A hand"), "A win": gettext_lazy("A win"), "A meld": gettext_lazy("A meld")}

WAYS_TO_WIN = {"ron": gettext_lazy("ron"), "self-draw": gettext_lazy("self-draw")}


def refusal_words(refused: Refused) -> str:
    """A refusal for the person who entered it, with its rule: "A win by ron cannot have 1 han and 25 fu. (R14.1)"."""
    details = {key: points(value) if isinstance(value, int) else value for key, value in refused.details.items()}
    if "win" in details:
        details["win"] = WAYS_TO_WIN.get(details["win"], details["win"])
    for name in ("flag", "other"):
        if name in details:
            details[name] = flag_name(Flag(details[name]))
    if "meld" in details:
        details["meld"] = str(MELDS.get(details["meld"], details["meld"])).lower()
    if "where" in details:
        details["where"] = str(PARTS.get(details["where"], details["where"]))
    if isinstance(problem := details.get("problem"), Problem):
        details["problem"] = str(PROBLEMS[problem.code]).format(**problem.values)
    sentence = _sentence(refused).format(**details)
    return _("%(sentence)s (%(rule)s)") % {"sentence": sentence, "rule": refused.rule}


def _sentence(refused: Refused) -> str:
    if refused.code in FEW:
        return FEW[refused.code](refused.details.get("expected", refused.details.get("most", 0)))
    return str(SENTENCES[refused.code])

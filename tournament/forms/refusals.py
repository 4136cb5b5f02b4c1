"""What the rules refuse, in the reader's language. `scoring.refusal` has the codes; a test keeps the two together."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.refusal import Refused
from tournament.templatetags.scores import points

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

WAYS_TO_WIN = {"ron": gettext_lazy("ron"), "self-draw": gettext_lazy("self-draw")}


def refusal_words(refused: Refused) -> str:
    """A refusal for the person who entered it, with its rule: "A win by ron cannot have 1 han and 25 fu. (R14.1)"."""
    details = {key: points(value) if isinstance(value, int) else value for key, value in refused.details.items()}
    if "win" in details:
        details["win"] = WAYS_TO_WIN.get(details["win"], details["win"])
    sentence = str(SENTENCES[refused.code]).format(**details)
    return _("%(sentence)s (%(rule)s)") % {"sentence": sentence, "rule": refused.rule}

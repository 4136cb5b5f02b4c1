"""For each field of a ruleset that has a few fixed choices: the choices in words."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.core.words.rule_fields import Words

CHOICES: dict[tuple[str, Any], Words] = {
    ("tie_uma", "shared"): gettext_lazy("they share the uma"),
    ("tie_uma", "seat"): gettext_lazy("the earlier starting seat gets the better place"),
    ("final_rounding", "none"): pgettext_lazy("rounding", "none"),
    ("final_rounding", "nearest_thousand"): gettext_lazy("to the nearest thousand; first place gets the difference"),
    ("leftover_sticks", "lost"): gettext_lazy("nobody"),
    ("leftover_sticks", "first_split"): gettext_lazy("first place, shared when tied"),
    ("leftover_sticks", "first_seat"): gettext_lazy("first place, by starting seat when tied"),
    ("leftover_remainder", "lost"): gettext_lazy("nobody gets the rest"),
    ("leftover_remainder", "lost_hundreds"): gettext_lazy("whole hundreds are shared, nobody gets the rest"),
    ("leftover_remainder", "seat"): gettext_lazy("whole hundreds are shared, the rest by starting seat"),
    ("game_length", "east_south"): gettext_lazy("East and South"),
    ("game_length", "east"): gettext_lazy("East only"),
    ("renchan", "tenpai"): gettext_lazy("when tenpai"),
    ("renchan", "agari"): gettext_lazy("never"),
    ("renchan", "always"): gettext_lazy("always"),
    ("renchan", "never"): gettext_lazy("never, not even after a win"),
    ("bust", "off"): gettext_lazy("the game goes on"),
    ("bust", "below_zero"): gettext_lazy("ends below zero"),
    ("bust", "at_zero"): gettext_lazy("ends at zero or below"),
    ("extension_round", "off"): pgettext_lazy("round", "none"),
    ("extension_round", "sudden_death"): gettext_lazy(
        "hand by hand, until a player has enough points and the deal passes"
    ),
    ("extension_round", "full"): gettext_lazy("one more whole round"),
    ("multi_ron", "head_bump"): gettext_lazy("the player closest after the discarder"),
    ("multi_ron", "double"): gettext_lazy("two"),
    ("multi_ron", "triple"): gettext_lazy("all three"),
    ("honba_multi", "first"): gettext_lazy("the player closest after the discarder"),
    ("honba_multi", "each"): gettext_lazy("each winner"),
    ("sticks_multi", "first"): gettext_lazy("the player closest after the discarder"),
    ("sticks_multi", "own_then_first"): gettext_lazy(
        "each winner gets their own bet back, the closest winner gets the rest"
    ),
    ("pao_composite", "all"): gettext_lazy("the whole hand"),
    ("pao_composite", "part"): gettext_lazy("only that yakuman"),
    ("pao_honba_on_ron", "discarder"): gettext_lazy("the discarder"),
    ("pao_honba_on_ron", "liable"): gettext_lazy("the liable player"),
    ("renhou", "off"): gettext_lazy("not a yaku"),
    ("renhou", "mangan"): gettext_lazy("mangan, other yaku are not added"),
    ("renhou", "yakuman"): gettext_lazy("yakuman"),
    ("nagashi", "off"): gettext_lazy("not played"),
    ("nagashi", "as_draw"): gettext_lazy("a draw that pays a mangan"),
    ("nagashi", "as_win"): gettext_lazy("a win by self-draw"),
    ("chombo_mode", "score_after_uma"): gettext_lazy("score points, taken off after uma"),
    ("chombo_mode", "reverse_mangan"): gettext_lazy("a mangan paid to the others"),
    ("chombo_mode", "mangan_and_score"): gettext_lazy(
        "a mangan paid to the others, and score points taken off after uma"
    ),
    ("yakitori_to", "lost"): gettext_lazy("nobody"),
    ("yakitori_to", "winners"): gettext_lazy("the players who won a hand, in equal shares"),
    ("time_policy", "none"): gettext_lazy("there is no clock"),
    ("time_policy", "finish_current"): gettext_lazy("the hand in progress"),
    ("time_policy", "finish_current_plus_one"): gettext_lazy("the hand in progress and one more"),
    ("time_policy", "finish_current_plus_two"): gettext_lazy("the hand in progress and two more"),
}
"""The words for a field's value, if the field has a few fixed choices."""

"""The name, the explanation and the choices of each field of a ruleset."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

Words = str | Promise

FIELDS: dict[str, tuple[Words, Words]] = {
    "start_points": (gettext_lazy("Points at the start"), gettext_lazy("What each player has before the first hand.")),
    "return_points": (
        gettext_lazy("Points that count as zero"),
        gettext_lazy("Final points are counted from here: 35,000 of 30,000 are a score of +5.0."),
    ),
    "uma": (
        gettext_lazy("Uma"),
        gettext_lazy("Score points, in thousands, that first to last place add to their own."),
    ),
    "oka": (
        gettext_lazy("Oka"),
        gettext_lazy("Score points, in thousands, that the first place gets on top of its uma."),
    ),
    "missed_points": (
        gettext_lazy("Points of a missed hanchan"),
        gettext_lazy(
            "Points of a player who missed a hanchan or was replaced by a substitute, relative to the points that count"
            " as zero."
        ),
    ),
    "missed_uma": (
        gettext_lazy("Uma of a missed hanchan"),
        gettext_lazy("Score points, in thousands, of such a player, beside the points of a missed hanchan."),
    ),
    "tie_uma": (
        gettext_lazy("Tied players"),
        gettext_lazy("Whether players with equal points share the uma of their places."),
    ),
    "final_rounding": (
        gettext_lazy("Rounding of final points"),
        gettext_lazy("Whether final points are rounded before they are scored."),
    ),
    "leftover_sticks": (
        gettext_lazy("Riichi bets left at the end"),
        gettext_lazy("Who gets the bets that lie on the table after the last hand."),
    ),
    "leftover_remainder": (
        gettext_lazy("What cannot be shared evenly"),
        gettext_lazy("The rest, when tied first places share the bets left at the end."),
    ),
    "game_length": (pgettext_lazy("of winds", "Rounds"), gettext_lazy("The rounds of a game that nothing else ends.")),
    "renchan": (
        gettext_lazy("East keeps the deal"),
        gettext_lazy(
            "When East stays East after an exhaustive draw. After a win East stays, unless this option says otherwise."
        ),
    ),
    "agari_yame": (
        gettext_lazy("Leading dealer ends by winning"),
        gettext_lazy("Whether the game ends when East wins the last hand and is first."),
    ),
    "tenpai_yame": (
        gettext_lazy("Leading dealer ends by tenpai"),
        gettext_lazy("Whether the game ends when East is tenpai at the draw of the last hand and is first."),
    ),
    "bust": (
        gettext_lazy("Bankruptcy"),
        gettext_lazy("Whether the game ends when a player runs out of points."),
    ),
    "target_points": (
        gettext_lazy("Target"),
        gettext_lazy("Points that a player must have after the last round, or the game goes on."),
    ),
    "extension_round": (
        gettext_lazy("Extension"),
        gettext_lazy("How the game goes on when nobody has reached the target."),
    ),
    "riichi_bet": (gettext_lazy("Riichi bet"), gettext_lazy("Points that a player bets by declaring riichi.")),
    "riichi_min_points": (
        gettext_lazy("Points needed for riichi"),
        gettext_lazy("A player with fewer cannot declare riichi."),
    ),
    "honba_value": (
        gettext_lazy("Value of a counter"),
        gettext_lazy("Points that each continuance counter adds to a win."),
    ),
    "multi_ron": (
        gettext_lazy("Several claims on one discard"),
        gettext_lazy("How many of those who claim a discard win it."),
    ),
    "honba_multi": (
        gettext_lazy("Counters when several win"),
        gettext_lazy("Which of several winners is paid for the counters."),
    ),
    "sticks_multi": (
        gettext_lazy("Riichi bets when several win"),
        gettext_lazy("Which of several winners takes the bets on the table."),
    ),
    "pao_yaku": (
        gettext_lazy("Yakuman with liability"),
        gettext_lazy("Yakuman for which the player who fed the last meld must pay."),
    ),
    "pao_composite": (
        gettext_lazy("Liability in a hand of several yakuman"),
        gettext_lazy("Whether it covers the whole hand or the yakuman that was fed."),
    ),
    "pao_honba_on_ron": (
        gettext_lazy("Counters under liability"),
        gettext_lazy("Who pays the counters when a third player discards the winning tile."),
    ),
    "kiriage": (
        gettext_lazy("Mangan by rounding up"),
        gettext_lazy("Whether 4 han 30 fu and 3 han 60 fu count as a mangan."),
    ),
    "kazoe": (gettext_lazy("Counted yakuman"), gettext_lazy("Whether 13 han make a yakuman, or only a sanbaiman.")),
    "multiple_yakuman": (
        gettext_lazy("Several yakuman add up"),
        gettext_lazy("Whether a hand of two yakuman is worth two."),
    ),
    "double_yakuman": (
        gettext_lazy("Double yakuman"),
        gettext_lazy("The yakuman that count twice, where several add up."),
    ),
    "renhou": (
        gettext_lazy("Renhou"),
        gettext_lazy("Value of a win on a discard before one’s first turn."),
    ),
    "red_fives": (gettext_lazy("Red fives"), gettext_lazy("How many red fives are in the set; each is one dora.")),
    "open_tanyao": (
        gettext_lazy("Open tanyao"),
        gettext_lazy("Whether a hand with called melds can be all simples."),
    ),
    "ippatsu": (gettext_lazy("Ippatsu"), gettext_lazy("Whether a win within a turn of riichi has a han more.")),
    "ura_dora": (
        gettext_lazy("Ura dora"),
        gettext_lazy("Whether the tiles under the dora indicators count for a winner in riichi."),
    ),
    "kan_dora": (
        gettext_lazy("Dora of a kong"),
        gettext_lazy("Whether each kong turns one more dora indicator."),
    ),
    "kan_ura": (
        gettext_lazy("Ura dora of a kong"),
        gettext_lazy("Whether those of kongs count as well, where both kinds of dora do."),
    ),
    "absent_yaku": (
        gettext_lazy("Yaku that do not count"),
        gettext_lazy("A hand with no other yaku cannot win."),
    ),
    "double_wind_fu": (
        gettext_lazy("Pair of double wind"),
        gettext_lazy("Fu of a pair that is both the seat’s and the round’s wind."),
    ),
    "rinshan_fu": (
        gettext_lazy("Self-draw after a kong"),
        gettext_lazy("Fu for drawing the winning tile after a kong."),
    ),
    "noten_total": (
        gettext_lazy("Noten payment"),
        gettext_lazy("Points that change hands at an exhaustive draw."),
    ),
    "nagashi": (
        gettext_lazy("Nagashi mangan"),
        gettext_lazy("A draw at which a player has discarded only terminals and honours, none of them called."),
    ),
    "abort_four_winds": (
        gettext_lazy("Four equal winds"),
        gettext_lazy("Whether four equal winds as first discards end the hand."),
    ),
    "abort_nine_terminals": (
        gettext_lazy("Nine terminals and honours"),
        gettext_lazy("Whether nine different ones in the first hand let a player end it."),
    ),
    "abort_four_kongs": (
        gettext_lazy("Four kongs"),
        gettext_lazy("Whether a fourth kong, by two or more players, ends the hand."),
    ),
    "abort_four_riichi": (gettext_lazy("Four riichi"), gettext_lazy("Whether a fourth riichi ends the hand.")),
    "abort_three_winners": (
        gettext_lazy("Three winners"),
        gettext_lazy("Whether three claims on one discard end the hand."),
    ),
    "abort_dealer_stays": (
        gettext_lazy("East after an abortive draw"),
        gettext_lazy("Whether East stays East."),
    ),
    "abort_adds_honba": (
        gettext_lazy("Counter after an abortive draw"),
        gettext_lazy("Whether it adds a continuance counter."),
    ),
    "chombo_mode": (gettext_lazy("Chombo"), gettext_lazy("Cost of breaking the rules.")),
    "chombo_value": (
        gettext_lazy("Price of a chombo"),
        gettext_lazy("Score points, in thousands, where a chombo costs score points."),
    ),
    "chip_value": (
        gettext_lazy("Value of a chip"),
        gettext_lazy("Score points, in thousands, of each chip won or lost; 0 where there are none."),
    ),
    "yakitori": (
        gettext_lazy("Yakitori"),
        gettext_lazy("Score points, in thousands, that a player who won no hand loses; 0 where there is none."),
    ),
    "yakitori_to": (
        gettext_lazy("Who gets the yakitori"),
        gettext_lazy("Whether the players who won a hand share it."),
    ),
    "minutes": (gettext_lazy("Minutes"), gettext_lazy("Time until the signal.")),
    "time_policy": (gettext_lazy("After the signal"), gettext_lazy("What may be played once time is up.")),
    "one_more_between_hands": (
        gettext_lazy("Signal between two hands"),
        gettext_lazy("Whether one hand more is played then."),
    ),
    "chombo_redeals_last_hand": (
        gettext_lazy("Chombo in the last hand"),
        gettext_lazy("Whether the last hand after the signal is dealt again after a chombo."),
    ),
}
"""The name and the explanation of each field."""

CHOICES: dict[tuple[str, Any], Words] = {
    ("tie_uma", "shared"): gettext_lazy("share"),
    ("tie_uma", "seat"): gettext_lazy("earlier starting seat first"),
    ("final_rounding", "none"): pgettext_lazy("rounding", "none"),
    ("final_rounding", "nearest_thousand"): gettext_lazy("to the nearest thousand, the first takes the rest"),
    ("leftover_sticks", "lost"): gettext_lazy("nobody"),
    ("leftover_sticks", "first_split"): gettext_lazy("first place, shared when tied"),
    ("leftover_sticks", "first_seat"): gettext_lazy("first place, by starting seat when tied"),
    ("leftover_remainder", "lost"): gettext_lazy("nobody’s"),
    ("leftover_remainder", "lost_hundreds"): gettext_lazy("whole hundreds, the rest nobody’s"),
    ("leftover_remainder", "seat"): gettext_lazy("whole hundreds, by starting seat"),
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
    ("extension_round", "sudden_death"): gettext_lazy("until a player has it when the deal passes"),
    ("extension_round", "full"): gettext_lazy("one whole round more"),
    ("multi_ron", "head_bump"): gettext_lazy("the closest after the discarder"),
    ("multi_ron", "double"): gettext_lazy("two"),
    ("multi_ron", "triple"): gettext_lazy("all three"),
    ("honba_multi", "first"): gettext_lazy("the closest after the discarder"),
    ("honba_multi", "each"): gettext_lazy("each of them"),
    ("sticks_multi", "first"): gettext_lazy("the closest after the discarder"),
    ("sticks_multi", "own_then_first"): gettext_lazy("each their own, the closest the rest"),
    ("pao_composite", "all"): gettext_lazy("the whole hand"),
    ("pao_composite", "part"): gettext_lazy("the yakuman that was fed"),
    ("pao_honba_on_ron", "discarder"): gettext_lazy("the discarder"),
    ("pao_honba_on_ron", "liable"): gettext_lazy("the liable player"),
    ("renhou", "off"): gettext_lazy("nothing of its own"),
    ("renhou", "mangan"): gettext_lazy("mangan, nothing added"),
    ("renhou", "yakuman"): gettext_lazy("yakuman"),
    ("nagashi", "off"): gettext_lazy("not played"),
    ("nagashi", "as_draw"): gettext_lazy("a draw that pays a mangan"),
    ("nagashi", "as_win"): gettext_lazy("a win by self-draw"),
    ("chombo_mode", "score_after_uma"): gettext_lazy("score points after uma"),
    ("chombo_mode", "reverse_mangan"): gettext_lazy("a mangan paid to the others"),
    ("chombo_mode", "mangan_and_score"): gettext_lazy("a mangan paid to the others, and score points after uma"),
    ("yakitori_to", "lost"): gettext_lazy("nobody"),
    ("yakitori_to", "winners"): gettext_lazy("those who won a hand, evenly"),
    ("time_policy", "none"): gettext_lazy("there is no clock"),
    ("time_policy", "finish_current"): gettext_lazy("the hand in progress"),
    ("time_policy", "finish_current_plus_one"): gettext_lazy("the hand in progress and one more"),
    ("time_policy", "finish_current_plus_two"): gettext_lazy("the hand in progress and two more"),
}
"""The words for a field's value, if the field has a few fixed choices."""

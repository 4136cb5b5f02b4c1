"""For each field of a ruleset: its name and its explanation, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

Words = str | Promise

FIELDS: dict[str, tuple[Words, Words]] = {
    "start_points": (
        gettext_lazy("Points at the start"),
        gettext_lazy("Points that each player has before the first hand."),
    ),
    "return_points": (
        gettext_lazy("Return points"),
        gettext_lazy(
            "A player’s score is the final points minus the points entered here, in thousands: with 30,000"
            " here, 35,000 points give +5.0."
        ),
    ),
    "uma": (
        gettext_lazy("Uma"),
        gettext_lazy("Score points added for first to last place. One score point is 1,000 points."),
    ),
    "oka": (
        gettext_lazy("Oka"),
        gettext_lazy("Score points that first place gets in addition to its uma."),
    ),
    "missed_points": (
        gettext_lazy("Points of a missed hanchan"),
        gettext_lazy(
            "What a player gets for a hanchan that they missed or that a substitute played. Enter the difference from"
            " the return points, such as −15000."
        ),
    ),
    "missed_uma": (
        gettext_lazy("Uma of a missed hanchan"),
        gettext_lazy("Uma, in score points, of a player who missed a hanchan or was replaced by a substitute."),
    ),
    "tie_uma": (
        gettext_lazy("Tied players"),
        gettext_lazy("What happens to the uma when players have equal points."),
    ),
    "final_rounding": (
        gettext_lazy("Rounding of final points"),
        gettext_lazy("Whether final points are rounded before the score is calculated."),
    ),
    "leftover_sticks": (
        gettext_lazy("Riichi bets left at the end"),
        gettext_lazy("Who gets the riichi bets still on the table after the last hand."),
    ),
    "leftover_remainder": (
        gettext_lazy("Rest of the shared bets"),
        gettext_lazy("Who gets the rest when players tied for first place share the riichi bets."),
    ),
    "game_length": (
        pgettext_lazy("of winds", "Rounds"),
        gettext_lazy("The rounds that are played. Other rules can end the game earlier."),
    ),
    "renchan": (
        gettext_lazy("East keeps the deal"),
        gettext_lazy(
            "When East stays East after an exhaustive draw. East also stays after winning, except with"
            " “never, not even after a win”."
        ),
    ),
    "agari_yame": (
        gettext_lazy("Game ends when leading East wins the last hand"),
        gettext_lazy("Agari yame. If this rule is off, East stays and the game goes on."),
    ),
    "tenpai_yame": (
        gettext_lazy("Game ends when leading East is tenpai and the last hand is a draw"),
        gettext_lazy("Tenpai yame, after an exhaustive draw in the last hand. If this rule is off, the game goes on."),
    ),
    "bust": (
        gettext_lazy("Bankruptcy"),
        gettext_lazy("Whether the game ends when a player runs out of points."),
    ),
    "target_points": (
        gettext_lazy("Points needed to end the game"),
        gettext_lazy("If nobody has this many points after the last round, the game goes on."),
    ),
    "extension_round": (
        gettext_lazy("Extension"),
        gettext_lazy("How the game goes on when nobody has enough points to end it."),
    ),
    "riichi_bet": (gettext_lazy("Riichi bet"), gettext_lazy("Points that a player bets by declaring riichi.")),
    "riichi_min_points": (
        gettext_lazy("Points needed for riichi"),
        gettext_lazy("A player with fewer points cannot declare riichi."),
    ),
    "honba_value": (
        gettext_lazy("Value of a counter (honba)"),
        gettext_lazy("Points that each counter on the table adds to a win."),
    ),
    "multi_ron": (
        gettext_lazy("Several ron on one discard"),
        gettext_lazy("How many players can win with ron on the same discard."),
    ),
    "honba_multi": (
        gettext_lazy("Counters (honba) when several players win"),
        gettext_lazy("Which winners are paid for the counters."),
    ),
    "sticks_multi": (
        gettext_lazy("Riichi bets when several players win"),
        gettext_lazy("Which winner takes the riichi bets on the table."),
    ),
    "pao_yaku": (
        gettext_lazy("Yakuman with liability (pao)"),
        gettext_lazy(
            "For the yakuman named here, the player who discarded the tile for the last open set is liable and pays."
        ),
    ),
    "pao_composite": (
        gettext_lazy("Liability when a hand has several yakuman"),
        gettext_lazy(
            "Whether the liable player pays for the whole hand or only for the yakuman that they helped to complete."
        ),
    ),
    "pao_honba_on_ron": (
        gettext_lazy("Counters (honba) and liability (pao)"),
        gettext_lazy("Who pays for the counters if one player discarded and another one is liable."),
    ),
    "kiriage": (
        gettext_lazy("Mangan by rounding up"),
        gettext_lazy("Whether 4 han 30 fu and 3 han 60 fu count as a mangan."),
    ),
    "kazoe": (gettext_lazy("Counted yakuman"), gettext_lazy("Whether 13 han make a yakuman, or only a sanbaiman.")),
    "multiple_yakuman": (
        gettext_lazy("Several yakuman add up"),
        gettext_lazy("Whether a hand with two yakuman is paid as two yakuman."),
    ),
    "double_yakuman": (
        gettext_lazy("Double yakuman"),
        gettext_lazy("Each yakuman named here counts as two yakuman, provided that several yakuman add up."),
    ),
    "renhou": (
        gettext_lazy("Renhou"),
        gettext_lazy("Value of a win on a discard before the winner’s first turn."),
    ),
    "red_fives": (
        gettext_lazy("Red fives"),
        gettext_lazy("How many red fives are among the tiles; each red five is one dora."),
    ),
    "open_tanyao": (
        gettext_lazy("Open tanyao"),
        gettext_lazy("Whether tanyao (all simples) also counts in an open hand."),
    ),
    "ippatsu": (
        gettext_lazy("Ippatsu"),
        gettext_lazy("Whether a win within one turn after declaring riichi gets one extra han."),
    ),
    "ura_dora": (
        gettext_lazy("Ura dora"),
        gettext_lazy("Whether the tiles under the dora indicators count for a winner who declared riichi."),
    ),
    "kan_dora": (
        gettext_lazy("Dora of a kong"),
        gettext_lazy("Whether each kong turns over one more dora indicator."),
    ),
    "kan_ura": (
        gettext_lazy("Ura dora of a kong"),
        gettext_lazy(
            "Whether the tiles under the dora indicators of kongs also count for a winner who declared riichi. This"
            " matters only if both “Ura dora” and “Dora of a kong” are on."
        ),
    ),
    "absent_yaku": (
        gettext_lazy("Yaku that do not count"),
        gettext_lazy("A hand that has only the yaku named here cannot win."),
    ),
    "double_wind_fu": (
        gettext_lazy("Pair of the double wind"),
        gettext_lazy("Fu of a pair that is both the seat’s and the round’s wind."),
    ),
    "rinshan_fu": (
        gettext_lazy("Self-draw after a kong"),
        gettext_lazy("Fu for drawing the winning tile after a kong."),
    ),
    "noten_total": (
        gettext_lazy("Noten payment"),
        gettext_lazy("Points that all noten players together pay at an exhaustive draw."),
    ),
    "nagashi": (
        gettext_lazy("Nagashi mangan"),
        gettext_lazy(
            "What happens if a player discarded only terminals and honours, and nobody called any of these tiles."
        ),
    ),
    "abort_four_winds": (
        gettext_lazy("Four equal winds"),
        gettext_lazy("Whether the hand ends when the first four discards are the same wind."),
    ),
    "abort_nine_terminals": (
        gettext_lazy("Nine terminals and honours"),
        gettext_lazy("Whether a player with nine different terminals and honours in the first hand may end the hand."),
    ),
    "abort_four_kongs": (
        gettext_lazy("Four kongs"),
        gettext_lazy("Whether the hand ends after a fourth kong if the kongs belong to two or more players."),
    ),
    "abort_four_riichi": (gettext_lazy("Four riichi"), gettext_lazy("Whether a fourth riichi ends the hand.")),
    "abort_three_winners": (
        gettext_lazy("Three winners"),
        gettext_lazy("Whether the hand ends when three players call ron on the same discard."),
    ),
    "abort_dealer_stays": (
        gettext_lazy("East after an abortive draw"),
        gettext_lazy("Whether East stays East after an abortive draw."),
    ),
    "abort_adds_honba": (
        gettext_lazy("Counter after an abortive draw"),
        gettext_lazy("Whether an abortive draw adds a counter (honba)."),
    ),
    "chombo_mode": (gettext_lazy("Chombo"), gettext_lazy("What a player pays for a chombo.")),
    "chombo_value": (
        gettext_lazy("Price of a chombo"),
        gettext_lazy("Score points that a chombo costs. If a chombo costs only a mangan, this has no effect."),
    ),
    "chip_value": (
        gettext_lazy("Value of a chip"),
        gettext_lazy("Score points for each chip won or lost. 0 means no chips."),
    ),
    "yakitori": (
        gettext_lazy("Yakitori"),
        gettext_lazy("Score points that a player without a win pays. 0 means no yakitori."),
    ),
    "yakitori_to": (
        gettext_lazy("Who gets the yakitori"),
        gettext_lazy("Who gets the score points that players without a win pay."),
    ),
    "minutes": (gettext_lazy("Minutes"), gettext_lazy("Time from the start of the round until the signal.")),
    "time_policy": (gettext_lazy("After the signal"), gettext_lazy("What is still played after the time signal.")),
    "one_more_between_hands": (
        gettext_lazy("Signal between two hands"),
        gettext_lazy("Whether one more hand is played if the signal comes between two hands."),
    ),
    "chombo_redeals_last_hand": (
        gettext_lazy("Chombo in the last hand"),
        gettext_lazy("Whether the last hand after the signal is dealt again if it ends with a chombo."),
    ),
}
"""The name and the explanation of each field."""

"""Sources of the rules of online platforms: Tenhou and Mahjong Soul."""

from scoring.sources.book import ABORTIVE_DRAWS, Book, Source, _, each, read, unverified

TENHOU = Book(
    summary=Source(
        _(
            "Tenhou's manual, in a translation line by line. In 150 logged games Tenbo's points are exactly"
            " those of the log."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("Not found in the parts of Tenhou's manual that we read."), confirmed=False),
    stated=read(
        **each(
            _("Tenhou's manual, in translation."),
            *("start_points", "return_points", "oka", "tie_uma", "leftover_sticks", "target_points", "extension_round"),
            *("agari_yame", "tenpai_yame", "bust", "renchan", "riichi_min_points", "multi_ron", "honba_multi"),
            *("sticks_multi", "kiriage", "kazoe", "multiple_yakuman", "double_yakuman", "rinshan_fu", "double_wind_fu"),
            *("pao_yaku", "pao_honba_on_ron", "pao_composite", "nagashi", *ABORTIVE_DRAWS),
            *("abort_dealer_stays", "abort_adds_honba"),
        ),
        **each(_("Seen in 150 logged games."), "riichi_bet", "honba_value", "noten_total"),
        final_rounding=_("Tenhou's manual, in translation, and 150 logged games."),
        uma=_("Tenhou's manual, in translation. The software of one league has an uma of 15, 5, −5, −15."),
        red_fives=_("Tenhou's manual, in translation: some rooms play with red fives, others without."),
        open_tanyao=_("Tenhou's manual, in translation: some rooms allow open tanyao, others do not."),
        game_length=_("Tenhou's manual, in translation: the longer of the two games that Tenhou offers."),
        **each(_("An online game has no time limit for the whole game."), "minutes", "time_policy"),
        chombo_redeals_last_hand=_("An online game has no time limit for the whole game."),
        leftover_remainder=_("One player gets all the riichi bets left, so there is nothing to split."),
    )
    | unverified(**each(_("Tenhou has no chombo. This is the value of WRC 2015."), "chombo_mode", "chombo_value")),
)

MAHJONG_SOUL = Book(
    summary=Source(_("Mahjong Soul's game for four, from players' wikis and programmers' notes."), confirmed=False),
    otherwise=Source(_("Not found for Mahjong Soul. This is the value of Tenhou."), confirmed=False),
    relative="tenhou",
    stated=unverified(
        **each(
            _("Mahjong Soul, according to players' wikis."),
            *("start_points", "return_points", "uma", "oka", "tie_uma", "final_rounding", "leftover_sticks", "bust"),
            *("agari_yame", "target_points", "renchan", "multi_ron", "sticks_multi", "kiriage", "kazoe"),
            *("multiple_yakuman", "double_yakuman", "double_wind_fu", "pao_yaku", "nagashi"),
            *ABORTIVE_DRAWS[:4],
        ),
        abort_three_winners=_("Mahjong Soul, according to players' wikis: three winners are paid."),
        extension_round=_(
            "Mahjong Soul, according to players' wikis: if nobody has 30,000 points, one more round is played. We do"
            " not know whether a player who reaches them ends it."
        ),
        honba_multi=_("The pages about Mahjong Soul do not mention this. This is the value of Tenhou."),
        red_fives=_(
            "Mahjong Soul, according to players' wikis: usually three red fives. Players can choose any number from"
            " zero to four."
        ),
        pao_composite=_(
            "Mahjong Soul, according to players' wikis: a player is liable only for the yakuman that they"
            " helped to complete."
        ),
    ),
)

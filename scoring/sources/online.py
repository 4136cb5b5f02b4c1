"""Sources of the rules of online platforms: Tenhou and Mahjong Soul."""

from scoring.sources.book import ABORTIVE_DRAWS, Book, Source, _, each, read, unverified

TENHOU = Book(
    summary=Source(
        _("Tenhou's manual, in a translation line by line. 150 logged games settle to the last point."), confirmed=True
    ),
    otherwise=Source(_("Not in what was read of Tenhou's manual."), confirmed=False),
    stated=read(
        **each(
            _("Tenhou's manual, in translation."),
            *("start_points", "return_points", "oka", "tie_uma", "leftover_sticks", "target_points", "extension_round"),
            *("agari_yame", "tenpai_yame", "bust", "renchan", "riichi_min_points", "multi_ron", "honba_multi"),
            *("sticks_multi", "kiriage", "kazoe", "multiple_yakuman", "double_yakuman", "rinshan_fu", "double_wind_fu"),
            *("pao_yaku", "pao_honba_on_ron", "pao_composite", "nagashi", *ABORTIVE_DRAWS),
            *("abort_dealer_stays", "abort_adds_honba"),
        ),
        **each(_("150 logged games."), "riichi_bet", "honba_value", "noten_total"),
        final_rounding=_("Tenhou's manual, in translation, and 150 logged games."),
        uma=_("Tenhou's manual, in translation. A league's program has 15, 5."),
        red_fives=_("Tenhou's manual, in translation: with or without, by the room."),
        open_tanyao=_("Tenhou's manual, in translation: allowed or not, by the room."),
        game_length=_("Tenhou's manual, in translation: the longer of its two games."),
        **each(_("An online game has no time limit for the whole game."), "minutes", "time_policy"),
        chombo_redeals_last_hand=_("An online game has no time limit for the whole game."),
        leftover_remainder=_("One player gets all the bets, so there is nothing to split."),
    )
    | unverified(**each(_("Tenhou knows no chombo: as WRC 2015."), "chombo_mode", "chombo_value")),
)

MAHJONG_SOUL = Book(
    summary=Source(_("Mahjong Soul's game for four, from players' wikis and implementers' notes."), confirmed=False),
    otherwise=Source(_("Not found for Mahjong Soul: as Tenhou."), confirmed=False),
    relative="tenhou",
    stated=unverified(
        **each(
            _("Mahjong Soul, by players' wikis."),
            *("start_points", "return_points", "uma", "oka", "tie_uma", "final_rounding", "leftover_sticks", "bust"),
            *("agari_yame", "target_points", "renchan", "multi_ron", "sticks_multi", "kiriage", "kazoe"),
            *("multiple_yakuman", "double_yakuman", "double_wind_fu", "pao_yaku", "nagashi"),
            *ABORTIVE_DRAWS[:4],
        ),
        abort_three_winners=_("Mahjong Soul, by players' wikis: three winners are paid."),
        extension_round=_(
            "Mahjong Soul, by players' wikis: one more round where nobody has 30,000. Whether the"
            " first to reach them ends it was not found."
        ),
        honba_multi=_("Not found for Mahjong Soul, whose pages do not mention this: as Tenhou."),
        red_fives=_("Mahjong Soul, by players' wikis: three, none to four by choice."),
        pao_composite=_("Mahjong Soul, by players' wikis: for each yakuman by itself."),
    ),
)

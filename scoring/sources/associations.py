"""Sources of the rulebooks of associations and clubs: WRC, EMA and the Czech club rules."""

from scoring.sources.book import ABORTIVE_DRAWS, Book, Source, _, each, read, unverified

NOT_FOUND = ("rinshan_fu", "ippatsu", "kan_ura", "absent_yaku", "chip_value", "yakitori", "yakitori_to")
"""Fields whose value was found neither in WRC 2015 nor in EMA 2016."""

WRC_2015 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2015. Chapters 5.7 to 5.9 and 6.1 were read in full, the others in"
            " excerpts. What they do not settle is taken from EMA 2016, which by its own list differs in only four"
            " points."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("Not found in WRC 2015 or EMA 2016: what is usual in clubs."), confirmed=False),
    stated=read(
        start_points=_("WRC 2015, 4.1 and 5.9.2; EMA 2016, 3.6."),
        return_points=_("WRC 2015, 5.9.2."),
        uma=_("WRC 2015, 5.9.2."),
        oka=_("WRC 2015, 5.9.2: no such bonus."),
        **each(_("EMA 2016, 5.8: 15,000 points and 15 of uma."), "missed_points", "missed_uma"),
        tie_uma=_("WRC 2015, 5.9.2: tied players share."),
        final_rounding=_("WRC 2015, 5.9.2: the score is not rounded."),
        leftover_sticks=_("WRC 2015, 5.9: nobody collects them."),
        leftover_remainder=_("Nobody gets the bets, so there is nothing to split."),
        game_length=_("WRC 2015, 5.8."),
        **each(_("WRC 2015, 5.9: there is no West round and no score to reach."), "target_points", "extension_round"),
        **each(_("WRC 2015, 5.9.1: play goes on."), "agari_yame", "tenpai_yame"),
        bust=_("WRC 2015, 6.1: a player below zero plays on."),
        renchan=_("WRC 2015, 5.7.8."),
        riichi_bet=_("WRC 2015, 6.1; EMA 2016, 3.3.14."),
        riichi_min_points=_("WRC 2015, 6.1: a score may go below zero for it."),
        honba_value=_("WRC 2015, 5.7.7 and 6.1."),
        multi_ron=_("WRC 2015, 5.7.6: only the closest to the discarder wins."),
        **each(_("WRC 2015, 5.7.6: there is one winner, so nothing to divide."), "honba_multi", "sticks_multi"),
        kiriage=_("WRC 2015, 6.1: a base value of 1,920 becomes 2,000."),
        kazoe=_("WRC 2015, 6.1: 11 han or more are a sanbaiman; EMA 2016, page 5."),
        **each(_("EMA 2016, 4.2: yakuman do not add up."), "multiple_yakuman", "double_yakuman"),
        pao_composite=_("EMA 2016, 4.2: yakuman do not add up, so there is no part."),
        renhou=_("EMA 2016, 4.2.4."),
        red_fives=_("EMA 2016, page 5: none."),
        open_tanyao=_("EMA 2016, its list of yaku."),
        **each(_("WRC 2015, 6.1: dora, kan dora and, after riichi, ura dora."), "ura_dora", "kan_dora"),
        double_wind_fu=_("EMA 2016, 4.1.1: 2 fu for each of the two winds."),
        **each(_("EMA 2016, 3.3.9."), "pao_yaku", "pao_honba_on_ron"),
        noten_total=_("EMA 2016, 3.4.2; the Czech text."),
        nagashi=_("EMA 2016, page 5 and 4.2.6: it does not exist."),
        **each(_("WRC 2015, 5.7: there are no abortive draws; EMA 2016, 3.4.3."), *ABORTIVE_DRAWS),
        **each(
            _("There are no abortive draws; where there are, the Czech text says so."),
            *("abort_dealer_stays", "abort_adds_honba"),
        ),
        chombo_mode=_("WRC 2015, 7.1."),
        chombo_value=_("WRC 2015, 7.1."),
        minutes=_("WRC 2015, 8.2."),
        time_policy=_("WRC 2015, 8.2."),
        one_more_between_hands=_("WRC 2015, 8.2: with no hand in progress none is played."),
        chombo_redeals_last_hand=_("WRC 2015, 8.2."),
    ),
)

WRC_2022 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2022. Not read: from a federation's page on the rules it adapts from"
            " them."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for WRC 2022: as WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        multiple_yakuman=_("WRC 2022, by a federation's page: several yakuman count."),
        kazoe=_("WRC 2022, by a federation's page: 13 han and more are a sanbaiman."),
        **each(_("WRC 2022, by a federation's page."), "double_wind_fu", "chombo_value"),
    ),
)

WRC_2025 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2025. Not read: from quotations by people who put them into"
            " programs, and from a copy of the list of penalties."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for WRC 2025: as WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        **each(
            _("WRC 2025, as quoted by implementers: not changed since 2015."),
            *("start_points", "return_points", "uma", "oka", "tie_uma", "final_rounding", "leftover_sticks"),
            *(
                "bust",
                "agari_yame",
                "target_points",
                "extension_round",
                "renchan",
                "multi_ron",
                "kiriage",
                "renhou",
                "red_fives",
            ),
            *("open_tanyao", "nagashi", *ABORTIVE_DRAWS),
        ),
        kazoe=_("WRC 2025, as quoted by implementers: 13 han are a yakuman."),
        multiple_yakuman=_("WRC 2025, as quoted by implementers: yakuman add up."),
        double_yakuman=_("WRC 2025, as quoted by implementers: no wait counts twice."),
        double_wind_fu=_("WRC 2025, as quoted by implementers. A club's page still says 4."),
        pao_yaku=_("WRC 2025, as quoted by implementers: four kongs as well."),
        pao_honba_on_ron=_("A club that plays WRC rules: the discarder."),
        chombo_mode=_("WRC penalties of 2025, from a copy: taken off the tournament's total."),
        chombo_value=_("WRC penalties of 2025, from a copy."),
        **each(_("WRC penalties of 2025, from a copy: 30.0 in all."), "missed_points", "missed_uma"),
    ),
)

WRC_2025_LOWER = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2025 with lower penalties, as a club's program for tournaments has"
            " them."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("As WRC 2025."), confirmed=False),
    relative="wrc_2025",
    stated=unverified(chombo_value=_("WRC 2025 with lower penalties, as a club's program for tournaments has it.")),
)

EMA_2016 = Book(
    summary=Source(_("European Mahjong Association, Riichi rules of 2016, read in full."), confirmed=True),
    otherwise=Source(
        _("EMA 2016, page 5: as WRC 2015, from which it differs only in what it lists there."), confirmed=True
    ),
    relative="wrc_2015",
    stated=read(
        start_points=_("EMA 2016, 3.6."),
        multi_ron=_("EMA 2016, page 5: several players may win."),
        honba_multi=_("EMA 2016, 4.1: each winner is paid for the counters."),
        sticks_multi=_(
            "EMA 2016, 4.1: each winner gets their own riichi bet back. Another place, 3.3.14, gives all"
            " bets to the first winner."
        ),
        kiriage=_("EMA 2016, page 5 and page 24."),
        leftover_sticks=_("EMA 2016, page 5 and 3.6."),
        pao_yaku=_("EMA 2016, 3.3.9."),
        pao_honba_on_ron=_("EMA 2016, 3.3.9."),
        renhou=_("EMA 2016, 4.2.4."),
        noten_total=_("EMA 2016, 3.4.2."),
        chombo_mode=_("EMA 2016, 3.4.6."),
        chombo_value=_("EMA 2016, 3.4.6."),
        minutes=_("EMA 2016, 5.9: the signal sounds 15 minutes before the end of 90."),
        **each(_("EMA 2016, 5.9."), "time_policy", "one_more_between_hands", "chombo_redeals_last_hand"),
    )
    | unverified(
        leftover_remainder=_(
            "EMA 2016 says only that the bets are split, not what happens to fractions. They are lost, as in EMA 2025."
        ),
        **each(_("Not found in EMA 2016: what is usual in clubs."), *NOT_FOUND),
    ),
)

EMA_2025 = Book(
    summary=Source(
        _(
            "European Mahjong Association, Riichi rules of 2025, in force since 2026. Not read: from three digests"
            " by people who put them into programs, which agree."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("EMA 2025: its digests name no change, so as EMA 2016."), confirmed=False),
    relative="ema_2016",
    stated=unverified(
        kiriage=_("EMA 2025, by its digests: a base value above 1,900 is a mangan."),
        double_wind_fu=_("EMA 2025, by its digests."),
        leftover_remainder=_("EMA 2025, by its digests: decimals are rounded down."),
        riichi_min_points=_("EMA 2025, a note of 2026 on it: riichi is allowed without 1,000 points."),
        pao_yaku=_("EMA 2025, by its digests; a note of 2026 lets concealed kongs count."),
        chombo_value=_("EMA 2025, by its digests."),
        time_policy=_("EMA 2025, as a league's program has it: the hand in progress and one more."),
        chombo_redeals_last_hand=_("EMA 2025, as a league's program has it: a chombo in the last hand ends it."),
    ),
)

CZECH_CLUB = Book(
    summary=Source(
        _(
            "A Czech series of articles on the rules, of which we read only the ninth in full: it describes five"
            " abortive draws and calls all of them optional. All other values are those of WRC 2015."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("As WRC 2015."), confirmed=True),
    relative="wrc_2015",
    stated=read(
        **each(_("The Czech text on draws, as an option."), *ABORTIVE_DRAWS),
        **each(_("The Czech text on draws."), "abort_dealer_stays", "abort_adds_honba", "noten_total", "renchan"),
    )
    | unverified(**each(_("As WRC 2015, where it was not found either."), *NOT_FOUND)),
)

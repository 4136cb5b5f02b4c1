"""Sources of the rulebooks of associations and clubs: WRC, EMA and the Czech club rules."""

from scoring.sources.book import ABORTIVE_DRAWS, Book, Source, _, each, read, unverified

NOT_FOUND = ("rinshan_fu", "ippatsu", "kan_ura", "absent_yaku", "chip_value", "yakitori", "yakitori_to")
"""Fields whose value was found neither in WRC 2015 nor in EMA 2016."""

WRC_2015 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2015. We read chapters 5.7 to 5.9 and 6.1 in full, the others in"
            " excerpts. Where we found no value in these rules, we use the value of EMA 2016. The book of EMA 2016"
            " says that EMA 2016 differs from WRC 2015 in only four points."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("Not found in WRC 2015 or EMA 2016. This is the usual value in clubs."), confirmed=False),
    stated=read(
        start_points=_("WRC 2015, 4.1 and 5.9.2; EMA 2016, 3.6."),
        return_points=_("WRC 2015, 5.9.2."),
        uma=_("WRC 2015, 5.9.2."),
        oka=_("WRC 2015, 5.9.2: there is no oka."),
        **each(
            _("EMA 2016, 5.8: a missed hanchan counts −15,000 points and an uma of −15."), "missed_points", "missed_uma"
        ),
        tie_uma=_("WRC 2015, 5.9.2: tied players share."),
        final_rounding=_("WRC 2015, 5.9.2: the score is not rounded."),
        leftover_sticks=_("WRC 2015, 5.9: nobody collects the riichi bets left."),
        leftover_remainder=_("Nobody gets the riichi bets left, so there is nothing to split."),
        game_length=_("WRC 2015, 5.8."),
        **each(
            _("WRC 2015, 5.9: there is no West round, and no number of points to reach."),
            "target_points",
            "extension_round",
        ),
        **each(_("WRC 2015, 5.9.1: East cannot end the game, so play goes on."), "agari_yame", "tenpai_yame"),
        bust=_("WRC 2015, 6.1: a player below zero plays on."),
        renchan=_("WRC 2015, 5.7.8."),
        riichi_bet=_("WRC 2015, 6.1; EMA 2016, 3.3.14."),
        riichi_min_points=_("WRC 2015, 6.1: a player may fall below zero by declaring riichi."),
        honba_value=_("WRC 2015, 5.7.7 and 6.1."),
        multi_ron=_("WRC 2015, 5.7.6: only the closest to the discarder wins."),
        **each(_("WRC 2015, 5.7.6: there is one winner, so nothing to divide."), "honba_multi", "sticks_multi"),
        kiriage=_("WRC 2015, 6.1: a base value of 1,920 becomes 2,000."),
        kazoe=_("WRC 2015, 6.1: 11 han or more are a sanbaiman; EMA 2016, page 5."),
        **each(_("EMA 2016, 4.2: yakuman do not add up."), "multiple_yakuman", "double_yakuman"),
        pao_composite=_("EMA 2016, 4.2: yakuman do not add up, so no hand counts as several yakuman."),
        renhou=_("EMA 2016, 4.2.4."),
        red_fives=_("EMA 2016, page 5: there are no red fives."),
        open_tanyao=_("EMA 2016, its list of yaku."),
        **each(_("WRC 2015, 6.1: dora, kan dora and, after riichi, ura dora."), "ura_dora", "kan_dora"),
        double_wind_fu=_("EMA 2016, 4.1.1: 2 fu for each of the two winds."),
        **each(_("EMA 2016, 3.3.9."), "pao_yaku", "pao_honba_on_ron"),
        noten_total=_("EMA 2016, 3.4.2; the Czech article on draws."),
        nagashi=_("EMA 2016, page 5 and 4.2.6: there is no nagashi mangan."),
        **each(_("WRC 2015, 5.7: there are no abortive draws; EMA 2016, 3.4.3."), *ABORTIVE_DRAWS),
        **each(
            _("WRC 2015 has no abortive draws. Clubs that play them use this value from the Czech article on draws."),
            *("abort_dealer_stays", "abort_adds_honba"),
        ),
        chombo_mode=_("WRC 2015, 7.1."),
        chombo_value=_("WRC 2015, 7.1."),
        minutes=_("WRC 2015, 8.2."),
        time_policy=_("WRC 2015, 8.2."),
        one_more_between_hands=_("WRC 2015, 8.2: if no hand is in progress at the signal, the hanchan is over."),
        chombo_redeals_last_hand=_("WRC 2015, 8.2."),
    ),
)

WRC_2022 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2022. We have not read them. The values come from the"
            " page of a federation whose own rules are based on them."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for WRC 2022. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        multiple_yakuman=_("WRC 2022, according to a federation's page: several yakuman in one hand add up."),
        kazoe=_("WRC 2022, according to a federation's page: 13 han and more are a sanbaiman."),
        **each(_("WRC 2022, according to a federation's page."), "double_wind_fu", "chombo_value"),
    ),
)

WRC_2025 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2025. We have not read them. The values come from"
            " programmers who quote the rules, and from a copy of the list of penalties."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for WRC 2025. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        **each(
            _("WRC 2025, according to programmers of mahjong software: the same as WRC 2015."),
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
        kazoe=_("WRC 2025, according to programmers of mahjong software: 13 han are a yakuman."),
        multiple_yakuman=_("WRC 2025, according to programmers of mahjong software: yakuman add up."),
        double_yakuman=_(
            "WRC 2025, according to programmers of mahjong software: a special wait does not double a yakuman."
        ),
        double_wind_fu=_("WRC 2025, according to programmers of mahjong software. A club's page still says 4 fu."),
        pao_yaku=_(
            "WRC 2025, according to programmers of mahjong software: a player can be liable for four kongs too."
        ),
        pao_honba_on_ron=_("Taken from a club that plays by WRC rules: the discarder pays the counters."),
        chombo_mode=_(
            "A copy of the WRC penalties of 2025: a chombo is subtracted from the player's total in the tournament."
        ),
        chombo_value=_("A copy of the WRC penalties of 2025."),
        **each(
            _("A copy of the WRC penalties of 2025: a missed hanchan scores −30.0 in all."),
            "missed_points",
            "missed_uma",
        ),
    ),
)

WRC_2025_LOWER = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2025 with lower penalties. The values come from a club’s"
            " tournament software."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("The same value as in WRC 2025."), confirmed=False),
    relative="wrc_2025",
    stated=unverified(chombo_value=_("WRC 2025 with lower penalties, taken from the tournament software of a club.")),
)

EMA_2016 = Book(
    summary=Source(_("European Mahjong Association, Riichi rules of 2016, read in full."), confirmed=True),
    otherwise=Source(
        _(
            "EMA 2016, page 5: the list of differences from WRC 2015 does not name this rule, so this is the value of"
            " WRC 2015."
        ),
        confirmed=True,
    ),
    relative="wrc_2015",
    stated=read(
        start_points=_("EMA 2016, 3.6."),
        multi_ron=_("EMA 2016, page 5: several players may win."),
        honba_multi=_("EMA 2016, 4.1: each winner is paid for the counters."),
        sticks_multi=_(
            "EMA 2016, 4.1: each winner gets their own riichi bet back. But 3.3.14 gives all bets to the first winner."
        ),
        kiriage=_("EMA 2016, page 5 and page 24."),
        leftover_sticks=_("EMA 2016, page 5 and 3.6."),
        pao_yaku=_("EMA 2016, 3.3.9."),
        pao_honba_on_ron=_("EMA 2016, 3.3.9."),
        renhou=_("EMA 2016, 4.2.4."),
        noten_total=_("EMA 2016, 3.4.2."),
        chombo_mode=_("EMA 2016, 3.4.6."),
        chombo_value=_("EMA 2016, 3.4.6."),
        minutes=_("EMA 2016, 5.9: a hanchan has 90 minutes, and the signal sounds 15 minutes before the end."),
        **each(_("EMA 2016, 5.9."), "time_policy", "one_more_between_hands", "chombo_redeals_last_hand"),
    )
    | unverified(
        leftover_remainder=_(
            "EMA 2016 says only that the riichi bets left are split, not what happens to fractions. Fractions"
            " are lost, as in EMA 2025."
        ),
        **each(_("Not found in EMA 2016. This is the usual value in clubs."), *NOT_FOUND),
    ),
)

EMA_2025 = Book(
    summary=Source(
        _(
            "European Mahjong Association, Riichi rules of 2025, in force since 2026. We have not read"
            " them. The values come from three programmers’ summaries, which agree with each other."
        ),
        confirmed=False,
    ),
    otherwise=Source(
        _("EMA 2025: the summaries name no change here, so this is the value of EMA 2016."), confirmed=False
    ),
    relative="ema_2016",
    stated=unverified(
        kiriage=_("EMA 2025, according to other people’s summaries: a base value above 1,900 is a mangan."),
        double_wind_fu=_("EMA 2025, according to other people’s summaries."),
        leftover_remainder=_("EMA 2025, according to other people’s summaries: decimals are rounded down."),
        riichi_min_points=_("EMA 2025, a note of 2026 on these rules: riichi is allowed without 1,000 points."),
        pao_yaku=_(
            "EMA 2025, according to other people’s summaries. According to a note of 2026, concealed kongs count too."
        ),
        chombo_value=_("EMA 2025, according to other people’s summaries."),
        time_policy=_(
            "EMA 2025, taken from the software of a league: the hand in progress is finished, and one more is played."
        ),
        chombo_redeals_last_hand=_(
            "EMA 2025, taken from the software of a league: a chombo in the last hand ends the hanchan."
        ),
    ),
)

CZECH_CLUB = Book(
    summary=Source(
        _(
            "A Czech series of articles on the rules. We read only the ninth article in full: it"
            " describes five abortive draws and calls all of them optional. All other values are those of"
            " WRC 2015."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("The same value as in WRC 2015."), confirmed=True),
    relative="wrc_2015",
    stated=read(
        **each(_("The Czech article on draws, which calls this optional."), *ABORTIVE_DRAWS),
        **each(_("The Czech article on draws."), "abort_dealer_stays", "abort_adds_honba", "noten_total", "renchan"),
    )
    | unverified(
        **each(
            _(
                "This is the value that Tenbo uses for WRC 2015. No source confirms it, for WRC 2015 or for these"
                " rules."
            ),
            *NOT_FOUND,
        )
    ),
)

"""Sources of the rulebooks of Japanese leagues: JPML, Saikouisen, M.League and RMU."""

from scoring.sources.book import ABORTIVE_DRAWS, Book, Source, _, each, read, unverified

JPML_A = Book(
    summary=Source(
        _(
            "Japan Professional Mahjong League, A rules of April 2026. We have not read them. The values"
            " come from programmers’ notes."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for JPML A. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        **each(
            _("JPML A, according to programmers' notes."),
            *("start_points", "return_points", "oka", "tie_uma", "final_rounding", "leftover_sticks", "bust"),
            *(
                "agari_yame",
                "target_points",
                "extension_round",
                "renchan",
                "multi_ron",
                "kiriage",
                "double_yakuman",
                "red_fives",
            ),
            "double_wind_fu",
        ),
        uma=_(
            "JPML A, according to programmers' notes. The notes disagree in two cases: a player has"
            " exactly 30,000 points, or nobody has more than 30,000."
        ),
        **each(
            _("JPML A of 2026, according to programmers' notes. In 2017 the rule was different."),
            "kazoe",
            "multiple_yakuman",
        ),
        **each(
            _("JPML A of 2026, according to programmers' notes. An older program has abortive draws."), *ABORTIVE_DRAWS
        ),
        **each(_("JPML A, taken from the software of a league."), "pao_yaku", "chombo_value"),
        **each(
            _(
                "JPML A, according to programmers' notes: only the first dora indicator counts, and there is no"
                " ippatsu."
            ),
            *("ippatsu", "ura_dora", "kan_dora", "kan_ura"),
        ),
    ),
)

SAIKOUISEN = Book(
    summary=Source(
        _(
            "Saikouisen, from pages of 2009 and 2015 of tournaments that play by these rules. We did not find the"
            " text that is in force today."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for Saikouisen. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        **each(
            _("Saikouisen, according to programmers' notes and tournaments' pages."),
            *("start_points", "return_points", "oka", "tie_uma", "final_rounding", "leftover_sticks", "bust"),
            *(
                "agari_yame",
                "target_points",
                "extension_round",
                "multi_ron",
                "kiriage",
                "multiple_yakuman",
                "double_yakuman",
            ),
            *("red_fives", "double_wind_fu", "nagashi", "chombo_mode", "chombo_value", *ABORTIVE_DRAWS),
        ),
        uma=_("Saikouisen, according to tournaments' pages. In its Classic rules the uma is 12, 4, −4, −12."),
        renchan=_("Saikouisen, according to tournaments' pages. In its Classic rules East stays only by winning."),
        kazoe=_("Saikouisen, according to tournaments' pages: 13 han are a sanbaiman."),
        pao_yaku=_("Saikouisen of 2009 and 2015, according to tournaments' pages: no liability (pao)."),
    ),
)

MLEAGUE = Book(
    summary=Source(
        _(
            "M.League, from a page that describes its rules and from a club that uses them. We did not"
            " find the league's own text."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for M.League. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=unverified(
        **each(
            _("M.League, according to pages that describe its rules."),
            *("start_points", "return_points", "uma", "oka", "final_rounding", "leftover_sticks", "bust"),
            *(
                "leftover_remainder",
                "agari_yame",
                "target_points",
                "extension_round",
                "renchan",
                "multi_ron",
                "kiriage",
                "kazoe",
            ),
            *("multiple_yakuman", "double_yakuman", "red_fives", "double_wind_fu", "nagashi", *ABORTIVE_DRAWS),
        ),
        tie_uma=_(
            "M.League, according to pages that describe its rules. If three seats are tied, the first gets the last"
            " tenth; in Tenbo each gets an exact third."
        ),
        pao_yaku=_("M.League, according to a wiki of riichi rules: a player can be liable for four kongs too."),
    ),
)

RMU_A = Book(
    summary=Source(
        _(
            "RMU, A rules, from the league's own web page. Where the page says nothing, the values are those"
            " of WRC 2015."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("Not found for RMU. This is the value of WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=read(
        **each(
            _("RMU's page of its rules."),
            *("start_points", "uma", "tie_uma", "multi_ron", "renchan", *ABORTIVE_DRAWS),
        ),
    )
    | unverified(
        **each(_("RMU, according to pages that describe its rules."), "multiple_yakuman", "kazoe"),
        pao_yaku=_("RMU, according to pages that describe its rules: no liability (pao)."),
    ),
)

RMU_B = Book(
    summary=Source(
        _("RMU, B rules, from the league's own web page: the A rules without ippatsu, ura dora and kan dora."),
        confirmed=True,
    ),
    otherwise=Source(
        _("RMU's page of its rules: as in the A rules. For the A rules this value was not found."),
        confirmed=False,
    ),
    relative="rmu_a",
    stated=read(
        **each(
            _("RMU's page of its rules: the A rules without ippatsu, ura dora and kan dora."),
            *("ippatsu", "ura_dora", "kan_dora", "kan_ura"),
        ),
    ),
)

RMU_M = Book(
    summary=Source(
        _(
            "RMU, M rules, from the league's own web page: red fives, 25,000 points at the start, uma and oka"
            " together 50, 10, −10, −30."
        ),
        confirmed=True,
    ),
    otherwise=Source(
        _("RMU's page of its rules: as in the A rules. For the A rules this value was not found."),
        confirmed=False,
    ),
    relative="rmu_a",
    stated=read(
        **each(_("RMU's page of its rules."), "start_points"),
        **each(
            _("RMU's page of its rules: uma and oka together are 50, 10, −10, −30; Tenbo counts 20 of them as oka."),
            "uma",
            "oka",
        ),
    )
    | unverified(red_fives=_("RMU's page of its rules has red fives but does not say how many; three is usual.")),
)

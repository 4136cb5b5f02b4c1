"""Presets: the known rulebooks; each key names the year.

Most presets are written as changes to the most similar preset. A field whose value is not known has the value of the
most similar preset. `sources` says where the value of every field comes from.
"""

from scoring.rules import Ruleset
from scoring.tiles.words import DOUBLE_YAKUMAN
from scoring.uma import FloatingUma

WRC_2015 = Ruleset(key="wrc_2015")
"""World Riichi Championship 2015. Values that its text does not give are taken from EMA 2016, which differs in only
four points. This preset is the default, so `Ruleset`'s own defaults are its values. Clock: R16.2."""

WRC_2022 = WRC_2015.changed(
    key="wrc_2022",
    multiple_yakuman=True,
    double_wind_fu=2,
    chombo_value=30,
)
"""World Riichi Championship 2022, from the description by a federation that adapts it: unconfirmed."""

WRC_2025 = WRC_2015.changed(
    key="wrc_2025",
    kazoe=True,
    multiple_yakuman=True,
    double_wind_fu=2,
    pao_yaku=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    chombo_value=30,
)
"""World Riichi Championship 2025. From quotations by people who implemented it, not from the text itself:
unconfirmed."""

WRC_2025_LOWER = WRC_2025.changed(key="wrc_2025_lower", chombo_value=20)
"""World Riichi Championship 2025 with the lower penalties that some events play by: unconfirmed."""

EMA_2016 = WRC_2015.changed(
    key="ema_2016",
    multi_ron="triple",
    kiriage=False,
    leftover_sticks="first_split",
    time_policy="finish_current_plus_one",
    minutes=75,
    chombo_redeals_last_hand=True,
)
"""European Mahjong Association 2016 (primary source, read in full). Clock: R16.1."""

EMA_2025 = EMA_2016.changed(
    key="ema_2025",
    kiriage=True,
    double_wind_fu=2,
    chombo_redeals_last_hand=False,
)
"""European Mahjong Association 2025, in force since 2026. From summaries that agree, not from the text itself:
unconfirmed. Clock: R16.3."""

JPML_A = WRC_2015.changed(
    key="jpml_a",
    uma=FloatingUma(((0, 0, 0, 0), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (0, 0, 0, 0))),
    kiriage=False,
    kazoe=True,
    multiple_yakuman=True,
    double_wind_fu=2,
    ippatsu=False,
    ura_dora=False,
    kan_dora=False,
    kan_ura=False,
    pao_yaku=frozenset({"daisangen", "daisuushii", "suukantsu"}),
)
"""Japan Professional Mahjong League, A rules of 2026. From notes by people who implemented them: unconfirmed."""

SAIKOUISEN = WRC_2015.changed(
    key="saikouisen",
    uma=(30, 10, -10, -30),
    double_wind_fu=2,
    pao_yaku=frozenset(),
)
"""Saikouisen of 2009 and 2015. From pages of tournaments that play it: unconfirmed."""

MLEAGUE = WRC_2015.changed(
    key="mleague",
    start_points=25_000,
    uma=(30, 10, -10, -30),
    oka=20,
    leftover_sticks="first_split",
    leftover_remainder="seat",
    multiple_yakuman=True,
    red_fives=3,
    double_wind_fu=2,
    pao_yaku=frozenset({"daisangen", "daisuushii", "suukantsu"}),
)
"""M.League, as mahjong groups that copy its rules write them down: unconfirmed."""

RMU_A = WRC_2015.changed(
    key="rmu_a",
    multiple_yakuman=True,
    pao_yaku=frozenset(),
)
"""RMU, A rules, from the league's own page, which leaves much open."""

RMU_B = RMU_A.changed(
    key="rmu_b",
    ippatsu=False,
    ura_dora=False,
    kan_dora=False,
    kan_ura=False,
)
"""RMU, B rules: A without ippatsu, ura dora and kan dora."""

RMU_M = RMU_A.changed(
    key="rmu_m",
    start_points=25_000,
    uma=(30, 10, -10, -30),
    oka=20,
    red_fives=3,
)
"""RMU, M rules: A with red fives, 25,000 starting points and the uma 50, 10, -10, -30. This preset counts 20 of the 50
as oka."""

TENHOU = Ruleset(
    key="tenhou",
    start_points=25_000,
    uma=(20, 10, -10, -20),
    oka=20,
    tie_uma="seat",
    final_rounding="nearest_thousand",
    leftover_sticks="first_seat",
    target_points=30_000,
    extension_round="sudden_death",
    agari_yame=True,
    tenpai_yame=True,
    bust="below_zero",
    riichi_min_points=1_000,
    multi_ron="double",
    honba_multi="first",
    sticks_multi="first",
    kiriage=False,
    kazoe=True,
    multiple_yakuman=True,
    renhou="off",
    red_fives=3,
    pao_honba_on_ron="liable",
    nagashi="as_draw",
    abort_four_winds=True,
    abort_nine_terminals=True,
    abort_four_kongs=True,
    abort_four_riichi=True,
    abort_three_winners=True,
    minutes=None,
    time_policy="none",
)
"""Tenhou's four-player game. It has no chombo; a chombo that is entered costs 20.0 after uma (R14.9)."""

MAHJONG_SOUL = TENHOU.changed(
    key="mahjong_soul",
    return_points=25_000,
    uma=(15, 5, -5, -15),
    oka=0,
    final_rounding="none",
    extension_round="full",
    multi_ron="triple",
    double_yakuman=DOUBLE_YAKUMAN,
    pao_composite="part",
    abort_three_winners=False,
)
"""Mahjong Soul's four-player game. From players' wikis: unconfirmed."""

CZECH_CLUB = WRC_2015.changed(
    key="czech_club",
    abort_four_winds=True,
    abort_nine_terminals=True,
    abort_four_kongs=True,
    abort_four_riichi=True,
    abort_three_winners=True,
)
"""WRC 2015 with the five abortive draws that the Czech article on draws describes and calls optional (R9.2)."""

RULESETS: dict[str, Ruleset] = {
    rules.key: rules
    for rules in (
        WRC_2015,
        WRC_2022,
        WRC_2025,
        WRC_2025_LOWER,
        EMA_2016,
        EMA_2025,
        JPML_A,
        SAIKOUISEN,
        MLEAGUE,
        RMU_A,
        RMU_B,
        RMU_M,
        TENHOU,
        MAHJONG_SOUL,
        CZECH_CLUB,
    )
}
"""Every preset by its key; the first is the default."""

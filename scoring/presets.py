"""The rulebooks themselves, keyed with their year."""

from scoring.rules import Ruleset

WRC_2015 = Ruleset(key="wrc_2015")
"""World Riichi Championship 2015; where it is silent, EMA 2016, from which it differs in four points only.
It is the default, so `Ruleset`'s own defaults are its values. Clock: R16.2."""

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
"""European Mahjong Association 2025, in force since 2026. From digests that agree, not from the text
itself: unconfirmed. Clock: R16.3."""

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
"""Tenhou's four-player game (section 3.1). It knows no chombo; one entered costs 20.0 after uma (R14.9)."""

RULESETS: dict[str, Ruleset] = {rules.key: rules for rules in (WRC_2015, EMA_2016, EMA_2025, TENHOU)}
"""Every preset by its key; the first is the default."""

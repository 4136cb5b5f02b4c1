"""The names of yaku and of kinds of fu that `python -m scoring hand` writes, by the names in the library `mahjong`.

The order of the yaku in this module is the order in which they are listed for a hand.
"""

YAKU = {
    "Riichi": "riichi",
    "DaburuRiichi": "double riichi",
    "Ippatsu": "ippatsu",
    "Tsumo": "menzen tsumo",
    "Chankan": "chankan",
    "Rinshan": "rinshan",
    "Haitei": "haitei",
    "Houtei": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Haku": "haku",
    "Hatsu": "hatsu",
    "Chun": "chun",
    "SeatWindEast": "seat wind east",
    "SeatWindSouth": "seat wind south",
    "SeatWindWest": "seat wind west",
    "SeatWindNorth": "seat wind north",
    "RoundWindEast": "round wind east",
    "RoundWindSouth": "round wind south",
    "RoundWindWest": "round wind west",
    "RoundWindNorth": "round wind north",
    "Sanshoku": "sanshoku doujun",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Honroto": "honroutou",
    "Toitoi": "toitoi",
    "Sanankou": "sanankou",
    "SanKantsu": "sankantsu",
    "SanshokuDoukou": "sanshoku doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shosangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "KokushiMusou": "kokushi",
    "DaburuKokushiMusou": "kokushi juusanmen",
    "ChuurenPoutou": "chuuren poutou",
    "DaburuChuurenPoutou": "junsei chuuren poutou",
    "Suuankou": "suuankou",
    "SuuankouTanki": "suuankou tanki",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "DaiSuushii": "daisuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suukantsu": "suukantsu",
    "Tsuuiisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "RenhouYakuman": "renhou",
    "Dora": "dora",
    "AkaDora": "aka dora",
    "UraDora": "ura dora",
}

YAKUMAN = frozenset(
    {
        "kokushi", "kokushi juusanmen", "chuuren poutou", "junsei chuuren poutou", "suuankou", "suuankou tanki",
        "daisangen", "shousuushii", "daisuushii", "ryuuiisou", "suukantsu", "tsuuiisou", "chinroutou", "tenhou",
        "chiihou",
    }
)  # fmt: skip
"""Yakuman under every ruleset. Renhou is a yakuman only if the ruleset makes it one (R3.11)."""

DORA = frozenset({"dora", "aka dora", "ura dora"})
"""Han that are no yaku (R3.1). A hand can have several of one name."""

DOUBLE_WAITS = frozenset({"kokushi juusanmen", "junsei chuuren poutou", "suuankou tanki"})
"""Yakuman that depend on a special wait; a hand has at most one of them."""

DOUBLE_YAKUMAN = DOUBLE_WAITS | {"daisuushii"}
"""The yakuman that count twice in most rulebooks with double yakuman (R3.8)."""

MAY_BE_ABSENT = frozenset(YAKU.values()) - DORA - YAKUMAN - {"pinfu", "renhou"}
"""Yaku that a ruleset may leave out (R3.14): all yaku of han except pinfu, on which fu depend, and renhou, which has a
field of its own."""


def may_name(name: str, *, yakuman: bool) -> bool:
    """Whether a hand can have this yaku. With `yakuman` the hand is a yakuman, which counts no ordinary yaku; without,
    the hand has no yakuman; renhou can be either, depending on the rules.

    >>> may_name("daisangen", yakuman=True), may_name("dora", yakuman=True), may_name("renhou", yakuman=True)
    (True, False, True)
    """
    return name == "renhou" or (name in YAKUMAN) is yakuman


FU = {
    "penchan": "edge_wait",
    "kanchan": "closed_wait",
    "pair_wait": "pair_wait",
    "valued_pair": "value_pair",
    "double_valued_pair": "double_wind_pair",
    "hand_without_fu": "open_pinfu",
    "closed_pon": "concealed_triplet",
    "open_pon": "open_triplet",
    "closed_terminal_pon": "concealed_triplet_of_terminals",
    "open_terminal_pon": "open_triplet_of_terminals",
    "closed_kan": "concealed_kong",
    "open_kan": "open_kong",
    "closed_terminal_kan": "concealed_kong_of_terminals",
    "open_terminal_kan": "open_kong_of_terminals",
}

"""Where each value of each preset comes from, for the pages that show a rulebook.

A value is confirmed where the book itself, or a text that is its own, was read. What is known only from
others who wrote about it, or from nobody, is unconfirmed, however likely it is. Sentences are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence that says where a value was found, and whether that was the book itself."""

    text: str
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The sources of one preset.

    `summary` speaks of the preset as a whole. `relative` is the preset it takes what it is silent about
    from, None for the first of a family; `otherwise` is the source of those fields, `stated` of the others.
    """

    summary: Source
    otherwise: Source
    relative: str | None = None
    stated: Mapping[str, Source] = field(default_factory=dict)


def source_of(key: str, field: str) -> Source:
    """Where the value of one field of a preset comes from. Raises KeyError for a key that is no preset's.

    >>> source_of("saikouisen", "uma").confirmed, source_of("wrc_2015", "uma").text
    (False, 'WRC 2015, 5.9.2.')
    """
    book = BOOKS[key]
    return book.stated.get(field, book.otherwise)


def _(text: str) -> str:
    """Mark a sentence for translation; the page that shows it translates it."""
    return text


def _read(**texts: str) -> dict[str, Source]:
    return {name: Source(text, confirmed=True) for name, text in texts.items()}


def _unverified(**texts: str) -> dict[str, Source]:
    return {name: Source(text, confirmed=False) for name, text in texts.items()}


def _each(text: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, text)


ABORTIVE_DRAWS = (
    "abort_four_winds",
    "abort_nine_terminals",
    "abort_four_kongs",
    "abort_four_riichi",
    "abort_three_winners",
)

WRC_2015 = Book(
    summary=Source(
        _(
            "World Riichi Championship rules of 2015, chapters 5.7 to 5.9 and 6.1 read in full, others in excerpts."
            " Where they are silent EMA 2016 fills in, which by its own list differs in four points only."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("Not found in WRC 2015 or EMA 2016: what is usual in clubs."), confirmed=False),
    stated=_read(
        start_points=_("WRC 2015, 4.1 and 5.9.2; EMA 2016, 3.6."),
        return_points=_("WRC 2015, 5.9.2."),
        uma=_("WRC 2015, 5.9.2."),
        oka=_("WRC 2015, 5.9.2: no such bonus."),
        tie_uma=_("WRC 2015, 5.9.2: tied players share."),
        final_rounding=_("WRC 2015, 5.9.2: the score is not rounded."),
        leftover_sticks=_("WRC 2015, 5.9: nobody collects them."),
        leftover_remainder=_("Nothing is split where the bets are nobody's."),
        game_length=_("WRC 2015, 5.8."),
        **_each(_("WRC 2015, 5.9: there is no West round and no score to reach."), "target_points", "extension_round"),
        **_each(_("WRC 2015, 5.9.1: play goes on."), "agari_yame", "tenpai_yame"),
        bust=_("WRC 2015, 6.1: a player below zero plays on."),
        renchan=_("WRC 2015, 5.7.8."),
        riichi_bet=_("WRC 2015, 6.1; EMA 2016, 3.3.14."),
        riichi_min_points=_("WRC 2015, 6.1: a score may go below zero for it."),
        honba_value=_("WRC 2015, 5.7.7 and 6.1."),
        multi_ron=_("WRC 2015, 5.7.6: only the closest to the discarder wins."),
        **_each(_("WRC 2015, 5.7.6: there is one winner, so nothing to divide."), "honba_multi", "sticks_multi"),
        kiriage=_("WRC 2015, 6.1: a base value of 1,920 becomes 2,000."),
        kazoe=_("WRC 2015, 6.1: 11 han or more are a sanbaiman; EMA 2016, page 5."),
        **_each(_("EMA 2016, 4.2: yakuman do not add up."), "multiple_yakuman", "double_yakuman"),
        pao_composite=_("EMA 2016, 4.2: yakuman do not add up, so there is no part."),
        renhou=_("EMA 2016, 4.2.4."),
        red_fives=_("EMA 2016, page 5: none."),
        open_tanyao=_("EMA 2016, its list of yaku."),
        double_wind_fu=_("EMA 2016, 4.1.1: 2 fu for each of the two winds."),
        **_each(_("EMA 2016, 3.3.9."), "pao_yaku", "pao_honba_on_ron"),
        noten_total=_("EMA 2016, 3.4.2; the Czech text."),
        nagashi=_("EMA 2016, page 5 and 4.2.6: it does not exist."),
        **_each(_("WRC 2015, 5.7: there are no abortive draws; EMA 2016, 3.4.3."), *ABORTIVE_DRAWS),
        **_each(
            _("There are no abortive draws; where there are, the Czech text says so."),
            *("abort_dealer_stays", "abort_adds_honba"),
        ),
        chombo_mode=_("WRC 2015, 7.1."),
        chombo_value=_("WRC 2015, 7.1."),
        minutes=_("WRC 2015, 8.2."),
        time_policy=_("WRC 2015, 8.2."),
        chombo_redeals_last_hand=_("WRC 2015, 8.2."),
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
    stated=_unverified(
        **_each(
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
    ),
)

EMA_2016 = Book(
    summary=Source(_("European Mahjong Association, Riichi rules of 2016, read in full."), confirmed=True),
    otherwise=Source(
        _("EMA 2016, page 5: as WRC 2015, from which it differs only in what it lists there."), confirmed=True
    ),
    relative="wrc_2015",
    stated=_read(
        start_points=_("EMA 2016, 3.6."),
        multi_ron=_("EMA 2016, page 5: several players may win."),
        honba_multi=_("EMA 2016, 4.1: each winner gets them."),
        sticks_multi=_("EMA 2016, 4.1: one's own comes back. Another place, 3.3.14, gives all to the first."),
        kiriage=_("EMA 2016, page 5 and page 24."),
        leftover_sticks=_("EMA 2016, page 5 and 3.6."),
        pao_yaku=_("EMA 2016, 3.3.9."),
        pao_honba_on_ron=_("EMA 2016, 3.3.9."),
        renhou=_("EMA 2016, 4.2.4."),
        noten_total=_("EMA 2016, 3.4.2."),
        chombo_mode=_("EMA 2016, 3.4.6."),
        chombo_value=_("EMA 2016, 3.4.6."),
        minutes=_("EMA 2016, 5.9: the signal sounds 15 minutes before the end of 90."),
        **_each(_("EMA 2016, 5.9."), "time_policy", "chombo_redeals_last_hand"),
    )
    | _unverified(
        leftover_remainder=_("EMA 2016 says only that they are split; fractions are lost as in EMA 2025."),
        rinshan_fu=_("Not found in EMA 2016: what is usual in clubs."),
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
    stated=_unverified(
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

JPML_A = Book(
    summary=Source(
        _(
            "Japan Professional Mahjong League, A rules of April 2026. Not read: from notes by people who put them"
            " into programs."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for JPML A: as WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=_unverified(
        **_each(
            _("JPML A, by implementers' notes."),
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
        uma=_("JPML A, by implementers' notes. They disagree on exactly 30,000 points and on nobody above."),
        **_each(_("JPML A of 2026, by implementers' notes. In 2017 it was not so."), "kazoe", "multiple_yakuman"),
        **_each(_("JPML A of 2026, by implementers' notes. An older program has abortive draws."), *ABORTIVE_DRAWS),
        **_each(_("JPML A, as a league's program has it."), "pao_yaku", "chombo_value"),
    ),
)

SAIKOUISEN = Book(
    summary=Source(
        _(
            "Saikouisen, from pages of 2009 and 2015 by tournaments that play it. The text in force today was not"
            " found."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for Saikouisen: as WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=_unverified(
        **_each(
            _("Saikouisen, by implementers' notes and tournaments' pages."),
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
        uma=_("Saikouisen, by tournaments' pages. Its Classic rules have 12, 4."),
        renchan=_("Saikouisen, by tournaments' pages. In its Classic rules East stays only by winning."),
        kazoe=_("Saikouisen, by tournaments' pages: 13 han are a sanbaiman."),
        pao_yaku=_("Saikouisen of 2009 and 2015, by tournaments' pages: nobody is liable."),
    ),
)

MLEAGUE = Book(
    summary=Source(
        _(
            "M.League, from a page that describes its rules and a circle that copies them. The league's own text was"
            " not found."
        ),
        confirmed=False,
    ),
    otherwise=Source(_("Not found for M.League: as WRC 2015."), confirmed=False),
    relative="wrc_2015",
    stated=_unverified(
        **_each(
            _("M.League, by pages that describe its rules."),
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
            "M.League, by pages that describe its rules. What a tie leaves over in tenths goes to the earlier"
            " seat there; here thirds stay thirds."
        ),
        pao_yaku=_("M.League has liability; for which yakuman was not found, so as WRC 2015."),
    ),
)

TENHOU = Book(
    summary=Source(
        _("Tenhou's manual, in a translation line by line. 150 logged games settle to the last point."), confirmed=True
    ),
    otherwise=Source(_("Tenhou's manual, in translation."), confirmed=True),
    stated=_read(
        **_each(_("150 logged games."), "riichi_bet", "honba_value", "noten_total"),
        final_rounding=_("Tenhou's manual, in translation, and 150 logged games."),
        uma=_("Tenhou's manual, in translation. A league's program has 15, 5."),
        red_fives=_("Tenhou's manual, in translation: with or without, by the room."),
        open_tanyao=_("Tenhou's manual, in translation: allowed or not, by the room."),
        game_length=_("Tenhou's manual, in translation: the longer of its two games."),
        **_each(_("A game on the net has no clock for the whole."), "minutes", "time_policy"),
        chombo_redeals_last_hand=_("A game on the net has no clock for the whole."),
        leftover_remainder=_("Nothing is split where one seat takes all."),
    )
    | _unverified(
        **_each(_("Tenhou knows no chombo: as WRC 2015."), "chombo_mode", "chombo_value"),
        renhou=_("Not in what was read of Tenhou's manual."),
    ),
)

MAHJONG_SOUL = Book(
    summary=Source(_("Mahjong Soul's game for four, from players' wikis and implementers' notes."), confirmed=False),
    otherwise=Source(_("Not found for Mahjong Soul: as Tenhou."), confirmed=False),
    relative="tenhou",
    stated=_unverified(
        **_each(
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
        honba_multi=_("Not found for Mahjong Soul, which names it nowhere: as Tenhou."),
        red_fives=_("Mahjong Soul, by players' wikis: three, none to four by choice."),
        pao_composite=_("Mahjong Soul, by players' wikis: for each yakuman by itself."),
    ),
)

CZECH_CLUB = Book(
    summary=Source(
        _(
            "A Czech series of articles on the rules, the ninth read in full, describes five abortive draws and calls"
            " all five optional. The rest is WRC 2015."
        ),
        confirmed=True,
    ),
    otherwise=Source(_("As WRC 2015."), confirmed=True),
    relative="wrc_2015",
    stated=_read(
        **_each(_("The Czech text on draws, as an option."), *ABORTIVE_DRAWS),
        **_each(_("The Czech text on draws."), "abort_dealer_stays", "abort_adds_honba", "noten_total", "renchan"),
    )
    | _unverified(rinshan_fu=_("As WRC 2015, where it was not found either.")),
)

BOOKS: dict[str, Book] = {
    "wrc_2015": WRC_2015,
    "wrc_2025": WRC_2025,
    "ema_2016": EMA_2016,
    "ema_2025": EMA_2025,
    "jpml_a": JPML_A,
    "saikouisen": SAIKOUISEN,
    "mleague": MLEAGUE,
    "tenhou": TENHOU,
    "mahjong_soul": MAHJONG_SOUL,
    "czech_club": CZECH_CLUB,
}
"""The sources of every preset, by its key."""

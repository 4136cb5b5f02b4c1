"""A ruleset prepared for pages: its fields in groups, compared with its preset or with every preset."""

from dataclasses import dataclass, fields
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.sources import BOOKS, source_of
from scoring.sources.book import Source

GROUPS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Points and scores"),
        ("start_points", "return_points", "uma", "oka", "tie_uma", "final_rounding"),
    ),
    (gettext_lazy("Missed hanchans"), ("missed_points", "missed_uma")),
    (gettext_lazy("Bets left at the end"), ("leftover_sticks", "leftover_remainder")),
    (
        gettext_lazy("Course of the game"),
        ("game_length", "renchan", "agari_yame", "tenpai_yame", "bust", "target_points", "extension_round"),
    ),
    (gettext_lazy("Riichi bets and counters"), ("riichi_bet", "riichi_min_points", "honba_value")),
    (gettext_lazy("Several winners"), ("multi_ron", "honba_multi", "sticks_multi")),
    (gettext_lazy("Liability"), ("pao_yaku", "pao_composite", "pao_honba_on_ron")),
    (
        gettext_lazy("Value of a hand"),
        ("kiriage", "kazoe", "multiple_yakuman", "double_yakuman", "renhou"),
    ),
    (gettext_lazy("Dora"), ("red_fives", "ura_dora", "kan_dora", "kan_ura")),
    (gettext_lazy("Yaku and fu"), ("open_tanyao", "ippatsu", "absent_yaku", "double_wind_fu", "rinshan_fu")),
    (gettext_lazy("Exhaustive draw"), ("noten_total", "nagashi")),
    (
        gettext_lazy("Abortive draws"),
        (
            "abort_four_winds",
            "abort_nine_terminals",
            "abort_four_kongs",
            "abort_four_riichi",
            "abort_three_winners",
            "abort_dealer_stays",
            "abort_adds_honba",
        ),
    ),
    (gettext_lazy("Chombo"), ("chombo_mode", "chombo_value")),
    (gettext_lazy("Chips and yakitori"), ("chip_value", "yakitori", "yakitori_to")),
    (gettext_lazy("Clock"), ("minutes", "time_policy", "one_more_between_hands", "chombo_redeals_last_hand")),
)
"""Title and fields of each group, in the order of the rules pages. Every field of `Ruleset` is in one group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One field of a ruleset: its value in this ruleset, its value in the preset, and the source of the preset's
    value."""

    field: str
    value: Any
    preset_value: Any
    source: Source

    @property
    def is_changed(self) -> bool:
        return bool(self.value != self.preset_value)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """A ruleset's fields by group, and the `changes`: the fields that differ from the preset."""

    rules: Ruleset
    summary: Source
    groups: list[tuple[str | Promise, list[RuleLine]]]
    changes: list[RuleLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRule:
    """One field in all presets. `values` has for each preset, in the order of `RULESETS`, the field's value and whether
    it differs from the first preset's value."""

    field: str
    values: list[tuple[Any, bool]]

    @property
    def differs(self) -> bool:
        return any(other for _value, other in self.values)


def rules_page(rules: Ruleset) -> RulesPage:
    """Prepare the page about one ruleset."""
    preset = RULESETS[rules.key]
    groups = [(title, [_line(field, rules, preset) for field in group]) for title, group in GROUPS]
    changes = [line for _title, lines in groups for line in lines if line.is_changed]
    return RulesPage(rules=rules, summary=BOOKS[preset.key].summary, groups=groups, changes=changes)


def _line(field: str, rules: Ruleset, preset: Ruleset) -> RuleLine:
    return RuleLine(
        field=field,
        value=getattr(rules, field),
        preset_value=getattr(preset, field),
        source=source_of(preset.key, field),
    )


def changed_fields(rules: Ruleset) -> list[str]:
    """Return the fields in which a ruleset differs from the preset from which it was made."""
    preset = RULESETS[rules.key]
    return [f.name for f in fields(Ruleset) if getattr(rules, f.name) != getattr(preset, f.name)]


def compared_rules() -> list[tuple[str | Promise, list[ComparedRule]]]:
    """Return the fields of all presets side by side, by group."""
    return [(title, [_compared(field) for field in group]) for title, group in GROUPS]


def _compared(field: str) -> ComparedRule:
    default, *others = (getattr(rules, field) for rules in RULESETS.values())
    return ComparedRule(field=field, values=[(value, value != default) for value in (default, *others)])

"""Checks a ruleset: each field has a value of its type, and no two fields contradict each other."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from scoring.refusal import QUOTED, Problem, Refused
from scoring.tiles.words import MAY_BE_ABSENT, YAKUMAN
from scoring.uma import FloatingUma, Uma

if TYPE_CHECKING:
    from scoring.rules import Ruleset

LARGEST_AMOUNT = 1_000_000
"""The largest amount in a ruleset's field; a larger amount is refused as a mistake."""

YAKU_LISTS = {"pao_yaku": YAKUMAN, "double_yakuman": YAKUMAN, "absent_yaku": MAY_BE_ABSENT}
"""The fields that are lists of yaku in data, each with the yaku that it may contain."""


MOST_IN_FIELD = 200
"""The most values in a field of a ruleset's data, with the values in lists and objects in it."""


def check_lists(changes: dict[str, Any]) -> None:
    """Raise `Refused` (`illegal_ruleset`) if a field of a ruleset's data has more values than any field needs, or if a
    list of yaku is longer than all yaku that it may contain, or contains one twice. This is checked before the data are
    written as the key of a cache, and before the lists are read as sets."""
    for field, value in changes.items():
        if _has_many_values(value):
            raise illegal("wrong_kind", field=field[QUOTED])
    for field, known in YAKU_LISTS.items():
        names = changes.get(field)
        if not isinstance(names, list):
            continue
        if len(names) > len(known):
            raise illegal("too_many_yaku", field=field, most=len(known))
        for number, name in enumerate(names):
            if isinstance(name, str) and name in names[:number]:
                raise illegal("yaku_twice", field=field, yaku=repr(name[QUOTED]))


def check_ruleset(rules: "Ruleset", hints: dict[str, Any]) -> None:
    """Raise `Refused` (`illegal_ruleset`) if a field is not of its type in `hints` or two fields contradict each
    other."""
    for name, hint in hints.items():
        if not _fits(getattr(rules, name), hint):
            raise illegal("wrong_kind", field=name)
    amounts = ("start_points", "return_points", "riichi_bet", "honba_value", "noten_total", "chombo_value")
    for name in amounts:
        if getattr(rules, name) < 0:
            raise illegal("field_below_zero", field=name)
    if rules.missed_points % 100:
        raise illegal("no_hundreds", field="missed_points")
    for name in ("start_points", "riichi_bet"):
        if getattr(rules, name) % 100 or not getattr(rules, name):
            raise illegal("no_hundreds", field=name)
    if rules.honba_value % 100:
        raise illegal("no_hundreds", field="honba_value")
    if rules.noten_total % 600:
        raise illegal("no_fair_shares", field="noten_total", step=600)
    for uma in rules.uma.rows if isinstance(rules.uma, FloatingUma) else [rules.uma]:
        if list(uma) != sorted(uma, reverse=True):
            raise illegal("uma_rises")
    for name in ("oka", "chip_value", "yakitori"):
        if getattr(rules, name) < 0:
            raise illegal("field_below_zero", field=name)
    for name in ("pao_yaku", "double_yakuman"):
        for yaku in sorted(getattr(rules, name) - YAKUMAN):
            raise illegal("no_yakuman", field=name, yaku=repr(yaku[QUOTED]))
    for yaku in sorted(rules.absent_yaku - MAY_BE_ABSENT):
        raise illegal("no_absent_yaku", yaku=repr(yaku[QUOTED]))
    if not 0 <= rules.red_fives <= 12:
        raise illegal("red_fives_out_of_range")
    if rules.double_yakuman and not rules.multiple_yakuman:
        raise illegal("field_needs_other", field="double_yakuman", other="multiple_yakuman")
    if rules.extension_round != "off" and rules.target_points is None:
        raise illegal("field_needs_other", field="extension_round", other="target_points")
    if (rules.time_policy == "none") != (rules.minutes is None):
        raise illegal("half_a_clock")
    if rules.minutes is not None and rules.minutes < 1:
        raise illegal("field_below_one", field="minutes")


def illegal(problem: str, **values: object) -> Refused:
    return Refused("illegal_ruleset", problem=Problem(problem, values))


def _has_many_values(value: Any) -> bool:
    waiting, seen = [value], 0
    while waiting:
        inner = waiting.pop()
        values = inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ()
        seen += len(values)
        if seen > MOST_IN_FIELD:
            return True
        waiting += values
    return False


def _fits(value: Any, hint: Any) -> bool:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is FloatingUma:
        return type(value) is FloatingUma and [_fits(row, Uma) for row in value.rows] == [True] * 5
    if origin is Literal:
        return any(value == choice and type(value) is type(choice) for choice in arguments)
    if origin is tuple:
        return isinstance(value, tuple) and len(value) == 4 and all(_fits(part, arguments[0]) for part in value)
    if origin is frozenset:
        return isinstance(value, frozenset) and all(isinstance(part, str) for part in value)
    if arguments:  # int | None, Uma | FloatingUma
        return any(value is None if choice is type(None) else _fits(value, choice) for choice in arguments)
    if hint is Fraction:
        return type(value) is Fraction and value.denominator in (2, 5, 10) and abs(value) <= LARGEST_AMOUNT
    if hint is int:
        return type(value) is int and abs(value) <= LARGEST_AMOUNT
    return type(value) is hint

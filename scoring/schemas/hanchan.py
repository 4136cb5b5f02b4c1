"""Builds the JSON Schema of `hanchan/1` from the keys, words, limits and ruleset fields that its reader accepts."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from scoring import game_keys
from scoring.bonus import MOST_CHIPS
from scoring.game_format import FORMAT, LARGEST, LIMITS, LONGEST_YAKU, MOST_ON_TABLE, MOST_YAKU, MOST_YAKUMAN
from scoring.game_keys import Keys
from scoring.outcome import AbortReason
from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.rules_check import LARGEST_AMOUNT, YAKU_LISTS
from scoring.schemas import DIALECT
from scoring.seats import Wind
from scoring.uma import TENTHS, FloatingUma, Tenths, Uma

Json = dict[str, Any]

SEAT: Json = {
    "type": "integer",
    "minimum": 0,
    "maximum": 3,
    "description": "a seat: 0 starts as East, 1 as South, 2 as West, 3 as North",
}
SEATS: Json = {"type": "array", "items": SEAT, "uniqueItems": True}
AMOUNT: Json = {"type": "integer", "minimum": -LARGEST_AMOUNT, "maximum": LARGEST_AMOUNT}
NUMBER: Json = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
COUNT: Json = {"type": "integer", "minimum": 0, "maximum": MOST_ON_TABLE}
POINTS: Json = {"type": "array", "items": NUMBER | {"multipleOf": 100}, "minItems": 4, "maxItems": 4}
NAMES: Json = {"type": "array", "items": {"type": "string"}}
TENTHS_AMOUNT: Json = {
    "anyOf": [
        AMOUNT,
        {"type": "string", "pattern": f"^{TENTHS.pattern}$", "description": "a number with one decimal, like 4.5"},
    ]
}
WIN_VALUES = ({"han", "fu"}, {"limit"}, {"yakuman"})
"""Sets of keys; the keys of one set give the value of a win."""

PROPERTIES: Json = {
    "format": {"const": FORMAT},
    "ruleset": {"$ref": "#/$defs/Ruleset"},
    "players": NAMES | {"minItems": 4, "maxItems": 4, "description": "names of the four players, by seat"},
    "start_points": POINTS | {"description": "points before the first hand, by seat, if they differ from the ruleset"},
    "start": {"$ref": "#/$defs/Start"},
    "hands": {"type": "array", "items": {"$ref": "#/$defs/Hand"}},
    "ended": {"const": "time", "description": "the game ended by time"},
    "chips": {
        "type": "array",
        "items": {"type": "integer", "minimum": -MOST_CHIPS, "maximum": MOST_CHIPS},
        "minItems": 4,
        "maxItems": 4,
        "description": "chips won less chips lost, by seat; they add up to zero",
    },
    "substitutes": {
        "type": "array",
        "items": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 0, "maximum": LARGEST}]},
        "minItems": 4,
        "maxItems": 4,
        "description": "hands played before a substitute took over, by seat; null for no substitute",
    },
    "scores": POINTS,
    "round_wind": {"enum": list(Wind)},
    "dealer": SEAT,
    "honba": COUNT,
    "riichi_sticks": COUNT,
    "discarder": SEAT,
    "riichi": SEATS | {"description": "seats whose riichi bet was accepted in this hand"},
    "tenpai": SEATS,
    "dead_hands": SEATS,
    "winners": SEATS,
    "offenders": SEATS,
    "reason": {"enum": list(AbortReason)},
    "wins": {"type": "array", "items": {"$ref": "#/$defs/Win"}},
    "winner": SEAT,
    "han": NUMBER,
    "fu": NUMBER,
    "limit": {"enum": list(LIMITS)},
    "yakuman": {"type": "integer", "minimum": -LARGEST, "maximum": MOST_YAKUMAN},
    "liable": SEAT | {"description": "the seat liable for the yakuman (pao)"},
    "yaku": {"type": "array", "items": {"type": "string", "maxLength": LONGEST_YAKU}, "maxItems": MOST_YAKU},
}


def hanchan_schema() -> Json:
    """Return the schema of one game. Conditions that depend on the rules, such as who may be tenpai, are not in the
    schema."""
    return {
        "$schema": DIALECT,
        "$id": "hanchan-1.json",
        "title": "hanchan/1",
        "description": "One game of riichi mahjong, hand by hand. Seats are 0 to 3; amounts are whole points.",
        "$ref": "#/$defs/Game",
        "$defs": definitions(),
    }


def definitions() -> Json:
    """Return the definitions of the schema, also used in the schema of `tenbo/1`."""
    return {
        "Game": _object(game_keys.GAME),
        "Start": _object(game_keys.START),
        "Hand": {"anyOf": [_hand(kind, keys) for kind, keys in game_keys.HANDS.items()]},
        "Win": {
            "anyOf": list(_wins()),
            "description": "has exactly one of han (fu below five han), limit, yakuman",
        },
        "Ruleset": {"anyOf": [{"enum": list(RULESETS)}, _ruleset()]},
        "Uma": {"type": "array", "items": {"$ref": "#/$defs/Tenths"}, "minItems": 4, "maxItems": 4},
        "Tenths": TENTHS_AMOUNT,
    }


def _object(keys: Keys, **others: Json) -> Json:
    required, optional = keys
    names = [name for name in (*others, *PROPERTIES) if name in required | optional]
    return {
        "type": "object",
        "required": [name for name in names if name in required],
        "properties": {name: others.get(name) or PROPERTIES[name] for name in names},
        "additionalProperties": False,
    }


def _hand(kind: str, keys: Keys) -> Json:
    return _object(keys, type={"const": kind})


def _wins() -> Iterator[Json]:
    required, optional = game_keys.WIN
    for value in WIN_VALUES:
        others = frozenset().union(*WIN_VALUES) - value
        yield _object((required | (value - {"fu"}), optional - others))


def _ruleset() -> Json:
    meanings = field_meanings()
    fields = {name: hint for name, hint in get_type_hints(Ruleset).items() if name != "key"}
    return {
        "type": "object",
        "description": "a rulebook (`base`) and the fields that differ from it",
        "required": ["base"],
        "properties": {
            "base": {"enum": list(RULESETS)},
            **{name: _of_type(name, hint) | {"description": meanings[name]} for name, hint in fields.items()},
        },
        "additionalProperties": False,
    }


def _of_type(name: str, hint: Any) -> Json:
    """Return the JSON Schema of a ruleset's field as `ruleset_to_json` writes it, chosen by the field's type."""
    if name == "double_yakuman":
        return {"anyOf": [_yaku_list(name), {"type": "boolean"}]}
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return AMOUNT
    if hint is type(None):
        return {"type": "null"}
    if hint == Tenths:
        return {"$ref": "#/$defs/Tenths"}
    if hint == Uma:
        return {"$ref": "#/$defs/Uma"}
    if hint is FloatingUma:
        rows = [str(above) for above in range(5)]
        return {
            "type": "object",
            "required": rows,
            "properties": {row: {"$ref": "#/$defs/Uma"} for row in rows},
            "additionalProperties": False,
        }
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if name in YAKU_LISTS:
        return _yaku_list(name)
    return {"anyOf": [_of_type("", choice) for choice in get_args(hint)]}


def _yaku_list(field: str) -> Json:
    return NAMES | {"maxItems": len(YAKU_LISTS[field]), "uniqueItems": True}


def field_meanings() -> dict[str, str]:
    """Return the docstring of each field of a ruleset, from the source text, because Python does not store it."""
    meanings = {}
    name = ""
    (ruleset,) = ast.parse(inspect.getsource(Ruleset)).body
    for part in ast.iter_child_nodes(ruleset):
        match part:
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                meanings[name] = " ".join(text.split())
    return meanings

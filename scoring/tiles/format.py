"""Reads a winning hand of tiles from data and writes its han and fu, for `python -m scoring hand`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_args

from scoring.game_format import read_object
from scoring.game_writing import Json
from scoring.presets import RULESETS
from scoring.refusal import malformed
from scoring.rules import Ruleset, ruleset_from_json
from scoring.seats import Wind
from scoring.tiles.hand import Flag, Meld, MeldKind, TileHand
from scoring.tiles.notation import Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from scoring.tiles.count import CountedHand

REQUIRED = frozenset({"round_wind", "seat_wind", "win", "win_tile", "concealed"})
OPTIONAL = frozenset({"ruleset", "rules", "melds", "dora_indicators", "ura_indicators", "flags"})
UNREAD = frozenset({"source", "expected"})
"""Keys in lists of known hands that are ignored."""
KNOWN = OPTIONAL | UNREAD

SWITCHES = {
    "kiriage": "kiriage",
    "kazoe": "kazoe",
    "open_tanyao": "open_tanyao",
    "double_wind_pair_fu": "double_wind_fu",
    "rinshan_fu": "rinshan_fu",
    "double_yakuman": "double_yakuman",
}
"""The field of `Ruleset` for each switch in a hand's `rules`. The switch `red_fives` is not in this table, because it
is true or false while the field is a number.

These switches occur in lists of known hands that others publish. Other fields need no switch, because a hand can have a
whole `ruleset` instead of `rules`.
"""

MELDS: tuple[str, ...] = get_args(MeldKind)
WINDS = {wind.value: wind for wind in Wind}
FLAGS = {flag.value: flag for flag in Flag}


def hand_from_json(data: Any) -> tuple[TileHand, Ruleset]:
    """Read a hand and its ruleset from a JSON object. Raises `Refused`."""
    read_object(data, "A hand", REQUIRED, KNOWN)
    if data["win"] not in ("ron", "tsumo"):
        raise malformed("win", "neither_ron_nor_tsumo")
    hand = TileHand(
        concealed=parse_tiles(_text(data["concealed"], "concealed")),
        win_tile=parse_tile(_text(data["win_tile"], "win_tile")),
        win=data["win"],
        melds=tuple(_meld(meld) for meld in _list(data, "melds")),
        round_wind=_wind(data, "round_wind"),
        seat_wind=_wind(data, "seat_wind"),
        flags=frozenset(_flags(_list(data, "flags"))),
        dora_indicators=_indicators(data, "dora_indicators"),
        ura_indicators=_indicators(data, "ura_indicators"),
    )
    return hand, _ruleset(data)


def counted_to_json(counted: "CountedHand") -> Json:
    """Return a counted hand as a JSON object."""
    return {
        "han": counted.han,
        "fu": counted.fu,
        "yakuman": counted.yakuman,
        "limit": counted.limit.name.lower() if counted.limit else None,
        "points": counted.points,
        "yaku": [list(yaku) for yaku in counted.yaku],
        "fu_detail": [list(line) for line in counted.fu_detail],
    }


def _ruleset(data: Json) -> Ruleset:
    if ("ruleset" in data) is ("rules" in data):
        raise malformed("A hand", "not_one_ruleset")
    return ruleset_from_json(data["ruleset"], RULESETS) if "ruleset" in data else _switched(data["rules"])


def _switched(switches: Any) -> Ruleset:
    """Return the Tenhou ruleset, changed by known switches; unknown switches are ignored."""
    if not isinstance(switches, dict):
        raise malformed("rules", "no_object")
    changes = {field: switches[switch] for switch, field in SWITCHES.items() if switch in switches}
    if "red_fives" in switches:
        if type(switches["red_fives"]) is not bool:
            raise malformed("red_fives", "neither_true_nor_false")
        changes["red_fives"] = 3 if switches["red_fives"] else 0
    return ruleset_from_json({"base": "tenhou", "multiple_yakuman": True, **changes}, RULESETS)


def _meld(data: Any) -> Meld:
    if not isinstance(data, dict) or data.keys() != {"type", "tiles"}:
        raise malformed("A meld", "not_type_and_tiles")
    if data["type"] not in MELDS:
        raise malformed("type", "none_of", words=", ".join(MELDS))
    return Meld(data["type"], parse_tiles(_text(data["tiles"], "tiles")))


def _flags(flags: list[Any]) -> Iterable[Flag]:
    for flag in flags:
        if not isinstance(flag, str) or flag not in FLAGS:
            raise malformed("flags", "holds_other", words=", ".join(Flag))
        if flags.count(flag) > 1:
            raise malformed("flags", "flag_twice", words=repr(flag))
        yield FLAGS[flag]


def _indicators(data: Json, key: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(_text(tile, key)) for tile in _list(data, key))


def _wind(data: Json, key: str) -> Wind:
    wind = data[key]
    if not isinstance(wind, str) or wind not in WINDS:
        raise malformed(key, "none_of", words="E, S, W, N")
    return WINDS[wind]


def _list(data: Json, key: str) -> list[Any]:
    items = data.get(key, [])
    if not isinstance(items, list):
        raise malformed(key, "no_list")
    return items


def _text(data: Any, key: str) -> str:
    if not isinstance(data, str) or len(data) > 200:
        raise malformed(key, "no_tiles")
    return data

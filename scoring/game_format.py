"""Reads one game from `hanchan/1` data; `game_writing` writes such data. A game contains seats and amounts, and no
personal data but the players' names, which are optional.

A key that is not in the format is refused (`malformed`) before any rule is applied.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from scoring import game_keys
from scoring.bonus import MOST_CHIPS, NO_CHIPS, check_chips
from scoring.game_writing import Json
from scoring.hanchan import last_round
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Value,
    Win,
    Yakuman,
)
from scoring.placement import all_points
from scoring.presets import RULESETS
from scoring.refusal import QUOTED, Refused, malformed
from scoring.rules import Ruleset, ruleset_from_json
from scoring.seats import SEATS, Points, Seat, Wind, by_seat
from scoring.situation import Situation, opening

FORMAT = "hanchan/1"
LARGEST = 10_000_000
"""The largest amount or count; a larger one is refused as a mistake."""
MOST_ON_TABLE = 100
"""The most counters or riichi bets at the start; more are refused as a mistake."""
MOST_YAKUMAN = 100
MOST_YAKU = 40
LONGEST_YAKU = 80
NOBODY: frozenset[Seat] = frozenset()
NO_SUBSTITUTES = (None, None, None, None)
LIMITS = {limit.name.lower(): limit for limit in Limit}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as read from data. The hands are still JSON; each hand is read when it is played.

    `chips` are the chips won less the chips lost, by seat. `substitutes` has for each seat the number of hands after
    which a substitute took over: 0 for a substitute from the start, None for a seat without a substitute.
    """

    rules: Ruleset
    start: Situation
    hands: tuple[Any, ...]
    players: tuple[str, ...] | None
    chips: Points
    substitutes: tuple[int | None, ...]
    ended: Literal["time"] | None

    @property
    def from_start(self) -> frozenset[Seat]:
        """The seats that substitutes played from the start."""
        return frozenset(seat for seat in SEATS if self.substitutes[seat] == 0)

    @property
    def during_play(self) -> frozenset[Seat]:
        """The seats that substitutes took over later."""
        return frozenset(seat for seat in SEATS if self.substitutes[seat])


def game_from_json(data: Any) -> Game:
    """Read a game except the contents of the hands, which `outcome_from_json` reads. Raises `Refused`."""
    game = read_object(data, "A game", *game_keys.GAME)
    if game["format"] != FORMAT:
        raise malformed("format", "other_format", words=FORMAT)
    rules = ruleset_from_json(game["ruleset"], RULESETS)
    if not isinstance(game["hands"], list):
        raise malformed("hands", "no_list")
    if game.get("ended", "time") != "time":
        raise malformed("ended", "not_time")
    if "ended" in game and rules.time_policy == "none":
        raise Refused("no_clock")
    start_points = _hundreds(game["start_points"], "start_points") if "start_points" in game else None
    chips = _chips(game["chips"], rules) if "chips" in game else NO_CHIPS
    return Game(
        rules=rules,
        start=_start(game["start"], start_points, rules) if "start" in game else opening(rules, start_points),
        hands=tuple(game["hands"]),
        players=_names(game["players"]) if "players" in game else None,
        chips=chips,
        substitutes=_substitutes(game["substitutes"]) if "substitutes" in game else NO_SUBSTITUTES,
        ended=game.get("ended"),
    )


def outcome_from_json(data: Any) -> Outcome:
    """Read one hand. Raises `Refused`: with the code `malformed` if the format does not allow the data, with another
    code if the hand is impossible."""
    kind = data.get("type") if isinstance(data, dict) else None
    match kind:
        case "ron":
            hand = read_object(data, "A ron", *game_keys.RON)
            return Ron(discarder=_seat(hand, "discarder"), wins=tuple(_wins(hand)), riichi=_seats(hand, "riichi"))
        case "tsumo":
            hand = read_object(data, "A tsumo", *game_keys.TSUMO)
            wins = list(_wins(hand))
            if len(wins) != 1:
                raise Refused("one_winner")
            return Tsumo(win=wins[0], riichi=_seats(hand, "riichi"))
        case "exhaustive_draw":
            hand = read_object(data, "An exhaustive draw", *game_keys.EXHAUSTIVE_DRAW)
            return ExhaustiveDraw(
                tenpai=_seats(hand, "tenpai"),
                dead_hands=_seats(hand, "dead_hands"),
                riichi=_seats(hand, "riichi"),
            )
        case "nagashi_mangan":
            hand = read_object(data, "A nagashi mangan", *game_keys.NAGASHI_MANGAN)
            return NagashiMangan(
                winners=_seats(hand, "winners"), tenpai=_seats(hand, "tenpai"), riichi=_seats(hand, "riichi")
            )
        case "abortive_draw":
            hand = read_object(data, "An abortive draw", *game_keys.ABORTIVE_DRAW)
            if hand["reason"] not in list(AbortReason):
                raise malformed("reason", "none_of", words=", ".join(AbortReason))
            return AbortiveDraw(reason=AbortReason(hand["reason"]), riichi=_seats(hand, "riichi"))
        case "chombo":
            hand = read_object(data, "A chombo", *game_keys.CHOMBO)
            return Chombo(offenders=_seats(hand, "offenders"), riichi=_seats(hand, "riichi"))
        case "redeal":
            return Redeal(riichi=_seats(read_object(data, "A redeal", *game_keys.REDEAL), "riichi"))
        case _:
            raise malformed("A hand", "no_known_type")


def _wins(hand: Json) -> Iterator[Win]:
    if not isinstance(hand["wins"], list):
        raise malformed("wins", "no_list")
    for item in hand["wins"]:
        win = read_object(item, "A win", *game_keys.WIN)
        yield Win(
            winner=_seat(win, "winner"),
            value=_value(win),
            liable=_seat(win, "liable") if "liable" in win else None,
            yaku=_yaku(win["yaku"]) if "yaku" in win else (),
        )


def _value(win: Json) -> Value:
    if ("han" in win) + ("limit" in win) + ("yakuman" in win) != 1 or ("fu" in win and "han" not in win):
        raise malformed("A win", "not_one_value")
    if "limit" in win:
        if not isinstance(win["limit"], str) or win["limit"] not in LIMITS:
            raise malformed("limit", "none_of", words=", ".join(LIMITS))
        return LIMITS[win["limit"]]
    if "yakuman" in win:
        count = _integer(win["yakuman"], "yakuman")
        if count > MOST_YAKUMAN:
            raise malformed("yakuman", "no_whole_number")
        return Yakuman(count)
    fu = _integer(win["fu"], "fu") if "fu" in win else None
    return _han_fu(_integer(win["han"], "han"), fu)


_han_fu = lru_cache(maxsize=1_000)(HanFu)
"""`HanFu` with a cache, because game after game has the same few values."""


def _yaku(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(name, str) for name in data):
        raise malformed("yaku", "no_names")
    if len(data) > MOST_YAKU or not all(len(name) <= LONGEST_YAKU and name.isprintable() for name in data):
        # Half a surrogate pair cannot be encoded as UTF-8, and PostgreSQL stores no NUL.
        raise malformed("yaku", "unreasonable_names")
    return tuple(data)


def _four(data: Any, key: str) -> Points:
    if not isinstance(data, list) or len(data) != 4:
        raise malformed(key, "not_four_points")
    return by_seat(_integer(amount, key) for amount in data)


def _hundreds(data: Any, key: str) -> Points:
    points = _four(data, key)
    if any(point % 100 for point in points):
        raise Refused("points_not_hundreds")
    return points


def _chips(data: Any, rules: Ruleset) -> Points:
    chips = _four(data, "chips")
    if max(map(abs, chips)) > MOST_CHIPS:
        raise malformed("chips", "no_whole_number")
    check_chips(chips, rules=rules)
    return chips


def _substitutes(data: Any) -> tuple[int | None, ...]:
    if not isinstance(data, list) or len(data) != len(SEATS):
        raise malformed("substitutes", "not_four_substitutes")
    after = tuple(None if hands is None else _integer(hands, "substitutes") for hands in data)
    if any(hands is not None and hands < 0 for hands in after):
        raise malformed("substitutes", "below_zero")
    return after


def _start(data: Any, start_points: Points | None, rules: Ruleset) -> Situation:
    start = read_object(data, "start", *game_keys.START)
    points = _hundreds(start["scores"], "scores")
    if start["round_wind"] not in list(Wind):
        raise malformed("round_wind", "none_of", words="E, S, W, N")
    wind = Wind(start["round_wind"])
    winds = tuple(Wind)
    furthest = winds.index(last_round(rules)) + (rules.extension_round != "off")
    if winds.index(wind) > furthest:
        raise Refused("start_out_of_reach")
    situation = Situation(
        points=points,
        round_wind=wind,
        dealer=_seat(start, "dealer"),
        honba=_count(start, "honba"),
        riichi_sticks=_count(start, "riichi_sticks"),
    )
    total = sum(points) + situation.riichi_sticks * rules.riichi_bet
    expected = all_points(rules=rules, start_points=start_points)
    if total != expected:
        raise Refused("start_sum", expected=expected, found=total)
    return situation


def _names(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or len(data) != 4 or not all(isinstance(name, str) for name in data):
        raise malformed("players", "not_four_names")
    return tuple(data)


def read_object(data: Any, where: str, required: frozenset[str], optional: frozenset[str]) -> Json:
    """Return data that is an object with all required keys and no unknown key. Raises `Refused` (`malformed`)."""
    if not isinstance(data, dict):
        raise malformed(where, "no_object")
    _check_keys(tuple(data), where, required, optional)
    return data


@lru_cache(maxsize=1_000)
def _check_keys(keys: tuple[str, ...], where: str, required: frozenset[str], optional: frozenset[str]) -> None:
    """Refuse an object that lacks a key or has an unknown key. The check is cached, because hand after hand has the
    same keys."""
    if lacking := required - set(keys):
        raise malformed(where, "lacks", words=min(lacking))
    if unknown := set(keys) - required - optional:
        raise malformed(where, "unknown_key", words=repr(min(unknown)[QUOTED]))


def _seat(data: Json, key: str) -> Seat:
    return _as_seat(data[key], key)


def _seats(data: Json, key: str) -> frozenset[Seat]:
    seats = data.get(key, [])
    if not isinstance(seats, list):
        raise malformed(key, "no_seats")
    if not seats:
        return NOBODY
    unique = frozenset([_as_seat(seat, key) for seat in seats])
    if len(unique) < len(seats):
        raise malformed(key, "seat_twice")
    return unique


def _as_seat(data: Any, key: str) -> Seat:
    if type(data) is not int or not 0 <= data <= 3:
        raise malformed(key, "no_seat")
    return SEATS[data]


def _count(data: Json, key: str) -> int:
    count = _integer(data[key], key)
    if count < 0:
        raise malformed(key, "below_zero")
    if count > MOST_ON_TABLE:
        raise malformed(key, "above_most", most=MOST_ON_TABLE)
    return count


def _integer(data: Any, key: str) -> int:
    if type(data) is not int or abs(data) > LARGEST:
        raise malformed(key, "no_whole_number")
    return data

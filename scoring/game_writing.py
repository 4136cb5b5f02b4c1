"""Write hands, situations and exact numbers as `hanchan/1` data; `game_format` reads such data."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, assert_never

from scoring.outcome import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Win,
    Yakuman,
)
from scoring.seats import Seat
from scoring.situation import Situation

Json = dict[str, Any]


def situation_to_json(situation: Situation) -> Json:
    """Write round, dealer, counters and bets, but not the points."""
    return {
        "round_wind": situation.round_wind.value,
        "dealer": int(situation.dealer),
        "honba": situation.honba,
        "riichi_sticks": situation.riichi_sticks,
    }


def outcome_to_json(outcome: Outcome) -> Json:
    """Write one hand as data; `outcome_from_json` reads it back unchanged."""
    riichi = _sorted(outcome.riichi)
    match outcome:
        case Ron(discarder=discarder, wins=wins):
            return {
                "type": "ron",
                "discarder": int(discarder),
                "wins": [_win_to_json(win) for win in wins],
                "riichi": riichi,
            }
        case Tsumo(win=win):
            return {"type": "tsumo", "wins": [_win_to_json(win)], "riichi": riichi}
        case ExhaustiveDraw(tenpai=tenpai, dead_hands=dead_hands):
            draw: Json = {"type": "exhaustive_draw", "tenpai": _sorted(tenpai), "riichi": riichi}
            return draw | ({"dead_hands": _sorted(dead_hands)} if dead_hands else {})
        case NagashiMangan(winners=winners, tenpai=tenpai):
            return {
                "type": "nagashi_mangan",
                "winners": _sorted(winners),
                "tenpai": _sorted(tenpai),
                "riichi": riichi,
            }
        case AbortiveDraw(reason=reason):
            return {"type": "abortive_draw", "reason": reason.value, "riichi": riichi}
        case Chombo(offenders=offenders):
            return {"type": "chombo", "offenders": _sorted(offenders), "riichi": riichi}
        case Redeal():
            return {"type": "redeal", "riichi": riichi}
        case _:
            assert_never(outcome)


def decimal_string(number: Fraction | int) -> str:
    """Write a number exactly: as a decimal if a finite decimal is exact, else as a fraction.

    >>> decimal_string(Fraction(303, 10)), decimal_string(Fraction(-50, 3)), decimal_string(15)
    ('30.3', '-50/3', '15')
    """
    rest = number.denominator
    if rest == 1:
        return str(number.numerator)
    twos = fives = 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    places = max(twos, fives)
    digits = str(abs(number.numerator) * 10**places // number.denominator).zfill(places + 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


@lru_cache(maxsize=20_000)
def exact(text: str) -> Fraction:
    """Read a number that `decimal_string` wrote. The result is cached, because the same scores are read often.

    >>> exact("30.3"), exact("-50/3")
    (Fraction(303, 10), Fraction(-50, 3))
    """
    return Fraction(text)


def _win_to_json(win: Win) -> Json:
    data: Json = {"winner": int(win.winner)}
    match win.value:
        case HanFu(han=han, fu=fu):
            data |= {"han": han} | ({} if fu is None else {"fu": fu})
        case Limit():
            data["limit"] = win.value.name.lower()
        case Yakuman(count=count):
            data["yakuman"] = count
    if win.liable is not None:
        data["liable"] = int(win.liable)
    if win.yaku:
        data["yaku"] = list(win.yaku)
    return data


def _sorted(seats: frozenset[Seat]) -> list[int]:
    return sorted(int(seat) for seat in seats)

"""The command line: `python -m scoring settle`, `python -m scoring hand` and `python -m scoring rulesets`.

Each input line is a game or a hand and gives one output line, in the same order, with its number; a bad line gives an
error, an empty one nothing. Only `hand` needs a package, the library `mahjong`.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, BinaryIO, TextIO

from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import Json, decimal_string, situation_to_json
from scoring.hanchan import PlayedHand, replay
from scoring.placement import place
from scoring.presets import RULESETS
from scoring.refusal import Refused, malformed
from scoring.rules import ruleset_to_json
from scoring.tiles.format import counted_to_json, hand_from_json

NOT_RUN = 2
"""Exit status where the command could not be run to its end."""


def settle_line(line: bytes) -> Json:
    """Answer one line with a settled game, or `{"error": …}`."""
    try:
        return settle_game(_parse(line))
    except Refused as refused:
        return {"error": {"hand": refused.hand, "code": refused.code, "message": refused.message}}


def settle_game(data: Any) -> Json:
    """Settle a game given as `hanchan/1`. Raises `Refused`, its `hand` the index of the first impossible hand."""
    game = game_from_json(data)
    played = replay(map(outcome_from_json, game.hands), rules=game.rules, start=game.start)
    end = played[-1].after if played else game.start
    costs = map(sum, zip((0, 0, 0, 0), *(hand.settlement.penalties for hand in played), strict=True))
    hands = [_hand(hand) for hand in played]
    if hands and game.ended == "time":
        hands[-1]["next"] = None  # the clock ended the hanchan: no hand follows
    return {
        "hands": hands,
        "finished": bool(played and played[-1].ending),
        "result": [
            {
                "points": seat.points,
                "place": seat.place,
                "uma": decimal_string(seat.uma),
                "score": decimal_string(seat.score),
            }
            for seat in place(end.points, end.riichi_sticks, rules=game.rules)
        ],
        "penalties": [decimal_string(cost) for cost in costs],
    }


def count_line(line: bytes) -> Json:
    """Answer one line with a counted hand, or `{"error": …}`."""
    from scoring.tiles.count import count  # late: the other commands do without the library

    try:
        hand, rules = hand_from_json(_parse(line))
        return counted_to_json(count(hand, rules=rules))
    except Refused as refused:
        return {"error": {"code": refused.code, "message": refused.message}}


def main(arguments: list[str], stdin: BinaryIO | None, stdout: TextIO) -> int:
    """Run one command; the exit status is 0 if every line was good, else 1. Raises `Unreadable` and `OSError`."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("settle", help="settle games in hanchan/1, one a line, from standard input")
    commands.add_parser("hand", help="count winning hands of tiles, one a line, from standard input")
    commands.add_parser("rulesets", help="print every preset with all its fields")
    command = parser.parse_args(arguments).command
    if command == "rulesets":
        presets = {key: ruleset_to_json(rules) for key, rules in RULESETS.items()}
        print(json.dumps(presets, indent=2), file=stdout, flush=True)
        return 0
    if command == "hand" and not find_spec("mahjong"):
        parser.error("counting tiles needs the package mahjong; it is installed with Tenbo's others")
    answered = settle_line if command == "settle" else count_line
    status = 0
    for number, line in enumerate(_lines(stdin), start=1):
        if line.strip():
            answer = answered(line)
            status |= "error" in answer
            print(json.dumps({"line": number, **answer}), file=stdout, flush=True)
    return status


class Unreadable(Exception):
    """Error: standard input is missing or cannot be read."""


def _lines(stdin: BinaryIO | None) -> Iterator[bytes]:
    if stdin is None:
        raise Unreadable("there is no standard input to read from")
    try:
        yield from stdin
    except OSError as error:
        raise Unreadable(f"standard input cannot be read: {error.strerror}") from None


def run(arguments: list[str]) -> int:
    """Run one command on the standard streams. Their failure is one sentence on standard error."""
    if sys.stdout is None:
        return _failed("there is no standard output to write to")
    try:
        return main(arguments, sys.stdin.buffer if sys.stdin else None, sys.stdout)
    except Unreadable as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return _failed("interrupted")
    except OSError as error:
        # What is still in the buffer would fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed(f"the answers cannot be written: {error.strerror}")


def _failed(problem: str) -> int:
    print(f"python -m scoring: {problem}.", file=sys.stderr)
    return NOT_RUN


def _parse(line: bytes) -> Any:
    try:
        return DECODER.decode(line.decode())
    except RecursionError:
        raise Refused("not_json", problem="it is nested too deeply") from None
    except Refused:
        raise
    except ValueError as error:  # not UTF-8, not JSON, or a number of thousands of digits
        raise Refused("not_json", problem=str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> Json:
    """An object of the line. Raises `Refused` if a key is in it twice: which value counts is nobody's guess."""
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise malformed("An object", "key_twice", words=repr(twice[:40]))
    return data


DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _hand(hand: PlayedHand) -> Json:
    return {
        "deltas": list(hand.settlement.deltas),
        "scores": list(hand.after.points),
        "next": None if hand.ending else situation_to_json(hand.after),
    }


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))

"""The command line: `python -m scoring settle`, `python -m scoring hand` and `python -m scoring rulesets`.

Each input line is a game or a hand and gives one output line, in the same order; a bad line gives an error. Only `hand`
needs a package, the library `mahjong`.
"""

import argparse
import json
import sys
from importlib.util import find_spec
from typing import Any, BinaryIO, TextIO

from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import Json, decimal_string, situation_to_json
from scoring.hanchan import PlayedHand, replay
from scoring.placement import place
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import ruleset_to_json
from scoring.tiles.format import counted_to_json, hand_from_json


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
    costs = [sum(hand.settlement.penalties[seat] for hand in played) for seat in range(4)]
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


def main(arguments: list[str], stdin: BinaryIO, stdout: TextIO) -> int:
    """Run one command; the exit status is 0 if every line was good, else 1."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("settle", help="settle games in hanchan/1, one a line, from standard input")
    commands.add_parser("hand", help="count winning hands of tiles, one a line, from standard input")
    commands.add_parser("rulesets", help="print every preset with all its fields")
    command = parser.parse_args(arguments).command
    if command == "rulesets":
        presets = {key: ruleset_to_json(rules) for key, rules in RULESETS.items()}
        print(json.dumps(presets, indent=2), file=stdout)
        return 0
    if command == "hand" and not find_spec("mahjong"):
        parser.error("counting tiles needs the package mahjong; it is installed with Tenbo's others")
    answered = settle_line if command == "settle" else count_line
    status = 0
    for line in stdin:
        if line.strip():
            answer = answered(line)
            status |= "error" in answer
            print(json.dumps(answer), file=stdout, flush=True)
    return status


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except RecursionError:
        raise Refused("not_json", problem="it is nested too deeply") from None
    except ValueError as error:  # not UTF-8, not JSON, or a number of thousands of digits
        raise Refused("not_json", problem=str(error)) from None


def _hand(hand: PlayedHand) -> Json:
    return {
        "deltas": list(hand.settlement.deltas),
        "scores": list(hand.after.points),
        "next": None if hand.ending else situation_to_json(hand.after),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout))

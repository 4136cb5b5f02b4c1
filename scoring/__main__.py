"""The command line: `python -m scoring settle`, `hand`, `rulesets`, `check` and `schema`.

For `settle` each input line is a game, for `hand` a hand. Each gives one output line with its line number, in the same
order; a bad line gives an error, an empty line gives nothing. `check` names the faults of files in `hanchan/1` and
`tenbo/1`; with a federation's profile it also names what the federation would find missing. Only `hand` needs a
package, the library `mahjong`.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from scoring.bonus import has_bonus
from scoring.check import check_file
from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import Json, decimal_string, situation_to_json
from scoring.hanchan import PlayedHand, replay, winless
from scoring.json_text import parse
from scoring.placement import place
from scoring.presets import RULESETS
from scoring.profiles import PROFILES, profile_of
from scoring.refusal import Refused
from scoring.rules import ruleset_to_json
from scoring.schemas import FILES, schema_of, schema_text
from scoring.tiles.format import counted_to_json, hand_from_json

NOT_RUN = 2
"""Exit status if the command could not be run to its end."""


def settle_line(line: bytes) -> Json:
    """Return the points and the result of the game in one input line, or `{"error": …}`."""
    try:
        return settle_game(parse(line))
    except Refused as refused:
        return {"error": {"hand": refused.hand, "code": refused.code, "message": refused.message}}


def settle_game(data: Any) -> Json:
    """Compute the points, places and scores of a game given as `hanchan/1`. Raises `Refused`, whose `hand` is the index
    of the first impossible hand."""
    game = game_from_json(data)
    played = replay(map(outcome_from_json, game.hands), rules=game.rules, start=game.start)
    end = played[-1].after if played else game.start
    of_seats = zip((0, 0, 0, 0), *(hand.settlement.penalties for hand in played), strict=True)
    # A chombo costs no score if a substitute made it.
    costs = [
        sum(costs if hands is None else costs[: hands + 1])
        for costs, hands in zip(of_seats, game.substitutes, strict=True)
    ]
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
                **({"bonus": decimal_string(seat.bonus)} if has_bonus(game.rules) else {}),
                "score": decimal_string(seat.score),
            }
            for seat in place(
                end.points,
                end.riichi_sticks,
                rules=game.rules,
                from_start=game.from_start,
                during_play=game.during_play,
                chips=game.chips,
                winless=winless(played, rules=game.rules),
            )
        ],
        "penalties": [decimal_string(cost) for cost in costs],
    }


def count_line(line: bytes) -> Json:
    """Return the han and fu of the hand in one input line, or `{"error": …}`."""
    from scoring.tiles.count import count  # imported here, because the other commands work without the library

    try:
        hand, rules = hand_from_json(parse(line))
        return counted_to_json(count(hand, rules=rules))
    except Refused as refused:
        return {"error": {"code": refused.code, "message": refused.message}}


def main(arguments: list[str], stdin: BinaryIO | None, stdout: TextIO) -> int:
    """Run one command and return its exit status: 0 if every line was good, else 1. Raises `Unreadable` and
    `OSError`."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("settle", help="settle games in hanchan/1, one a line, from standard input")
    commands.add_parser("hand", help="count winning hands of tiles, one a line, from standard input")
    commands.add_parser("rulesets", help="print every preset with all its fields")
    check = commands.add_parser("check", help="name the faults of files in hanchan/1 or tenbo/1; - is standard input")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument("--profile", choices=PROFILES, help="what this federation needs has to be there too")
    schema = commands.add_parser("schema", help="print the JSON Schema of a format or of a federation's profile")
    schema.add_argument("format", choices=[*FILES, *PROFILES])
    options = parser.parse_args(arguments)
    command = options.command
    if command == "check":
        return check_files(options.files, stdin, stdout, profile_of(options.profile) if options.profile else None)
    if command == "schema":
        schema_ = schema_of(options.format) if options.format in FILES else profile_of(options.format)
        _answer(schema_text(schema_).rstrip(), stdout)
        return 0
    if command == "rulesets":
        presets = {key: ruleset_to_json(rules) for key, rules in RULESETS.items()}
        _answer(json.dumps(presets, indent=2), stdout)
        return 0
    if command == "hand" and not find_spec("mahjong"):
        parser.error("counting tiles needs the package mahjong; it is installed with Tenbo's others")
    answered = settle_line if command == "settle" else count_line
    status = 0
    for number, line in enumerate(_lines(stdin), start=1):
        if line.strip():
            answer = answered(line)
            status |= "error" in answer
            _answer(json.dumps({"line": number, **answer}), stdout)
    return status


def _answer(text: str, stdout: TextIO) -> None:
    """Write one or more lines and flush the stream: the reader gets the lines at once, and an error is raised here."""
    print(text, file=stdout, flush=True)


def check_files(files: list[str], stdin: BinaryIO | None, stdout: TextIO, profile: Json | None = None) -> int:
    """Print the faults of each file, one per line; return the exit status, 0 if there are no faults. Raises
    `Unreadable`."""
    status = 0
    for file in files:
        for line, faults, summary in check_file(_content(file, stdin), profile):
            place = file if line is None else f"{file}, line {line}"
            answer = "\n".join(f"{place}: {fault}" for fault in faults) or f"{place}: {summary}"
            _answer(printable(answer, stdout), stdout)
            status |= bool(faults)
    return status


def printable(text: str, stream: TextIO) -> str:
    r"""Return the text, with an escape (`\xe9`) for each character that the stream's encoding does not have."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


class Unreadable(Exception):
    """A file or standard input is missing or cannot be read."""


def _content(file: str, stdin: BinaryIO | None) -> bytes:
    if file == "-":
        return b"".join(_lines(stdin))
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with NUL
        raise Unreadable(f"{file} cannot be read: {getattr(error, 'strerror', error)}") from None


def _lines(stdin: BinaryIO | None) -> Iterator[bytes]:
    if stdin is None:
        raise Unreadable("there is no standard input to read from")
    try:
        yield from stdin
    except OSError as error:
        raise Unreadable(f"standard input cannot be read: {error.strerror}") from None


def run(arguments: list[str]) -> int:
    """Run one command on the standard streams and return its exit status. If a stream fails, a sentence on standard
    error says why."""
    if sys.stdout is None:
        return _failed("there is no standard output to write to")
    try:
        return main(arguments, sys.stdin.buffer if sys.stdin else None, sys.stdout)
    except Unreadable as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return _failed("interrupted")
    except OSError as error:
        # Without this, Python would write the rest of the buffer when it ends, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed(f"the answers cannot be written: {error.strerror}")


def _failed(problem: str) -> int:
    print(printable(f"python -m scoring: {problem}.", sys.stderr), file=sys.stderr)
    return NOT_RUN


def _hand(hand: PlayedHand) -> Json:
    return {
        "deltas": list(hand.settlement.deltas),
        "scores": list(hand.after.points),
        "next": None if hand.ending else situation_to_json(hand.after),
    }


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))

"""Compares the speed of the command line with other checkouts: `python -m tests.benchmarks.bench_scoring [FOLDER …]`.

Runs `settle` with the recorded real games and `hand` with the known hands of tiles, five times by turns in this
checkout and in each folder (`git worktree add FOLDER COMMIT`), and prints the medians. Times are the CPU time of the
whole program, which hardly depends on the machine's load. `figures` compares the same commands with the least possible
work: the library `mahjong` reading the same tiles, and JSON read and written. Pytest does not collect this module.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from mahjong.hand_calculating.hand import HandCalculator

from scoring.__main__ import count_line, settle_line
from tests.benchmarks.figures import Figure

HERE = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TENBO_DATA") or HERE.parent / "shared" / "data")
TIMES = 5
GAMES_AGAIN = 30
HANDS_AGAIN = 10


def given() -> dict[str, tuple[list[str], int]]:
    """Return for each command its input lines, and how many hands these contain."""
    games = [json.loads(line)["input"] for line in (DATA / "real-games.jsonl").open(encoding="utf-8")]
    tiles = (DATA / "tile-hands.jsonl").read_text(encoding="utf-8").splitlines()
    played = sum(len(game["hands"]) for game in games)
    return {
        "settle": ([json.dumps(game) for game in games] * GAMES_AGAIN, played * GAMES_AGAIN),
        "hand": (tiles * HANDS_AGAIN, len(tiles) * HANDS_AGAIN),
    }


def seconds(folder: Path, command: str, lines: Path) -> float:
    """Return the CPU time of one run, in seconds."""
    with lines.open("rb") as stdin:
        program = subprocess.Popen(
            [sys.executable, "-m", "scoring", command], cwd=folder, stdin=stdin, stdout=subprocess.DEVNULL
        )
        _pid, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0, folder
    return usage.ru_utime + usage.ru_stime


def figures() -> Iterator[Figure]:
    """Measure both commands in this process, without the start of Python. Yields nothing if the recorded games are not
    available."""
    if not DATA.exists():
        print(f"scoring: no games in {DATA}, so nothing was measured", file=sys.stderr)
        return
    (all_games, _hands), (all_tiles, _hands) = given().values()
    games = [line.encode() for line in all_games[: len(all_games) // GAMES_AGAIN]]
    tiles = [line.encode() for line in all_tiles[: len(all_tiles) // HANDS_AGAIN]]
    settled = [settle_line(game) for game in games]
    hands = sum(len(game["hands"]) for game in settled)
    through_json = _least(
        lambda: [(json.loads(line), json.dumps(game)) for line, game in zip(games, settled, strict=True)]
    )
    yield Figure(
        part="scoring",
        figure="Settling a hand of a real game, CPU",
        value=1e6 * _least(lambda: [settle_line(game) for game in games]) / hands,
        unit="µs",
        anchor="reading and writing the same JSON",
        anchor_value=1e6 * through_json / hands,
    )
    calls = _library_calls(tiles)
    yield Figure(
        part="scoring",
        figure="Counting a hand of tiles, CPU",
        value=1e6 * _least(lambda: [count_line(hand) for hand in tiles]) / len(tiles),
        unit="µs",
        anchor="the library mahjong with the same tiles",
        anchor_value=1e6 * _least(lambda: [call() for call in calls]) / len(tiles),
    )


def _library_calls(tiles: list[bytes]) -> list[Callable[[], Any]]:
    """Return for each of these hands a call of the library `mahjong` as its documentation shows it: one reading of the
    tiles, with the library's own points."""
    calls: list[Callable[[], Any]] = []
    estimate = HandCalculator.estimate_hand_value

    def note(*arguments: Any, **named: Any) -> Any:
        named.pop("scores_calculator_factory")
        calls.append(lambda: estimate(*arguments, **named))
        return estimate(*arguments, **named)

    with patch.object(HandCalculator, "estimate_hand_value", note):
        for hand in tiles:
            before = len(calls)
            count_line(hand)
            del calls[before + 1 :]
    return calls


def _least(work: Callable[[], Any]) -> float:
    """Return the shortest CPU time of several runs, in seconds."""
    taken = []
    for _time in range(TIMES):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def main(others: list[str]) -> None:
    folders = [HERE, *map(Path, others)]
    with tempfile.TemporaryDirectory() as scratch:
        for command, (lines, hands) in given().items():
            file = Path(scratch) / command
            file.write_text("\n".join(lines), encoding="utf-8")
            runs = [[seconds(folder, command, file) for folder in folders] for _time in range(TIMES)]
            medians = [median(times) for times in zip(*runs, strict=True)]
            for folder, taken in zip(folders, medians, strict=True):
                each, rate, ratio = 1e6 * taken / hands, hands / taken, taken / medians[0]
                print(f"{command:<7}{each:7.1f} µs a hand{rate:9.0f} hands/s{ratio:6.2f}  {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])

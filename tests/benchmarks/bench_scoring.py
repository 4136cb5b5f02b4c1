"""How fast is the command line, beside another checkout? `python -m tests.benchmarks.bench_scoring [FOLDER …]`

Runs `settle` over the real games and `hand` over the known hands of tiles, five times in turn in this checkout and in
each folder (`git worktree add FOLDER COMMIT`), and prints the medians: processor time of the whole program, so that
others on the machine count little. Not collected by pytest.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TENBO_DATA") or HERE.parent / "shared" / "data")
TIMES = 5
GAMES_AGAIN = 30
HANDS_AGAIN = 10


def given() -> dict[str, tuple[list[str], int]]:
    """For each command its input lines, and how many hands they hold."""
    games = [json.loads(line)["input"] for line in (DATA / "real-games.jsonl").open(encoding="utf-8")]
    tiles = (DATA / "tile-hands.jsonl").read_text(encoding="utf-8").splitlines()
    played = sum(len(game["hands"]) for game in games)
    return {
        "settle": ([json.dumps(game) for game in games] * GAMES_AGAIN, played * GAMES_AGAIN),
        "hand": (tiles * HANDS_AGAIN, len(tiles) * HANDS_AGAIN),
    }


def seconds(folder: Path, command: str, lines: Path) -> float:
    """Processor time of one run, in seconds."""
    with lines.open("rb") as stdin:
        program = subprocess.Popen(
            [sys.executable, "-m", "scoring", command], cwd=folder, stdin=stdin, stdout=subprocess.DEVNULL
        )
        _pid, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0, folder
    return usage.ru_utime + usage.ru_stime


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

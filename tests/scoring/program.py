"""Runs `python -m scoring` as somebody without Tenbo's packages does."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# -S excludes site-packages, so that only the standard library is left; -E and -s exclude the environment and the user's
# packages.
PYTHON = (sys.executable, "-S", "-E", "-s")


def scoring(*arguments, given=b""):
    """Run the program with these arguments and the standard input `given`. Return its exit status, output and error
    output."""
    return subprocess.run(
        [*PYTHON, "-m", "scoring", *arguments], input=given, cwd=ROOT, capture_output=True, timeout=60, check=False
    )


def lines(*games):
    """Return the games as text with one game on each line. A game that is text or bytes already is not changed."""
    return b"".join((game if isinstance(game, bytes) else json.dumps(game).encode()) + b"\n" for game in games)


def answers(finished):
    return [json.loads(line) for line in finished.stdout.splitlines()]

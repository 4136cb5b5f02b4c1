"""`python -m scoring` as somebody without Tenbo's packages runs it."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# -S: no site-packages, so nothing but the standard library; -E and -s: nothing from the environment or the user.
PYTHON = (sys.executable, "-S", "-E", "-s")


def scoring(*arguments, given=b""):
    """What the finished program left: its exit status, output and errors."""
    return subprocess.run(
        [*PYTHON, "-m", "scoring", *arguments], input=given, cwd=ROOT, capture_output=True, timeout=60, check=False
    )


def lines(*games):
    """One game a line; text and bytes are given as they are."""
    return b"".join((game if isinstance(game, bytes) else json.dumps(game).encode()) + b"\n" for game in games)


def answers(finished):
    return [json.loads(line) for line in finished.stdout.splitlines()]

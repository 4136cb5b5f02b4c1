"""`deploy/try`: runs the services of deploy/ on this computer, plays on them, and breaks one service after another."""

import argparse
import json
import signal
import sys
import tempfile
from pathlib import Path

from tests.deploy.services import Services
from tests.deploy.trial import run_trial


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy/try", description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=10, help="of play after each part is broken")
    parser.add_argument("--pace", type=float, default=15, help="seconds between two hands of a table")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that the services are ended too
    with tempfile.TemporaryDirectory(prefix="tenbo-try-") as folder, Services(Path(folder)) as services:
        report = run_trial(services, **vars(options))
    print(json.dumps(report))
    sys.exit(any(report[name] for name in ("lost", "doubled", "wrong", "viewers without the last hand")))


if __name__ == "__main__":
    main()

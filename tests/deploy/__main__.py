"""`deploy/try`: the services of deploy/ on this computer, played on and broken one after the other."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.deploy.services import Services
from tests.deploy.trial import run_trial


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy/try", description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5, help="of play before and after each part is broken")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tenbo-try-") as folder, Services(Path(folder)) as services:
        report = run_trial(services, tables=options.tables, viewers=options.viewers, seconds=options.seconds)
    print(json.dumps(report, indent=2))
    sys.exit(1 if report["lost"] or report["doubled"] or report["wrong"] else 0)


if __name__ == "__main__":
    main()

"""`python -m tournament`, or `tenbo` if it is installed: runs a command of manage.py, or `serve` if none is given."""

import sys
from pathlib import Path

from tournament.management.running import run_command


def main() -> None:
    name = "tenbo" if Path(sys.argv[0]).stem == "tenbo" else "python -m tournament"
    arguments = sys.argv[1:] or ["serve"]
    run_command([name, *arguments])


if __name__ == "__main__":
    main()

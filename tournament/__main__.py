"""`python -m tournament`, or `tenbo` if it is installed: runs a command of manage.py, or `serve` if none is given."""

import sys
from pathlib import Path

from tournament.starting import configured


def main() -> None:
    from django.core.management import execute_from_command_line

    name = "tenbo" if Path(sys.argv[0]).stem == "tenbo" else "python -m tournament"
    arguments = sys.argv[1:] or ["serve"]
    configured(lambda: execute_from_command_line([name, *arguments]))


if __name__ == "__main__":
    main()

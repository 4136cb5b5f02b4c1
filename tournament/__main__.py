"""`python -m tournament serve`: the commands of manage.py where there is no make, as on Windows. Alone it serves."""

import sys

from tournament.starting import configured


def main() -> None:
    from django.core.management import execute_from_command_line

    arguments = sys.argv[1:] or ["serve"]
    configured(lambda: execute_from_command_line(["python -m tournament", *arguments]))


if __name__ == "__main__":
    main()

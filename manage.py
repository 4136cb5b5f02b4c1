#!/usr/bin/env python
"""Django's command line. `make run` and `make test` are in the Makefile."""

import sys

from tournament.starting import configured


def main() -> None:
    from django.core.management import execute_from_command_line

    configured(lambda: execute_from_command_line(sys.argv))


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""Django's command line. `make run` and `make test` are in the Makefile."""

import sys

from tournament.management.running import run_command


def main() -> None:
    run_command(sys.argv)


if __name__ == "__main__":
    main()

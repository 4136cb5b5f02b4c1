"""Runs a command of manage.py. If a setting is wrong or the database does not answer, the command ends with one
sentence."""

import logging
import os
import sys

from tournament.starting import configured

POOL = "psycopg.pool"
"""The logger of PostgreSQL's connections, which writes a line for each attempt that failed."""


def run_command(arguments: list[str]) -> None:
    """Run the command in these arguments; the first argument is the name of the program. With `--traceback` an error is
    raised unchanged."""
    from django.core.management import execute_from_command_line
    from django.db import Error

    logging.getLogger(POOL).setLevel(logging.CRITICAL)  # the sentence below says why there is no connection
    try:
        configured(lambda: execute_from_command_line(arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe has ended, as in `manage.py verify | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes stdout again when it ends
        sys.exit(1)
    except Error as error:
        problem = "" if "--traceback" in arguments else _outage(error)
        if not problem:
            raise
        sys.exit(f"The database cannot be used: {problem}. `manage.py doctor` says how to mend it.")


def _outage(error: Exception) -> str:
    """Return the reason why the database cannot be used at all; empty if the error has another cause."""
    from django.db import connection

    from tournament.core.database_errors import is_outage
    from tournament.operation.queries.connections import database_problem

    if not is_outage(error):
        return ""
    return str(error) if connection.vendor == "sqlite" else database_problem()

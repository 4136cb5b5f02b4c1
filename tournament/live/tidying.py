"""Maintains the database regularly, in a thread of the server: deletes expired sessions, logins and rate uses, and
updates SQLite's statistics."""

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection

from tournament.core.actions.analyse import analyse
from tournament.core.actions.erase import erase_removed_people
from tournament.core.actions.logins import forget_expired_sessions, forget_old_logins
from tournament.core.actions.rates import forget_old_uses

EVERY = 3_600
"""The shortest time, in seconds, between two runs in one process."""

logger = logging.getLogger(__name__)


def tidy(*others: Callable[[], None]) -> None:
    """Delete expired sessions, old logins and old rows of rate limits, run the maintenance functions of other packages
    (`others`), update statistics, and erase the remaining data of removed people. An error is only logged: the other
    functions run all the same, and the next run tries again."""
    try:
        forgetting = (forget_expired_sessions, forget_old_logins, forget_old_uses)
        for maintain in (*forgetting, *others, analyse, erase_removed_people):  # the last may need much space, so last
            _run(maintain)
    finally:
        connection.close()


def _run(maintain: Callable[[], None]) -> None:
    try:
        maintain()
    except DatabaseError as error:
        logger.warning("The clean-up of the database was interrupted, and is tried again in an hour: %s", error)
        connection.close()  # the connection may be broken
    except Exception:
        logger.exception("A part of the clean-up of the database failed, and is tried again in an hour")
        connection.close()

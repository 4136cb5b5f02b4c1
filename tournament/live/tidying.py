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
    """Delete expired sessions, old logins, old rows of rate limits, and the remaining data of removed people. Then
    run the maintenance functions of other packages (`others`), and update statistics. A `DatabaseError` is only logged;
    the next run tries again."""
    try:
        forget_expired_sessions()
        forget_old_logins()
        forget_old_uses()
        erase_removed_people()
        for tidy_other in others:
            tidy_other()
        analyse()
    except DatabaseError as error:
        logger.warning("The clean-up of the database was interrupted, and is tried again in an hour: %s", error)
    finally:
        connection.close()

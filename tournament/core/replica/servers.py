"""Reads the positions of the primary and the replica in the write-ahead log, and decides whether to use the replica."""

import logging
import math
import time
from concurrent.futures import ThreadPoolExecutor

from django.db import DEFAULT_DB_ALIAS, Error, connections

from tournament.core.replica.positions import Log, Notes, Position, Why
from tournament.core.replica.routing import REPLICA
from tournament.core.threads.interruption import was_interrupted

TRIED_AGAIN = 5.0
"""Seconds after which a replica that did not answer is tried again, by one request. That request waits for up to four
seconds if the replica is frozen: for the answer, and for another connection."""

WORDS = {
    Why.BEHIND: "The replica is too far behind, so everything is read from the primary.",
    Why.AWAY: "The replica does not answer, so everything is read from the primary.",
    Why.OTHER: "DATABASE_REPLICA_URL names no replica of the primary and is not read: see manage.py doctor.",
}

_DATABASE = "(SELECT oid FROM pg_database WHERE datname = current_database())"

OF_PRIMARY = f"""SELECT (pg_control_system()).system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int, {_DATABASE},
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"""

# This is the timeline of the replica's last checkpoint. After the promotion of another server it stays unchanged for
# minutes.
OF_REPLICA = f"""SELECT (pg_control_system()).system_identifier,
    (pg_control_checkpoint()).timeline_id, {_DATABASE},
    CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') END"""

logger = logging.getLogger(__name__)


def position_of_primary() -> Position:
    """Return the position up to which the primary has written its log. Raises `Error`, also if the server is a
    replica."""
    position = _position(DEFAULT_DB_ALIAS, OF_PRIMARY)
    assert position is not None  # noqa: S101 (for mypy: a server that is in recovery raises)
    return position


def position_of_replica() -> Position | None:
    """Return the position up to which the replica has replayed the log, read by this thread's connection; None if the
    server is not a replica. Raises `Error`."""
    return _position(REPLICA, OF_REPLICA)


def _position(alias: str, sql: str) -> Position | None:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)
        system, timeline, database, reached = cursor.fetchone()
    return None if reached is None else Position(Log(system, timeline, database), int(reached))


class Replica:
    """Decides, by the last measurement of this process, whether the replica is fresh enough to be read."""

    def __init__(self) -> None:
        self.notes = Notes()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replica")
        self._away_until = -math.inf
        self._logged: Why | None = None

    def why_not(self) -> Why | None:
        """Return the reason why the replica must not be read now, or None. With None, this thread is connected to a
        replica server that was found fresh enough.

        Once a second, a request starts another thread that reads the primary's position. The request does not wait for
        the other thread.
        """
        if self.notes.is_due():
            self._thread.submit(self._note)
        why = self._why_not()
        if why is not Why.IDLE and why != self._logged:
            self._logged = why
            logger.warning("%s", WORDS[why] if why else "The replica is read again.")
        return why

    def failed(self) -> None:
        """Stop using the replica for `TRIED_AGAIN` seconds, because a statement failed on it."""
        self._away_until = time.monotonic() + TRIED_AGAIN

    def _why_not(self) -> Why | None:
        now = time.monotonic()
        if now < self._away_until:
            return Why.AWAY
        if math.isfinite(self._away_until):
            self._away_until = now + TRIED_AGAIN  # this request tries the replica, and no other waits for it meanwhile
        try:
            position = position_of_replica()
        except Error:
            if was_interrupted():  # an interruption says nothing about the replica
                raise
            self.failed()
            return Why.AWAY
        self._away_until = -math.inf
        return Why.OTHER if position is None else self.notes.why_not(position)

    def _note(self) -> None:
        moment = self.notes.clock()
        try:
            self.notes.add(moment, position_of_primary())
        except Error:
            pass  # without notes every page is read from the primary, whose error then tells what is wrong
        finally:
            connections[DEFAULT_DB_ALIAS].close()


replica = Replica()

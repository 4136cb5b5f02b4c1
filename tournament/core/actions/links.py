"""Stores when the link of a table or a player was last used."""

import logging
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from tournament.core.sqlite.write_queue import gives_up_after
from tournament.core.threads.interruption import was_interrupted
from tournament.models import ClubTable, Entry, Table

EVERY = timedelta(minutes=10)
"""Minimum time between two writes, because open pages send a request every minute."""

PATIENCE = 0.2
"""Seconds that a page waits for others who write to SQLite: a table's page must not wait for a long transaction, and
the next request can note the link's use as well."""

logger = logging.getLogger(__name__)


def note_link_use(row: Table | Entry | ClubTable) -> None:
    """Store that this row's link is being used now. If others write for longer than `PATIENCE`, or the database fails,
    this is only logged, so that the page is still shown."""
    now = timezone.now()
    if row.link_used_at is not None and now - row.link_used_at < EVERY:
        return
    patience = gives_up_after.set(PATIENCE)
    try:
        type(row)._default_manager.filter(pk=row.pk).update(link_used_at=now)
    except DatabaseError as error:
        if was_interrupted():
            raise
        logger.warning("The use of a link was not noted: %s", error)
    finally:
        gives_up_after.reset(patience)

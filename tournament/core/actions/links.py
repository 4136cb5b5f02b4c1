"""Stores when the link of a table or a player was last used."""

import logging
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from tournament.core.threads.interruption import was_interrupted
from tournament.models import ClubTable, Entry, Table

EVERY = timedelta(minutes=10)
"""Minimum time between two writes, because open pages send a request every minute."""

logger = logging.getLogger(__name__)


def note_link_use(row: Table | Entry | ClubTable) -> None:
    """Store that this row's link is being used now. A database error is only logged, so that the page is still
    shown."""
    now = timezone.now()
    if row.link_used_at is not None and now - row.link_used_at < EVERY:
        return
    try:
        type(row)._default_manager.filter(pk=row.pk).update(link_used_at=now)
    except DatabaseError as error:
        if was_interrupted():
            raise
        logger.warning("The use of a link was not noted: %s", error)

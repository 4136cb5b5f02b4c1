"""Notes when the link of a table or a player was used."""

import logging
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from tournament.models import ClubTable, Entry, Table

EVERY = timedelta(minutes=10)
"""The least time between two notes: pages ask every minute, and each note is a write."""

logger = logging.getLogger(__name__)


def note_link_use(row: Table | Entry | ClubTable) -> None:
    """Note that the link of this row is used now. The page is shown also where that cannot be written."""
    now = timezone.now()
    if row.link_used_at is not None and now - row.link_used_at < EVERY:
        return
    try:
        type(row)._default_manager.filter(pk=row.pk).update(link_used_at=now)
    except DatabaseError as error:
        logger.warning("The use of a link was not noted: %s", error)

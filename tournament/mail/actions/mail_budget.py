"""Limits how much text the automatic mails of one account's events add to the database. Without this limit, a script
could fill the disk, where hands are stored too, with mails that are never sent, to thousands of entries.

Mails that wait to be sent are charged too, but never left out: their number is limited (`mail.actions.write_mail`).
"""

from datetime import timedelta
from functools import partial

from django.db import transaction

from tournament.core.actions.rates import Use, check, spend
from tournament.core.errors import TooOften
from tournament.core.queries.accountable import accountable
from tournament.core.rates import Rate
from tournament.mail.placeholders import Letter
from tournament.models import Tournament

WRITTEN = Rate("kilobytes of mails", 50_000, timedelta(days=1))
"""Limit, in kilobytes, on the automatic mails of one account's events. Five mails of 5 kB to each of 400 players have
10,000."""

EMPTY_MAIL = 500
"""Bytes of a mail without its text: the row and its indexes."""


def has_room_for_unsent(tournament: Tournament) -> bool:
    """Whether the account of a locked tournament has room for another mail that is only shown on the site."""
    try:
        check(_use(tournament))
    except TooOften:
        return False
    return True


def count_written(tournament: Tournament, text: Letter) -> None:
    """Count a mail of a locked tournament. It is charged to the account when the transaction commits: a lock on the
    account's budget would make transactions in two tournaments wait for each other."""
    if not tournament.mailed_bytes:
        transaction.on_commit(partial(_charge, tournament), robust=True)
    tournament.mailed_bytes += EMPTY_MAIL + len((text.subject + text.body).encode())


def _charge(tournament: Tournament) -> None:
    spend(tournament.mailed_bytes / 1_000, _use(tournament))
    tournament.mailed_bytes = 0


def _use(tournament: Tournament) -> Use:
    return WRITTEN, f"account {accountable(tournament.memberships.all())}"

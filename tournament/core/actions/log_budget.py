"""Limits how much one account adds to the logs of tournaments, whose entries are kept for good. Without this limit a
script could fill the disk, where hands are stored too, by any form whose changes are logged.

What a hanchan needs to be played does not count, so that no hand is ever refused: entries about a hanchan that are
short and give no reason, and recorded hands in any case.
"""

import json
from datetime import timedelta
from functools import partial

from django.db import transaction

from tournament.core.actions.rates import Use, check, spend
from tournament.core.queries.disk import is_nearly_full
from tournament.core.rates import Rate
from tournament.models import LogEntry, Tournament, User
from tournament.models.log import RECORDED

LOGGED = Rate("kilobytes logged", 50_000, timedelta(days=1))
"""Limit, in kilobytes, on what an account adds to logs. An event of two thousand players, of whom each is changed ten
times, has about ten thousand."""

NEARLY_FULL = 2_000
"""The same limit while the disk is nearly full: what is left of it is for hands."""

EMPTY_ENTRY = 400
"""Bytes of an entry without its data and reason: the row and its indexes."""

SHORT = 1_000
"""Bytes of the data of a short entry. A sheet signed by four players has about 100."""


def count_logged(entry: LogEntry, account: User, *, may_refuse: bool) -> None:
    """Count an entry that an account adds to a locked tournament's log. The account is charged when the transaction
    commits: a lock on its budget would make its transactions in two tournaments wait for each other.

    Raises `TooOften` if the account has used up its budget, unless the entry must be logged (`may_refuse`).
    """
    size = len(json.dumps(entry.data))
    if entry.hanchan and (entry.kind == RECORDED or (size <= SHORT and not entry.reason)):
        return
    tournament = entry.tournament
    use = (LOGGED, f"account {account.pk}")
    if not tournament.logged_bytes:
        if may_refuse:
            check(use, amount=LOGGED.burst - NEARLY_FULL if is_nearly_full() else 1)
        transaction.on_commit(partial(_charge, tournament, use), robust=True)
    tournament.logged_bytes += EMPTY_ENTRY + size + len(entry.reason.encode())


def _charge(tournament: Tournament, use: Use) -> None:
    spend(tournament.logged_bytes / 1_000, use)
    tournament.logged_bytes = 0

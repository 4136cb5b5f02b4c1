"""Limits how much one account adds to the logs of tournaments, whose entries are kept for good. Without this limit a
script could fill the disk, where hands are stored too, by any form whose changes are logged.

Entries about a hanchan do not count, so that no hand is ever refused; how many there are is limited at the table.
"""

import json
from datetime import timedelta
from functools import partial

from django.db import transaction

from tournament.core.actions.rates import Use, check, spend
from tournament.core.rates import Rate
from tournament.models import Tournament, User

LOGGED = Rate("kilobytes logged", 50_000, timedelta(days=1))
"""Limit, in kilobytes, on what an account adds to logs. An event of two thousand players, of whom each is changed ten
times, has about ten thousand."""

EMPTY_ENTRY = 0.4
"""Kilobytes of an entry without its data: the row and its indexes."""


def count_logged(tournament: Tournament, account: User, data: dict[str, object], *, may_refuse: bool) -> None:
    """Count an entry for a locked tournament's log. It is charged to the account when the transaction commits: a lock
    on the account's budget would make transactions in two tournaments wait for each other.

    Raises `TooOften` if the account has used up its budget, unless the entry must be logged (`may_refuse`).
    """
    use = (LOGGED, f"account {account.pk}")
    if not tournament.logged_kilobytes:
        if may_refuse:
            check(use)
        transaction.on_commit(partial(_charge, tournament, use), robust=True)
    tournament.logged_kilobytes += EMPTY_ENTRY + len(json.dumps(data)) / 1_000


def _charge(tournament: Tournament, use: Use) -> None:
    spend(tournament.logged_kilobytes, use)
    tournament.logged_kilobytes = 0.0

"""The locks for every write, always taken in the same order: the tournament, then its hanchans and players.

Here and elsewhere a row is locked with `no_key=True`. On PostgreSQL a transaction that inserts a row locks, at its end,
the keys of the rows that the new row refers to. The log refers to accounts and a league to tournaments, which other
transactions may hold: if their locks included the key, two transactions would wait for each other. No action changes
the id of a row that it has locked, and a deletion takes the stronger lock itself. But a lock does not keep others from
inserting rows that refer to the locked row: who must not do that takes the same lock first.
"""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from tournament.core.actions.mark_namesakes import mark_namesakes
from tournament.core.errors import Archived, Away, Busy
from tournament.models import Hanchan, Player, Tournament

Result = TypeVar("Result")

LONGEST_WAIT = 8
"""Seconds for which `locked_tournaments` waits until it has all locks. A form keeps its turn in its lane meanwhile, so
it is rather refused while the largest file of a laptop comes back (`archive.tenbo.cost.MOST_SECONDS`)."""

STATEMENT_STOPPED = "57014"
"""PostgreSQL's code of the error that a statement took longer than its timeout."""

TRIES = 5
"""How often `locked_with` computes anew because something was written meanwhile."""


@contextmanager
def locked_tournament(
    tournament_id: int, *, even_archived: bool = False, even_away: bool = False
) -> Iterator[Tournament]:
    """Lock a tournament against other writers for one transaction. Raises `Tournament.DoesNotExist`, `Archived` and
    `Away`.

    On SQLite the transaction itself is the lock, because it begins IMMEDIATE.
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, even_archived=even_archived, even_away=even_away)
        yield tournament
        _mark_namesakes(tournament)


@contextmanager
def locked_with(tournament_id: int, compute: Callable[[Tournament], Result]) -> Iterator[tuple[Tournament, Result]]:
    """Lock a tournament like `locked_tournament`, and yield the tournament together with the result of `compute`.

    `compute` may take long, so it is called before the lock is taken, and called again if the tournament was changed
    after that. The result must depend only on signed results, because recorded hands do not count as changes. Raises
    `Busy` if the tournament was changed after each of `TRIES` calls, and all errors of `locked_tournament`.
    """
    for _try in range(TRIES):
        before = Tournament.objects.get(pk=tournament_id)
        computed = compute(before)
        with locked_tournament(tournament_id) as tournament:
            if tournament.official_version == before.official_version:
                yield tournament, computed
                return
    raise Busy


@contextmanager
def locked_tournaments(*tournament_ids: int, here: int | None = None) -> Iterator[dict[int, Tournament]]:
    """Lock several tournaments for one transaction, all or none, and yield them by id in the order of their ids.

    Used for changes to a person in all the person's tournaments. `here` is the tournament on whose page somebody made
    the change. Only the tournament `here` must be neither archived nor away: an owner of another tournament must not be
    able to prevent the change by archiving it or handing it over. Raises `Tournament.DoesNotExist`, `Archived`, `Away`,
    and `Busy` if one of them stays locked.
    """
    with transaction.atomic():
        rows_by_id = {tournament.pk: tournament for tournament in _locked_together(tournament_ids)}
        if rows_by_id.keys() != set(tournament_ids):
            raise Tournament.DoesNotExist
        for pk, tournament in rows_by_id.items():
            _check_writable(tournament, even_archived=pk != here, even_away=pk != here)
        yield rows_by_id
        _mark_namesakes(*rows_by_id.values())


def _locked_together(tournament_ids: Collection[int]) -> list[Tournament]:
    """Lock all these tournaments, or raise `Busy` after `LONGEST_WAIT` seconds. Rows that do not exist are left out.

    A transaction that waited for one tournament while holding another would keep the other's tables waiting, too. So
    the free ones are locked without waiting, and if one is missing, all are released. Then only the missing one is
    waited for, in PostgreSQL's queue: while changes of one tournament follow each other, its row passes from one
    transaction to the next in the queue, and a lock that does not queue never gets it. When the missing one is locked,
    the others are free, or the next missing one is waited for without holding this one.

    Nobody waits while holding a lock, so there is no deadlock. But there is no promise either: if changes of two
    tournaments follow each other without a gap, the second may be locked each time that the first is reached. The
    change is then refused, because keeping the first would be unfair to its tables, which have nothing to do with it.
    """
    ids, missing = set(tournament_ids), None
    until = time.monotonic() + LONGEST_WAIT
    free = Tournament.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=ids).order_by("pk")
    while True:
        with transaction.atomic():
            exists = missing is None or _wait_for(missing, until)
            rows = list(free.all())
            others = ids.difference(row.pk for row in rows)
            if not others or not exists or connection.vendor == "sqlite":  # SQLite locks the whole file
                return rows
            transaction.set_rollback(True)  # releases what was locked in this block
        missing = min(others)


def _wait_for(tournament_id: int, until: float) -> bool:
    """Wait in PostgreSQL's queue for this tournament, and lock it. Return whether it exists. Raises `Busy`.

    The whole statement is limited. PostgreSQL's `lock_timeout` would begin anew at each step of the queue.
    """
    milliseconds = int(1000 * (until - time.monotonic()))
    if milliseconds <= 0:  # 0 would be no limit
        raise Busy
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout')")
        (before,) = cursor.fetchone()
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(milliseconds)])
        try:
            exists = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).values("pk").first()
        except OperationalError as error:  # the rollback restores the setting, too
            if getattr(error.__cause__, "sqlstate", "") != STATEMENT_STOPPED:
                raise
            raise Busy from None
        # The caller may go on in this transaction, and its other statements have their own limit.
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [before])
    return exists is not None


@contextmanager
def locked_hanchan(hanchan_id: int, *, even_archived: bool = False) -> Iterator[Hanchan]:
    """Lock a hanchan and its tournament against other writers for one transaction.

    Two phones may send the same hand at once: the second request waits for this lock, and then sees the hand that the
    first request recorded. Raises `Hanchan.DoesNotExist`, `Archived` and `Away`.
    """
    with transaction.atomic():
        owner = Hanchan.objects.values("round__tournament_id").get(pk=hanchan_id)
        tournament = _locked(owner["round__tournament_id"], even_archived=even_archived)
        hanchan = Hanchan.objects.select_for_update(no_key=True).select_related("round", "table").get(pk=hanchan_id)
        hanchan.round.tournament = hanchan.table.tournament = tournament  # the locked row, whose version the log raises
        yield hanchan


@contextmanager
def locked_hanchans(*hanchan_ids: int) -> Iterator[list[Hanchan]]:
    """Lock several hanchans of one tournament in the order of their ids, and yield them in the order of the arguments.

    Raises `Hanchan.DoesNotExist`, also for a hanchan of another tournament, `Archived` and `Away`.
    """
    with transaction.atomic():
        owner = Hanchan.objects.values("round__tournament_id").get(pk=hanchan_ids[0])
        tournament = _locked(owner["round__tournament_id"])
        rows = (
            Hanchan.objects.select_for_update(no_key=True, of=("self",)).select_related("round", "table").order_by("pk")
        )
        rows_by_id = {hanchan.pk: hanchan for hanchan in rows.filter(pk__in=hanchan_ids, round__tournament=tournament)}
        for hanchan in rows_by_id.values():
            hanchan.round.tournament = hanchan.table.tournament = tournament
        if rows_by_id.keys() != set(hanchan_ids):
            raise Hanchan.DoesNotExist
        yield [rows_by_id[pk] for pk in hanchan_ids]


def lock_players(player_ids: Collection[int]) -> list[int]:
    """Lock players for the current transaction, after all tournaments. Return the ids of those who exist.

    Call this before a known player gets an entry, and before a player is merged, removed, or deleted because no entry
    is left. These transactions lock different tournaments: without this lock a new entry in one tournament would refer
    to a player whom a change in another tournament has just deleted.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=player_ids).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def _mark_namesakes(*tournaments: Tournament) -> None:
    for tournament in tournaments:
        if tournament.changes_names:
            mark_namesakes(tournament)


def _locked(tournament_id: int, *, even_archived: bool = False, even_away: bool = False) -> Tournament:
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    _check_writable(tournament, even_archived=even_archived, even_away=even_away)
    return tournament


def _check_writable(tournament: Tournament, *, even_archived: bool, even_away: bool = False) -> None:
    if tournament.deleted_at is not None:
        raise Tournament.DoesNotExist
    if tournament.away_since is not None and not even_away:
        raise Away(tournament.name, tournament.away_at, tournament.away_since)
    if tournament.archived_at is not None and not even_archived:
        raise Archived

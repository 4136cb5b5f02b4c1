"""Deletes the rows of tournaments, in one transaction or in many short ones."""

from collections import deque
from collections.abc import Callable
from functools import cache
from graphlib import TopologicalSorter

from django.db import models, transaction
from django.db.models import ProtectedError

from tournament.archive.queries.batch import next_batch
from tournament.archive.tenbo.columns import BATCH_SIZE
from tournament.core.acknowledged import forget
from tournament.core.actions.locking import lock_players
from tournament.models import Entry, Import, LogEntry, Player, Tournament

LOG_ENTRIES = 5_000
"""The most log entries that are updated in one transaction."""


def delete_in_batches(tournament: Tournament) -> None:
    """Delete a hidden tournament with all its rows. Its players are deleted too, unless they are in another tournament
    or on a club's list.

    Many short transactions are used, so that on SQLite other processes can write between them. After an interruption,
    call this function again.
    """
    _forget_hanchans(tournament)
    # The `Import` row is deleted last, with the tournament, because an unfinished import is found by it.
    parts = [(model, path) for model, path in parts_of_tournaments() if model is not Import]
    delete_rows([model._default_manager.filter(**{path: tournament}) for model, path in parts], _delete_in_batches)
    # Before the last row goes: afterwards nobody finds out that this is left to do, and the version looks like a loss.
    forget(tournament.pk)
    tournament.delete()


def _forget_hanchans(tournament: Tournament) -> None:
    """Let no log entry name a hanchan any more: the log and the hanchans refer to each other."""
    about_hanchans = tournament.log.exclude(hanchan=None)
    last, is_last = -1, False
    while not is_last:
        following = about_hanchans.filter(number__gt=last).order_by("number")
        numbers, is_last = next_batch(following, "number", at_once=LOG_ENTRIES)
        if numbers:
            last = numbers[-1]
            about_hanchans.filter(number__range=(numbers[0], last)).update(hanchan=None)


def _delete_in_batches(rows: "models.QuerySet[models.Model]") -> None:
    is_last = False
    while not is_last:
        pks, is_last = next_batch(rows.order_by(), at_once=BATCH_SIZE)
        if pks:
            _delete_batch(rows.model, pks)


def _delete_batch(model: type[models.Model], pks: list[int]) -> None:
    """Delete the rows of this model with these ids."""
    rows = model._default_manager.filter(pk__in=pks)
    if model is LogEntry:
        # Rows that refer to log entries were deleted before; otherwise the database would refuse. Django's `delete`
        # would load the entries, and search 25 tables for references.
        rows._raw_delete(rows.db)
    elif model is Entry:
        _delete_entries(pks)
    else:
        with transaction.atomic():
            rows.delete()


def _delete_entries(pks: list[int]) -> None:
    """Delete the entries with these ids, and their players, unless a player is in another tournament or on a club's
    list.

    A merge may give the entries to other players until their players are locked. Players that came so are locked in a
    new transaction, because locks are taken in the order of ids.
    """
    players = Player.objects.filter(entries__in=pks).values_list("pk", flat=True)
    is_deleted = False
    while not is_deleted:
        known = list(players.all())
        with transaction.atomic():
            # The players first, as in a merge: otherwise both could wait for each other.
            locked = lock_players(known)
            if set(players.all()) <= set(locked):
                Entry.objects.filter(pk__in=pks).delete()
                Player.objects.filter(pk__in=locked, entries=None, clubs=None).delete()
                is_deleted = True


def _delete_at_once(rows: "models.QuerySet[models.Model]") -> None:
    with transaction.atomic():
        rows.delete()


def delete_rows(
    waiting: "list[models.QuerySet[models.Model]]",
    delete: "Callable[[models.QuerySet[models.Model]], None]" = _delete_at_once,
) -> None:
    """Delete the rows of all these query sets, in an order that respects the references between the rows. For actions.
    Raises `RuntimeError` if there is no such order."""
    while waiting:
        left = [rows for rows in waiting if not _is_deleted(rows, delete)]
        if len(left) == len(waiting):
            raise RuntimeError(f"nothing can be deleted first: {[rows.model.__name__ for rows in left]}")
        waiting = left


def _is_deleted(
    rows: "models.QuerySet[models.Model]", delete: "Callable[[models.QuerySet[models.Model]], None]"
) -> bool:
    try:
        delete(rows)
    except ProtectedError:
        return False
    return True


@cache
def parts_of_tournaments() -> list[tuple[type[models.Model], str]]:
    """Return every model whose rows belong to a tournament, each with its lookup path to the tournament. Models are in
    the order of deletion: a model comes after all models that refer to it, and `LogEntry` comes last."""
    paths: dict[type[models.Model], str] = {}
    queue: deque[tuple[type[models.Model], str]] = deque([(Tournament, "")])
    while queue:
        model, path = queue.popleft()
        for relation in model._meta.related_objects:
            field, child = relation.field, relation.related_model
            # A row belongs to the tournament only if its foreign key is required.
            if field.many_to_many or field.null or child in paths or not isinstance(child, type):
                continue
            paths[child] = f"{field.name}__{path}" if path else field.name
            queue.append((child, paths[child]))
    sorter: TopologicalSorter[type[models.Model]] = TopologicalSorter()
    for model in paths:
        if model is not LogEntry:  # the log and the hanchans refer to each other
            sorter.add(model, *(child for child in paths if _refers_to(child, model) and child is not LogEntry))
    order = [*sorter.static_order()]
    return [*((model, paths[model]) for model in order), (LogEntry, paths[LogEntry])]


def _refers_to(child: type[models.Model], model: type[models.Model]) -> bool:
    return child is not model and any(relation.related_model is child for relation in model._meta.related_objects)

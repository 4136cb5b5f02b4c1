"""Delete a tournament permanently."""

from collections import deque
from collections.abc import Callable
from functools import partial

from django.db import models, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournament.core.acknowledged import forget
from tournament.core.actions.contacts import let_go
from tournament.core.actions.journal import publish
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.models import LogEntry, Player, Tournament, Visitor


class OtherName(NotDone):
    """The typed name is not the tournament's."""

    message = _("This is not the tournament's name. Nothing was deleted.")


def delete_tournament(*, tournament_id: int, name: str, by: Visitor) -> None:
    """Delete a tournament with all its rows, and players who are in no other. `name` is the name that was typed.

    For owners. Raises `OtherName`, and `Tournament.DoesNotExist` if it is gone already.
    """
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        if " ".join(name.split()) != " ".join(tournament.name.split()):
            raise OtherName
        delete_rehearsal(tournament)
        _delete_whole(tournament)


def delete_rehearsal(tournament: Tournament) -> None:
    """Delete the rehearsal of a tournament with its invented players, if there is one. For actions: the caller holds
    the tournament's lock."""
    rehearsal = Tournament.objects.filter(rehearsal_of=tournament).first()
    if rehearsal is not None:
        with locked_tournament(rehearsal.pk, even_archived=True) as locked:
            _delete_whole(locked)


def _delete_whole(tournament: Tournament) -> None:
    players = list(tournament.entries.values_list("player_id", flat=True))
    let_go(players, leaving=tournament)
    # The log and the hanchans refer to each other.
    tournament.log.update(hanchan=None)
    tournament.version += 1  # the last update that open pages receive
    publish(tournament)
    delete_rows([model._default_manager.filter(**{path: tournament}) for model, path in parts_of_tournaments()])
    transaction.on_commit(partial(forget, tournament.pk))  # its id is gone after the next line
    tournament.delete()
    Player.objects.filter(pk__in=players, entries=None, clubs=None).delete()


def _delete_at_once(rows: "models.QuerySet[models.Model]") -> None:
    with transaction.atomic():
        rows.delete()


def delete_rows(
    waiting: "list[models.QuerySet[models.Model]]",
    delete: "Callable[[models.QuerySet[models.Model]], None]" = _delete_at_once,
) -> None:
    """Delete rows that refer to each other, in an order that the references allow. For actions. Raises `RuntimeError`
    if there is no such order."""
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


def parts_of_tournaments() -> list[tuple[type[models.Model], str]]:
    """Return every model whose rows belong to a tournament, the most indirect first and `LogEntry` last, each with its
    lookup path to the tournament."""
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
    parts = list(reversed(paths.items()))
    return sorted(parts, key=lambda part: part[0] is LogEntry)

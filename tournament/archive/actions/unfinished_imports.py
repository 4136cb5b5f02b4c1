"""Delete the hidden tournaments that interrupted imports left behind."""

import datetime

from django.db import models, transaction
from django.utils import timezone

from tournament.archive.actions.delete_tournament import delete_rows, parts_of_tournaments
from tournament.archive.tenbo.columns import BATCH_SIZE
from tournament.models import Entry, Import, Player, Tournament

STALE_AFTER = datetime.timedelta(hours=1)
"""An import that is not finished after this time was killed: none takes nearly so long."""

LOG_ENTRIES = 5_000
"""How many log entries are updated in one transaction."""


def clear_unfinished_imports() -> None:
    """Delete the tournaments whose import was killed."""
    stale = Import.objects.filter(is_finished=False, at__lt=timezone.now() - STALE_AFTER)
    for tournament in Tournament.objects.filter(imported__in=stale):
        clear_import(tournament)


def clear_import(tournament: Tournament) -> None:
    """Delete a tournament whose import is not finished, in many short transactions. If this is interrupted, it can be
    called again."""
    # The log and the hanchans refer to each other.
    for start in range(0, tournament.version + 1, LOG_ENTRIES):
        tournament.log.filter(number__range=(start, start + LOG_ENTRIES - 1)).update(hanchan=None)
    # The `Import` row is deleted last, with the tournament, because the rest is found by it.
    parts = [(model, path) for model, path in parts_of_tournaments() if model is not Import]
    delete_rows([model._default_manager.filter(**{path: tournament}) for model, path in parts], _delete_in_batches)
    tournament.delete()


def _delete_in_batches(rows: "models.QuerySet[models.Model]") -> None:
    while pks := list(rows.order_by().values_list("pk", flat=True)[:BATCH_SIZE]):
        _delete_batch(rows.model, pks)


def _delete_batch(model: type[models.Model], pks: list[int]) -> None:
    """Delete rows; entries together with their players, who were created by the import."""
    players = list(Player.objects.filter(entries__in=pks).values_list("pk", flat=True)) if model is Entry else []
    with transaction.atomic():
        model._default_manager.filter(pk__in=pks).delete()
        Player.objects.filter(pk__in=players, entries=None, clubs=None).delete()

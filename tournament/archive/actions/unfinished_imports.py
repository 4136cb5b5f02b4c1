"""Delete the hidden tournaments that interrupted imports left behind."""

import datetime

from django.utils import timezone

from tournament.archive.actions.delete_rows import delete_in_batches
from tournament.models import Import, Tournament

STALE_AFTER = datetime.timedelta(hours=1)
"""Age after which an unfinished import is treated as interrupted: no import takes nearly so long."""


def clear_unfinished_imports() -> None:
    """Delete the tournaments whose import was interrupted."""
    stale = Import.objects.filter(is_finished=False, at__lt=timezone.now() - STALE_AFTER)
    for tournament in Tournament.objects.filter(imported__in=stale):
        delete_in_batches(tournament)

"""Make a tournament read-only in the archive, or writable again."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.archive.queries.hand_over import is_late_copy
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_owner
from tournament.core.errors import NotDone
from tournament.models import PushSubscription, Visitor


class IsLateCopy(NotDone):
    """The tournament is the separate copy of a file that a laptop returned too late. The copy cannot be made writable
    again, because it must stay as the laptop had it."""

    message = _(
        "A laptop brought this copy back too late: the tournament had already continued without the"
        " laptop. You can read, compare and delete the copy, but not change it."
    )


def archive_tournament(*, tournament_id: int, by: Visitor) -> None:
    """Make the tournament read-only, and delete its push subscriptions. If it is already archived, nothing changes. For
    owners. Raises `NoOwnerAnyMore`."""
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        check_owner(tournament, by)
        if tournament.archived_at is not None:
            return
        tournament.archived_at = timezone.now()
        tournament.save(update_fields=["archived_at"])
        PushSubscription.objects.of_tournament(tournament).delete()
        log(tournament, "tournament.archived", by=by)


def unarchive_tournament(*, tournament_id: int, by: Visitor) -> None:
    """Make an archived tournament writable again. For owners. Raises `NoOwnerAnyMore` and `IsLateCopy`."""
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        check_owner(tournament, by)
        if is_late_copy(tournament):
            raise IsLateCopy
        if tournament.archived_at is None:
            return
        tournament.archived_at = None
        tournament.save(update_fields=["archived_at"])
        log(tournament, "tournament.unarchived", by=by)

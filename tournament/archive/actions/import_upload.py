"""Store an uploaded file until its import is accepted."""

import datetime
import zlib
from uuid import UUID, uuid4

from django.utils import timezone

from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.actions.take_over import take_over
from tournament.archive.queries.uploads import upload_of, uploaded_content
from tournament.archive.tenbo.cost import TakeSeconds, take_nothing
from tournament.archive.tenbo.document import checked_document
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over, is_hand_over
from tournament.archive.tenbo.reading import parsed
from tournament.core.actions.batches import delete_in_batches
from tournament.core.errors import MayNotCreate
from tournament.core.queries.disk import check_free_space
from tournament.models import Import, Tournament, Upload, Visitor

UPLOAD_LASTS = datetime.timedelta(days=1)


def store_upload(content: bytes, *, by: Visitor) -> UUID:
    """Store an uploaded document, and return its key. The document is stored for `UPLOAD_LASTS`, unless this account
    imports it or uploads another. Raises `MayNotCreate` and `DiskNearlyFull`."""
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    check_free_space()
    defaults = {"key": uuid4(), "content": zlib.compress(content), "at": timezone.now()}
    upload, _is_new = Upload.objects.update_or_create(user=by.account, defaults=defaults)
    return upload.key


def forget_old_uploads() -> None:
    """Delete the uploads that nobody imported within `UPLOAD_LASTS`. The server calls this each hour."""
    delete_in_batches(Upload.objects.filter(at__lt=timezone.now() - UPLOAD_LASTS), at_once=1)  # each may be large


def import_upload(*, key: UUID, by: Visitor, take_seconds: TakeSeconds = take_nothing) -> Tournament:
    """Create the tournament of an upload; a repeated submission returns the same tournament. For `take_seconds` see
    `take_over`.

    Raises `UploadGone`, `BadDocument`, `MayNotCreate`, `DiskNearlyFull`, and `FileUsedUp` for a hand-over file whose
    tournament this laptop has returned already.
    """
    repeated = Import.objects.select_related("tournament").filter(key=key, user=by.account, is_finished=True).first()
    if repeated is not None:
        return repeated.tournament
    check_free_space()
    upload = upload_of(key, by)
    data = parsed(uploaded_content(upload))
    if is_hand_over(data):
        tournament = take_over(file=checked_hand_over(data, TO_LAPTOP), key=key, by=by, take_seconds=take_seconds)
    else:
        tournament = import_tournament(document=checked_document(data), key=key, by=by)
    upload.delete()
    return tournament

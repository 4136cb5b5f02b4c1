"""Store an uploaded file until its import is accepted."""

import datetime
import zlib
from uuid import UUID, uuid4

from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.actions.take_over import take_over
from tournament.archive.queries.uploads import upload_of, uploaded_content
from tournament.archive.tenbo.cost import TakeSeconds, take_nothing
from tournament.archive.tenbo.document import checked_document
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over, is_hand_over
from tournament.archive.tenbo.reading import parsed
from tournament.core.actions.batches import delete_in_batches
from tournament.core.errors import MayNotCreate, NotDone
from tournament.core.queries.disk import check_free_space
from tournament.models import Import, Tournament, Upload, User, Visitor

UPLOAD_LASTS = datetime.timedelta(days=1)

MOST_WAITING = 400_000_000
"""The most bytes that all uploads together take: as many as twenty encrypted files of the greatest length."""


class NoRoomForUpload(NotDone):
    """The uploads of other accounts leave no room for this file, and none of them is larger."""

    message = _(
        "Too many uploaded files wait for their import, so this file was not stored. Nothing was changed; upload it"
        " again tomorrow."
    )


def store_upload(content: bytes, *, by: Visitor) -> UUID:
    """Store an uploaded document, and return its key. The document is stored for `UPLOAD_LASTS`, unless this account
    imports it or uploads another, or others need its room (`_make_room`). Raises `MayNotCreate`, `DiskNearlyFull` and
    `NoRoomForUpload`."""
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    check_free_space()
    compressed = zlib.compress(content)
    _make_room(len(compressed), by.account)
    defaults = {"key": uuid4(), "content": compressed, "at": timezone.now()}
    return Upload.objects.update_or_create(user=by.account, defaults=defaults)[0].key


def _make_room(size: int, user: User) -> None:
    """Delete the largest uploads of others until an upload of this size has room, of equal ones the oldest. Raises
    `NoRoomForUpload` rather than deleting a smaller one.

    Accounts are free, so a limit for each does not bound all uploads. Somebody who fills the room needs few accounts
    for large files; the files of most organizers are small, and are never deleted for larger ones.
    """
    # Two queries, because SQLite reads the whole content of a row for the columns after it. These find what they need
    # in an index or before the content.
    sizes = dict(Upload.objects.annotate(size=Length("content")).values_list("pk", "size"))
    by_age = Upload.objects.exclude(user=user).order_by("at").values_list("pk", flat=True)
    others = [pk for pk in by_age if pk in sizes]
    excess = size + sum(sizes[pk] for pk in others) - MOST_WAITING
    dropped = []
    for pk in sorted(others, key=lambda pk: -sizes[pk]):
        if excess <= 0:
            break
        if sizes[pk] < size:
            raise NoRoomForUpload
        dropped.append(pk)
        excess -= sizes[pk]
    delete_in_batches(Upload.objects.filter(pk__in=dropped), at_once=1)  # each may be large


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

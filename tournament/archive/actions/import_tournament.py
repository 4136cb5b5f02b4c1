"""Import a tournament from a document."""

import datetime
import zlib
from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.rebuild_figures import rebuild_figures
from tournament.archive.queries.differences import differences_in
from tournament.archive.tenbo.document import Document, envelope, make_tournament, read_envelope
from tournament.archive.tenbo.values import BadDocument
from tournament.core.actions.journal import account_name
from tournament.core.errors import MayNotCreate, NotDone
from tournament.models import Import, Membership, Role, Tournament, Upload, Visitor

UPLOAD_LASTS = datetime.timedelta(days=1)


class UploadGone(NotDone):
    """The upload was replaced by another, or is too old."""

    message = gettext_lazy("This file is no longer here. Choose it again.")


def keep_upload(content: bytes, *, by: Visitor) -> UUID:
    """Keep an uploaded document until it is imported or another is uploaded, and return its key."""
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    now = timezone.now()
    Upload.objects.filter(at__lt=now - UPLOAD_LASTS).delete()
    defaults = {"key": uuid4(), "content": zlib.compress(content), "at": now}
    upload, _is_new = Upload.objects.update_or_create(user=by.account, defaults=defaults)
    return upload.key


def import_upload(*, key: UUID, by: Visitor) -> Tournament:
    """Create the tournament of an upload; a repeated submission returns the same tournament.

    Raises `UploadGone`, `BadDocument` and `MayNotCreate`.
    """
    repeated = Import.objects.select_related("tournament").filter(key=key, user=by.account).first()
    if repeated is not None:
        return repeated.tournament
    upload = Upload.objects.filter(key=key, user=by.account).first()
    if upload is None:
        raise UploadGone
    made = import_tournament(document=read_envelope(zlib.decompress(upload.content)), key=key, by=by)
    upload.delete()
    return made


def import_tournament(*, document: Document, key: UUID, by: Visitor) -> Tournament:
    """Create the tournament of a document, completely or not at all; the visitor becomes its owner.

    Its log is the document's; the import itself is recorded beside the log. Raises `BadDocument` if the document
    contradicts itself, `NotDone` if somebody imported it at the same moment, and `MayNotCreate`.
    """
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    try:
        with transaction.atomic():
            tournament = make_tournament(document)
            Membership.objects.create(tournament=tournament, user=by.account, role=Role.OWNER)
            Import.objects.create(
                tournament=tournament,
                user=by.account,
                actor=account_name(by),
                key=key,
                log_until=tournament.version,
                at=timezone.now(),
            )
            _check(tournament, document)
            rebuild_figures(tournament_id=tournament.pk)
            return tournament
    except IntegrityError:
        raise NotDone(_("Someone else created a tournament at the same moment. Try again.")) from None


def _check(tournament: Tournament, document: Document) -> None:
    """Refuse a document if its import would lose data, or if its facts contradict each other."""
    lost = _first_difference(document, envelope(tournament))
    if lost is not None:
        raise BadDocument(lost, gettext_lazy("The rest of the document says otherwise."))
    for line in differences_in(tournament):
        raise BadDocument("", _("The document contradicts itself: %(difference)s.") % {"difference": line})


def _first_difference(original: Any, restored: Any, where: str = "") -> str | None:
    """The first place where a value of the original is missing or differs; additions do not matter."""
    if isinstance(original, dict) and isinstance(restored, dict):
        places: Iterable[tuple[str, Any, Any]] = (
            (f"{where}.{key}" if where else key, value, restored.get(key, _Missing)) for key, value in original.items()
        )
    elif isinstance(original, list) and isinstance(restored, list) and len(original) == len(restored):
        places = ((f"{where}[{n}]", *pair) for n, pair in enumerate(zip(original, restored, strict=True)))
    else:
        return None if type(original) is type(restored) and original == restored else where
    return next((at for place, a, b in places if (at := _first_difference(a, b, place)) is not None), None)


class _Missing:
    """Marks a key that is missing."""

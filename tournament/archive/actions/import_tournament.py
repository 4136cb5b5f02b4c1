"""Import a tournament from a document."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.rebuild_figures import rebuild_figures
from tournament.archive.queries.differences import differences_in
from tournament.archive.tenbo.document import Document, envelope, make_tournament
from tournament.archive.tenbo.values import BadDocument
from tournament.core.actions.journal import account_name
from tournament.core.errors import MayNotCreate, NotDone
from tournament.models import Import, Membership, Role, Tournament, Visitor


def import_tournament(*, document: Document, key: UUID, by: Visitor) -> Tournament:
    """Create the tournament of a document, completely or not at all; the visitor becomes its owner.

    Its log is the document's; the import itself is recorded beside the log. Raises `BadDocument` if the document
    contradicts itself, `NotDone` if somebody imported it at the same moment, and `MayNotCreate`.
    """
    if not by.may_create_tournaments:
        raise MayNotCreate
    return import_document(document=document, key=key, by=by)


def import_document(*, document: Document, key: UUID, by: Visitor) -> Tournament:
    """Create a tournament like `import_tournament`, also for somebody who may open none. For actions."""
    if by.account is None:
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
            check_made(tournament, document)
            rebuild_figures(tournament_id=tournament.pk)
            return tournament
    except IntegrityError:
        raise NotDone(_("Someone else created a tournament at the same moment. Try again.")) from None


def check_made(tournament: Tournament, document: Document, *, but: Collection[int] = ()) -> None:
    """Refuse a document if its import lost data, or if its facts contradict each other. Entries with the numbers of
    `but` may differ. Raises `BadDocument`."""
    made = envelope(tournament)
    stored = {entry["number"]: entry for entry in made["entries"]}
    entries = [stored.get(row["number"], row) if row["number"] in but else row for row in document["entries"]]
    lost = _first_difference({**document, "entries": entries}, made)
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

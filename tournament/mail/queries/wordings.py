"""An event's own wording of automatic mails, and an entry with which to preview it."""

from django.db.models import Case, When

from tournament.mail.placeholders import Letter
from tournament.models import Entry, EntryStatus, MailWording, Tournament


def wordings_of(tournament: Tournament) -> dict[tuple[str, str], Letter]:
    """Return the event's own wordings, by kind and language."""
    rows = MailWording.objects.filter(tournament=tournament)
    return {(row.kind, row.language): Letter(row.subject, row.body) for row in rows}


def own_wording(tournament: Tournament, kind: str, language: str) -> Letter | None:
    """Return the event's own wording of mails of one kind in one language, or None."""
    row = MailWording.objects.filter(tournament=tournament, kind=kind, language=language).first()
    return Letter(row.subject, row.body) if row else None


def preview_reader(tournament: Tournament, status: str, *, paid: bool) -> Entry | None:
    """Return an entry for the preview of a mail: the first entry with this status and payment, else the first that is
    not cancelled, else the first of all. None if there is no entry."""
    rank = Case(When(status=status, paid=paid, then=0), When(status=EntryStatus.CANCELLED, then=2), default=1)
    entries = tournament.entries.filter(player__removed_at=None).select_related("player", "tournament")
    return entries.order_by(rank, "number").first()

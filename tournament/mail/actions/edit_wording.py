"""Change the wording of an event's automatic mails."""

from dataclasses import asdict

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.merge import merged
from tournament.mail.placeholders import Letter
from tournament.mail.queries.wordings import own_wording
from tournament.models import MailKind, MailWording, Visitor


def edit_wording(
    *,
    tournament_id: int,
    kind: MailKind,
    language: str,
    words: Letter | None,
    by: Visitor,
    base: Letter | None = None,
    standard: Letter | None = None,
) -> None:
    """Set the event's own wording for one kind of mail in one language; with `words` None, return to Tenbo's wording,
    which is `standard`. `base` is the wording that the form was filled in with (see `core.merge`).

    Mails that were already written do not change. A retry changes nothing. For organizers. Raises `Archived`.
    """
    with locked_tournament(tournament_id) as tournament:
        own = own_wording(tournament, kind, language)
        stored = own or standard
        if words is not None and base is not None and stored is not None:
            words = Letter(**merged(asdict(words), asdict(base), asdict(stored)))
        if words == standard:
            words = None
        if own == words:
            return
        MailWording.objects.filter(tournament=tournament, kind=kind, language=language).delete()
        if words is not None:
            MailWording.objects.create(
                tournament=tournament, kind=kind, language=language, subject=words.subject, body=words.body
            )
        log(tournament, "mail.worded" if words else "mail.standard", by=by, letter=kind.value, language=language)

"""Write a mail that tells a person of a change of their entry, in the transaction of that change."""

from datetime import timedelta
from uuid import UUID, uuid4

from django.utils import timezone

from tournament.core.actions.rates import take
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.mail.queries.announced import published_announcement
from tournament.mail.words.letters import own_letter
from tournament.models import Entry, EntryTerms, Mail, MailKind, Tournament
from tournament.models.mail import TOO_MANY
from tournament.models.tournament import Role

LIFE = timedelta(days=3)
"""How long a mail waits for a mail server that is away; after that it would tell of the past."""

TO_ADDRESS = Rate("mails to one address", 5, timedelta(days=1))
"""Confirmations, which strangers can have sent to anybody's address, over all events."""

OF_TOURNAMENT = Rate("confirmations of one tournament", 300, timedelta(days=1))

CHANGES_TO_ADDRESS = Rate("mails of changes to one address", 10, timedelta(days=1))

CHANGES_OF_OWNER = Rate("mails of changes of one owner", 1_000, timedelta(days=1))
"""Of the events of one account: anybody may organize, paste addresses, and mark people as paid again and again."""


def write_mail(
    entry: Entry,
    kind: MailKind,
    tournament: Tournament,
    *,
    place: int | None = None,
    batch: UUID | None = None,
    may_mail: bool = True,
) -> None:
    """Write a letter to the person of an entry, unless the event's terms say that none are sent.

    `place` is that on the waiting list. Without `may_mail`, or after too many to that address, of that event or of its
    owner, the letter is on the site alone. A second one with the same `batch` is not written.
    """
    terms = EntryTerms.objects.filter(tournament=tournament).first()
    if terms is None or not terms.sends_mail:
        return
    language, text = own_letter(kind, entry, tournament, published_announcement(tournament), place)
    now = timezone.now()
    is_kept = not may_mail or _is_too_often(kind, entry.player.mail, tournament)
    Mail.objects.get_or_create(
        entry=entry,
        batch=batch or uuid4(),
        defaults={
            "kind": kind,
            "language": language,
            "subject": text.subject,
            "body": text.body,
            "expires_at": now + LIFE,
            "next_try_at": now,
            "done_at": now if is_kept else None,
            "result": TOO_MANY if is_kept else "",
        },
    )


def _is_too_often(kind: MailKind, address: str, tournament: Tournament) -> bool:
    if not address:
        return False
    if kind is MailKind.RECEIVED:
        uses = (TO_ADDRESS, address.casefold()), (OF_TOURNAMENT, str(tournament.pk))
    else:
        owner = tournament.memberships.filter(role=Role.OWNER).order_by("pk").values_list("user", flat=True).first()
        uses = (CHANGES_TO_ADDRESS, address.casefold()), (CHANGES_OF_OWNER, str(owner))
    try:
        take(*uses)
    except TooOften:
        return True
    return False

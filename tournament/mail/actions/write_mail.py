"""Write a mail about a change of an entry, in the transaction that changes the entry."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.utils import timezone

from tournament.core.actions.rates import Use, take
from tournament.core.actions.write_budget import is_used_up_by_strangers
from tournament.core.errors import TooOften
from tournament.core.queries.accountable import accountable
from tournament.core.queries.contacts import hidden_from_an_organizer
from tournament.core.queries.new_accounts import is_new
from tournament.core.rates import Rate
from tournament.mail.queries.announced import published_announcement
from tournament.mail.words.letters import own_letter
from tournament.mail_addresses import mail_key, mailbox_key
from tournament.models import Entry, EntryTerms, Mail, MailKind, Tournament
from tournament.models.mail import NO_ADDRESS, TOO_MANY

LIFE = timedelta(days=3)
"""How long sending a mail is retried while the mail server is unavailable; later the mail would be outdated."""

TO_ADDRESS = Rate("mails to one address", 5, timedelta(days=1))
"""The limit of confirmations to one address over all events, because anybody can enter somebody else's address."""

OF_ENTRY = Rate("confirmations of one entry", 6, timedelta(days=1))
"""The limit of confirmations of one entry. Each new address gets one, and the links of a few entries could otherwise
use up `REPEATED_OF_TOURNAMENT`."""

OF_TOURNAMENT = Rate("confirmations of one tournament", 1_000, timedelta(days=1))
"""The limit of first confirmations: as many as the public form takes entries. With fewer, invented entries would keep
the private links of all others from going out."""

REPEATED_OF_TOURNAMENT = Rate("repeated confirmations of one tournament", 1_000, timedelta(days=1))
"""The limit of further confirmations of the same entries, for new addresses and for people who enter twice."""

CHANGES_TO_ADDRESS = Rate("mails of changes to one address", 10, timedelta(days=1))
"""The limit of mails to one address in all events of one owner. Each owner has a separate limit, because anybody may
organize and could otherwise use up the mails of other owners' events to this address."""

MESSAGES_TO_ADDRESS = Rate("messages to one address", 30, timedelta(days=1))
"""The limit of organizers' messages and reminders to one address in all events of one owner. Several people of an event
may share an address. These mails are counted when they are sent, not when they are written."""

NEW_MESSAGES_TO_ADDRESS = Rate("messages of new accounts to one address", 5, timedelta(days=1))
"""The limit like `MESSAGES_TO_ADDRESS`, for the events of all new owners together. Otherwise somebody with 200 new
accounts could send thousands of mails to one address."""

TO_MAILBOX = {
    TO_ADDRESS: Rate("mails to sub-addresses of one mailbox", 20, timedelta(days=1)),
    CHANGES_TO_ADDRESS: Rate("mails of changes to sub-addresses of one mailbox", 100, timedelta(days=1)),
    MESSAGES_TO_ADDRESS: Rate("messages to sub-addresses of one mailbox", 200, timedelta(days=1)),
    NEW_MESSAGES_TO_ADDRESS: Rate("messages of new accounts to sub-addresses of one mailbox", 20, timedelta(days=1)),
}
"""The limits of mails to all sub-addresses of one mailbox together (`mailbox_key`), beside those of each. Otherwise
"ada+1@", "ada+2@" and so on would fill the mailbox of "ada@". A club may enter its members by such addresses, and
organizers write to all members at once: so these limits are wider, and the plain address does not count."""

CHANGES_OF_OWNER = Rate("mails of changes of one owner", 1_000, timedelta(days=1))
"""The limit of mails for all events of one account, because anybody may organize, paste addresses, and change payments
again and again. In all limits of an owner's mails of changes and freed places, all new accounts count as one owner."""

FREED_OF_TOURNAMENT = Rate("mails of freed places of one tournament", 400, timedelta(days=1))
FREED_OF_OWNER = Rate("mails of freed places of one owner", 1_000, timedelta(days=1))
"""The limits of mails about cancelled entries and about who moves up then. They are apart from `CHANGES_OF_OWNER`,
because anybody can enter hundreds of invented people and cancel them by their links."""

MOST_UNSENT = 5
"""The most unsent mails of one kind that an entry keeps. Without this limit, a decision that is made again and again
would fill the disk with mails."""


def write_mail(
    entry: Entry,
    kind: MailKind,
    tournament: Tournament,
    *,
    place: int | None = None,
    batch: UUID | None = None,
    uses: Sequence[Use] = (),
) -> bool:
    """Write a mail to the person of an entry, if the event's entry terms say that mails are sent. Return whether it
    waits to be sent, or seems so to the person.

    `place` is the position on the waiting list. The mail is only shown on the site, and not sent, if the person has no
    address, the address, the event or its owner is over a rate limit, or the sender is over one of `uses`, which are
    counted only for a mail that waits to be sent. An entry keeps the latest `MOST_UNSENT` of such mails of each kind,
    and none is written when strangers have stored too much for the event's account (`core.actions.write_budget`). An
    entry gets only one mail of the same `batch`.

    No confirmation is written to an address that was changed in another event (`Entry.is_mail_from_elsewhere`): it
    would lack the private link, for which people ask by sending the entry form again. Limits and answer are the same as
    for others, so that the sender of the form learns nothing.

    A person whose address an organizer may not read (`hidden_from_an_organizer`) counts as one without an address, and
    for no limit: an organizer could otherwise use up the limit of a guessed address, and see here that it is this
    person's. The sender of the form is answered as if the mail was sent.
    """
    terms = EntryTerms.objects.filter(tournament=tournament).first()
    if terms is None or not terms.sends_mail:
        return False
    language, text = own_letter(kind, entry, tournament, published_announcement(tournament), place)
    now = timezone.now()
    is_hidden = bool(hidden_from_an_organizer(tournament, entry=entry))
    unsent = NO_ADDRESS if is_hidden else _reason_not_to_send(kind, entry, tournament, uses)
    seems_sent = is_hidden or not unsent
    if kind is MailKind.RECEIVED and entry.is_mail_from_elsewhere:
        return seems_sent
    if unsent and is_used_up_by_strangers(tournament):
        return seems_sent
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
            "done_at": now if unsent else None,
            "result": unsent,
        },
    )
    _forget_unsent(entry, kind)
    return seems_sent


def _forget_unsent(entry: Entry, kind: MailKind) -> None:
    unsent = Mail.objects.filter(entry=entry, kind=kind, result__in=(TOO_MANY, NO_ADDRESS)).order_by("-pk")
    Mail.objects.filter(pk__in=list(unsent.values_list("pk", flat=True)[MOST_UNSENT:])).delete()


def limits_when_sent(mail: Mail) -> list[Use]:
    """Return the rate limits to count once more when a mail is sent. These limits count mails by address, and the
    address may have changed since the mail was written and counted for the first time."""
    limits = _limits(MailKind(mail.kind), mail.entry, mail.entry.tournament, mail.entry.mails.filter(pk__lt=mail.pk))
    return [(replace(rate, name=f"{rate.name}, sent"), subject) for rate, subject in limits]


def _limits(kind: MailKind, entry: Entry, tournament: Tournament, earlier: "QuerySet[Mail]") -> list[Use]:
    mail = entry.player.mail
    if kind is MailKind.RECEIVED:
        is_repeated = earlier.filter(kind=MailKind.RECEIVED).exists()
        of_tournament = REPEATED_OF_TOURNAMENT if is_repeated else OF_TOURNAMENT
        return [*_to(TO_ADDRESS, mail), (OF_ENTRY, str(entry.pk)), (of_tournament, str(tournament.pk))]
    account = accountable(tournament.memberships.all())
    is_of_new = is_new(account)
    owner = "new accounts" if is_of_new else str(account)
    if kind in {MailKind.MESSAGE, MailKind.REMINDER}:
        if is_of_new:
            return _to(NEW_MESSAGES_TO_ADDRESS, mail)
        return _to(MESSAGES_TO_ADDRESS, mail, owner)
    to_address = _to(CHANGES_TO_ADDRESS, mail, owner)
    if kind in {MailKind.CANCELLED, MailKind.MOVED_UP}:
        return [*to_address, (FREED_OF_TOURNAMENT, str(tournament.pk)), (FREED_OF_OWNER, owner)]
    return [*to_address, (CHANGES_OF_OWNER, owner)]


def _to(rate: Rate, mail: str, owner: str = "") -> list[Use]:
    """Return the uses of a limit of mails to one address, and of the limit of its mailbox if it is a sub-address."""
    address, mailbox = mail_key(mail), mailbox_key(mail)
    uses = [(rate, f"{owner} {address}".strip())]
    if mailbox != address:
        uses.append((TO_MAILBOX[rate], f"{owner} {mailbox}".strip()))
    return uses


def _reason_not_to_send(kind: MailKind, entry: Entry, tournament: Tournament, uses: Sequence[Use]) -> str:
    """Return the result of a mail that is only shown on the site, or "" for a mail that waits to be sent."""
    if not entry.player.mail:
        return NO_ADDRESS
    try:
        take(*uses, *_limits(kind, entry, tournament, entry.mails.all()))
    except TooOften:
        return TOO_MANY
    return ""

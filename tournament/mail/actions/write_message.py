"""Write an organizer's message to some of an event's people, and decide about failed or doubtful mails."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from uuid import UUID

from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rates import take
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, TooOften
from tournament.core.queries.disk import check_free_space
from tournament.core.queries.new_accounts import is_new
from tournament.core.rates import Rate
from tournament.core.words.limits import with_limit
from tournament.mail.actions.write_mail import LIFE
from tournament.mail.placeholders import Letter
from tournament.mail.words.letters import letter_end, reader_language
from tournament.models import Mail, MailKind, Visitor
from tournament.models.mail import SENT, MailState

MOST_A_DAY = 1_000
"""The most mails that one account may write in a day by sending messages, because anybody may organize, and paste
addresses."""

OF_NEW = Rate("messages of all new accounts", 200, timedelta(days=1))
OF_NEW_IN_NETWORK = Rate("messages of new accounts of one network", 100, timedelta(days=1))
"""The limits of mails that all new accounts together may write in a day by sending messages, because anybody can create
hundreds of accounts, and write any text. An event of a hundred players can get one message on its organizer's first
day, also after another network has used up its limit."""


class NobodyToMail(NotDone):
    """None of the chosen people is entered any more."""

    message = _("There is nobody to write to. Nothing was sent.")


class TooManyMails(NotDone):
    """The account has written `MOST_A_DAY` mails within a day."""

    message = with_limit(
        _(
            "Nothing was sent: you can send at most %(most)s mails in a day. Write to fewer people, or try again"
            " tomorrow."
        ),
        MOST_A_DAY,
    )


class TooManyOfNew(NotDone):
    """The account is new, and `OF_NEW` or `OF_NEW_IN_NETWORK` has too few mails left for this message."""

    message = with_limit(
        _(
            "Nothing was sent: on their first day, all new accounts together can send about %(most)s mails, and too few"
            " of these are left. Write to fewer people, or send this message tomorrow."
        ),
        OF_NEW_IN_NETWORK.burst,
    )


class AlreadyDecided(NotDone):
    """Somebody else decided about the mail meanwhile."""

    message = _("Somebody decided about this mail meanwhile. Nothing was changed; look at its state in the list.")


@once_per_key
def write_message(
    *,
    tournament_id: int,
    key: UUID,
    kind: MailKind,
    numbers: Collection[int],
    texts: Mapping[str, Letter],
    by: Visitor,
    network: str = "",
) -> int:
    """Write one mail to each of the entries with these numbers, in the recipient's language. Return how many were
    written.

    `texts` has a text for each language of the event. The sender thread sends the mails. A retry writes no mails.
    Mails of a new account count for its `network` too. For organizers. Raises `NobodyToMail`, `TooManyMails`,
    `TooManyOfNew`, `DiskNearlyFull`, `KeyTaken` and `Archived`.
    """
    with locked_tournament(tournament_id) as tournament:
        repeated = logged_before(key, "mail.written", tournament=tournament)
        if repeated is not None:
            return len(repeated.data["numbers"])
        check_free_space()
        entries = list(tournament.entries.filter(number__in=numbers, player__removed_at=None).order_by("number"))
        now = timezone.now()
        if not entries:
            raise NobodyToMail
        _count(len(entries), by, network)
        ends = {}
        for language in texts:
            with translation.override(language):
                ends[language] = letter_end(tournament)
        mails = []
        for entry in entries:
            language = reader_language(entry, tournament)
            text = texts[language]
            mails.append(
                Mail(
                    entry=entry,
                    kind=kind,
                    batch=key,
                    language=language,
                    subject=text.subject,
                    body=text.body.rstrip() + "\n" + ends[language],
                    expires_at=now + LIFE,
                    next_try_at=now,
                    written_by=by.account,
                )
            )
        Mail.objects.bulk_create(mails)
        log(tournament, "mail.written", by=by, key=key, numbers=[entry.number for entry in entries])
        return len(entries)


def _count(mails: int, by: Visitor, network: str) -> None:
    """Count the mails that this account writes or sends again, as uses of rate limits. A count of the stored mails
    would be too low, because mails are deleted with their entries. Raises `TooManyMails` and `TooManyOfNew`."""
    if by.account and is_new(by.account.pk):
        try:
            take((OF_NEW, ""), (OF_NEW_IN_NETWORK, network), amount=mails)
        except TooOften:
            raise TooManyOfNew from None
    rate = Rate("messages of one account", MOST_A_DAY, timedelta(days=1))
    try:
        take((rate, str(by.account and by.account.pk)), amount=mails)
    except TooOften:
        raise TooManyMails from None


def decide_mail(*, tournament_id: int, mail_id: int, again: bool, by: Visitor, network: str = "") -> None:
    """Decide about a doubtful or failed mail: with `again` send it again, otherwise mark it as sent.

    A mail that is sent again counts for the limits of a day like a new message. For organizers. Raises
    `AlreadyDecided`, `TooManyMails`, `TooManyOfNew`, `Archived`, and `Mail.DoesNotExist`.
    """
    with locked_tournament(tournament_id) as tournament:
        mail = Mail.objects.select_for_update(no_key=True, of=("self",)).get(pk=mail_id, entry__tournament=tournament)
        if mail.state not in {MailState.DOUBT, MailState.FAILED}:
            raise AlreadyDecided
        now = timezone.now()
        if again:
            _count(1, by, network)
            mail.done_at, mail.handed_over_at, mail.result, mail.attempts = None, None, "", 0
            mail.next_try_at, mail.expires_at = now, now + LIFE
        else:
            mail.done_at, mail.result = now, SENT
        mail.save()
        number = tournament.entries.values_list("number", flat=True).get(pk=mail.entry_id)
        log(tournament, "mail.again" if again else "mail.arrived", by=by, number=number)

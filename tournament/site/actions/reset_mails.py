"""Mail links that reset forgotten passwords.

Anybody can create accounts with somebody else's mail address and ask for resets. To keep that mailbox from being
filled, one request makes one mail with the links of all accounts. The name of an account is free text. A name that
looks like a web address is written out only if the mail address is proven (`User.proven_mail`).

The lease of a request is renewed before each of its mails, and sending one mail takes less time than a lease. So two
processes never send the same mail at once, even if the mail server is slow and a batch takes minutes.
"""

import logging
from collections.abc import Iterable
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournament.core.actions.queue import LEASE, claim, retry
from tournament.core.actions.rates import Use, give_back, take
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.mail.actions.send_mails import MailTaken
from tournament.mail.delivery import UNWRITABLE, new_connection
from tournament.mail.words.mail import name_in_mail
from tournament.mail_addresses import has_clear_domain, mail_key, mail_spelling, mailbox_key, may_be_at
from tournament.models import ResetMail, User
from tournament.site.actions.passwords import may_reset_by_mail, reset_tokens

AT_ONCE = 20

MOST_WITHOUT_MAIL = 10
"""The most batches in a row of requests that cause no mail. They take milliseconds. If they took turns with the pauses
of the sender like others, a thousand requests with invented addresses would delay everybody's mails by four minutes."""

MOST_ACCOUNTS = 20
"""The most accounts whose links one mail contains (`_some`)."""

MOST_SURE = 10
"""How many of these are not drawn: accounts with a proven address, which all come before others, then the oldest. The
rest is drawn anew for each request, so that whoever enters an address in many older accounts does not keep a later
account's link away for good."""

MOST_SPELLINGS = 2
"""The most mails of one request. Accounts whose addresses differ in capitals get different mails, because they may be
different mailboxes. The spelling that was asked for comes first, then those of proven addresses; the rest is drawn.

Each spelling has its own share of the mails (`_share`), which only mails to this spelling use up. So whoever asks for
other spellings of somebody's address keeps no mail from its owner."""

OF_MAILBOX = Rate("reset mails to unproven sub-addresses of one mailbox", 12, timedelta(hours=1))
"""The limit of mails to all unproven sub-addresses of one mailbox ("ada+1@", "ada+2@") together. Proven and plain
addresses do not count: whoever enters sub-addresses of somebody's mailbox in many accounts uses up no mail of these.
Nor does the first mail of a day to each spelling count (`FIRST`)."""

FIRST = Rate("first reset mail to one spelling", 1, timedelta(days=1))

LIFE = timedelta(hours=1)
"""How long sending a mail is retried while the mail server is unavailable."""

PERMANENT = 500
"""First code of the answers by which a mail server refuses a mail for good."""

logger = logging.getLogger(__name__)


def request_reset(*, email: str, language: str, site: str) -> None:
    """Queue a mail to this address; it is sent only if an account has the address. Neither the result nor the response
    time reveals whether there is such an account.

    `site` is the address of the site, without a final slash.
    """
    now = timezone.now()
    ResetMail.objects.create(email=email, language=language, site=site, expires_at=now + LIFE, next_try_at=now)


def send_reset_mails() -> None:
    """Send the queued password mails that are due: a batch, and before it up to `MOST_WITHOUT_MAIL` batches of requests
    that cause no mail."""
    for _ in range(MOST_WITHOUT_MAIL):
        if _send_batch() < AT_ONCE:
            break
    ResetMail.objects.exclude(done_at=None).delete()  # expired ones


def _send_batch() -> int:
    """Send the mails of a batch of requests. Return how many of the requests caused no mail."""
    without_mail = 0
    for row in claim(ResetMail.objects.all(), most=AT_ONCE):
        try:
            _send_all(row)
        except MailTaken:
            pass  # the other process deletes the request
        except OSError as error:  # all errors that smtplib raises
            logger.warning("A mail that resets a password waits: %s", error)
            retry(row, type(error).__name__)
        except UNWRITABLE:  # deleted, because it would block the mails behind it forever
            logger.exception("A mail that resets a password was given up")
            row.delete()
        else:
            without_mail += not row.sent_to
            row.delete()
    return without_mail


def _renew_lease(row: ResetMail) -> None:
    """Reserve a claimed request for this process for another `LEASE`. Raises `MailTaken` if the lease has expired and
    another process has claimed the request, or has sent its mails."""
    until = timezone.now() + LEASE
    if not ResetMail.objects.filter(pk=row.pk, next_try_at=row.next_try_at).update(next_try_at=until):
        raise MailTaken
    row.next_try_at = until


def _send_all(row: ResetMail) -> None:
    """Send the mail to each spelling of the address that has not got one yet, if its share is not used up. A spelling
    that the mail server refuses stops no other. Raises the last error after which sending is worth a retry (an
    `OSError`)."""
    error = None
    by_spelling = _by_spelling(row)
    share = _share(len(by_spelling))
    for spelling, users in list(by_spelling.items())[:MOST_SPELLINGS]:
        address = users[0].email
        if address in row.sent_to.splitlines():
            continue
        _renew_lease(row)
        try:
            uses = _count(users[0], spelling, share)
        except TooOften:
            continue
        try:
            _send(row, address, _some(row, users))
        except (SMTPRecipientsRefused, SMTPDataError) as refused:
            if not _is_refused_for_good(refused):
                give_back(*uses)
                error = refused
                continue
            logger.warning("A mail that resets a password was refused: %s", type(refused).__name__)
        except OSError:
            give_back(*uses)
            raise
        row.sent_to += f"{address}\n"
        ResetMail.objects.filter(pk=row.pk).update(sent_to=row.sent_to)
    if error is not None:
        raise error


def _is_refused_for_good(error: SMTPRecipientsRefused | SMTPDataError) -> bool:
    if isinstance(error, SMTPDataError):
        return error.smtp_code >= PERMANENT
    return all(code >= PERMANENT for code, _words in error.recipients.values())


def _share(spellings: int) -> Rate:
    """Return the limit of mails to one spelling of an address of which accounts have so many spellings: three an hour,
    and if there are more than three spellings, so many fewer that all together get nine an hour in the long run."""
    return Rate("reset mails to one spelling", 3, timedelta(hours=max(1, spellings / 3)))


def _count(user: User, spelling: str, share: Rate) -> list[Use]:
    """Count a mail to this account, whose address has this spelling with this share of the mails. Return what was
    counted. Raises `TooOften`."""
    uses: list[Use] = [(share, spelling)]
    first, mailbox = (FIRST, spelling), mailbox_key(user.email)
    if mailbox != mail_key(user.email) and not user.has_proven_mail:
        try:
            take(*uses, first)
        except TooOften:
            uses.append((OF_MAILBOX, mailbox))
        else:
            return [*uses, first]
    take(*uses)
    return uses


def _by_spelling(row: ResetMail) -> dict[str, list[User]]:
    """Return the accounts with this address by the spelling that they have (capitals before the @ may differ). The
    spellings that come first get a mail."""
    by_spelling: dict[str, list[User]] = {}
    for user in sorted(_users_at(row.email), key=lambda user: (not user.has_proven_mail, user.pk)):
        by_spelling.setdefault(mail_spelling(user.email), []).append(user)
    asked = mail_spelling(row.email)

    def place(spelling: str) -> tuple[bool, bool, bytes]:
        return (spelling != asked, not by_spelling[spelling][0].has_proven_mail, _lot(row, spelling))

    return {spelling: by_spelling[spelling] for spelling in sorted(by_spelling, key=place)}


def _some(row: ResetMail, users: list[User]) -> list[User]:
    """Return at most `MOST_ACCOUNTS` of these accounts: those with a proven address and the oldest, which come first in
    `users`, and some of the others."""
    if len(users) <= MOST_ACCOUNTS:
        return users
    sure = max(sum(user.has_proven_mail for user in users), MOST_SURE)
    drawn = sorted(users[sure:], key=lambda user: _lot(row, str(user.pk)))
    return [*users[:sure], *drawn][:MOST_ACCOUNTS]


def _lot(row: ResetMail, subject: str) -> bytes:
    """Return a number that orders by chance. It is the same at each try of a request: otherwise the tries together
    would mail more spellings than one request may."""
    return salted_hmac("tournament.site.reset_mails", f"{row.pk} {subject}").digest()


def _users_at(email: str) -> Iterable[User]:
    """Return the active accounts with a password and this mail address (capitals may differ). There are none if the
    domain is not clear: the links would go to a stranger."""
    key = mail_key(email)
    if not has_clear_domain(email):
        return ()
    users = User.objects.filter(may_be_at("email", email), is_active=True)
    return (user for user in users if user.has_usable_password() and mail_key(user.email) == key)


def _send(row: ResetMail, address: str, users: list[User]) -> None:
    accounts = [
        {
            "name": user.get_username() if user.has_proven_mail else name_in_mail(user.get_username()),
            "uid": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": reset_tokens.make_token(user) if may_reset_by_mail(user) else "",
        }
        for user in users
    ]
    context = {"accounts": accounts, "address": row.site}
    with translation.override(row.language):
        subject = render_to_string("site/accounts/password_reset_subject.txt", context).strip()
        body = render_to_string("site/accounts/password_reset_mail.txt", context)
        send_mail(subject, body, None, [address], connection=new_connection())

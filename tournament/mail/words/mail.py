"""The text of a mail with its placeholders filled in, and the sentences about an entry."""

import re
import unicodedata

from django import template
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.text import one_line
from tournament.mail.placeholders import LINK, NAME, filled
from tournament.models import Announcement, Entry, EntryStatus, Mail
from tournament.models.mail import EXPIRED, NO_ADDRESS, PRINTED, TOO_MANY, MailState
from tournament.models.player import initials

register = template.Library()

NO_PLAIN_NAME = re.compile(r"[:/@]|\.\S\S")
"""Pattern for names that look like a web address. Such a name is not written into a mail, because anybody can enter any
name, and could otherwise send links by mail."""


def name_in_mail(name: str) -> str:
    """Return the name, or only its initials if it could be read as a web address.

    >>> name_in_mail("J. R. Novák"), name_in_mail("Win at example.org")
    ('J. R. Novák', 'W. A. E.')
    """
    plain = unicodedata.normalize("NFKC", name).replace("。", ".")  # browsers read both as the dot of a domain
    return initials(name) if NO_PLAIN_NAME.search(plain) else name


LONGEST_SENDER = 100
"""The most characters of an event's name that are written as a mail's sender."""


def header_line(text: str) -> str:
    """Return a text as the header of a mail may contain it: on one line, without control characters and lone
    surrogates. Names of imported files may have them.

    >>> header_line("Open\\n\\x00Cup")
    'Open Cup'
    """
    return one_line("".join(" " if unicodedata.category(letter) in {"Cc", "Cs"} else letter for letter in text))


RESULTS = {
    PRINTED: "",  # the mail's state says enough
    NO_ADDRESS: gettext_lazy("no mail address"),
    TOO_MANY: gettext_lazy("too many mails"),
    EXPIRED: gettext_lazy("too late"),
}


@register.filter
def mail_result_words(mail: Mail) -> str:
    """Return why the mail was not sent; the text that a mail server answered is not translated."""
    return str(RESULTS.get(mail.result, mail.result))


def sender_name(mail: Mail) -> str:
    """Return the name of a mail's sender, which is the event."""
    name = header_line(mail.entry.tournament.name)[:LONGEST_SENDER]
    return one_line(f"{name} · Tenbo")


@register.filter
def subject_of(mail: Mail) -> str:
    """Return a mail's subject with the name filled in, on one line."""
    return header_line(filled(mail.subject, {NAME: name_in_mail(mail.entry.player.name)}))


@register.filter
def body_of(mail: Mail) -> str:
    """Return a mail's text with the name and the private link filled in. A mail to an address that was changed in
    another event has a sentence in place of the link (`Entry.is_mail_from_elsewhere`)."""
    if mail.entry.is_mail_from_elsewhere:
        with translation.override(mail.language):
            link = _("(not in this mail, as your mail address was changed in another tournament: ask the organizers)")
    else:
        link = f"{settings.TENBO_ADDRESS}{mail.entry.get_link()}"
    return filled(mail.body, {LINK: link, NAME: name_in_mail(mail.entry.player.name)})


def own_link_sentence(address: str, *, is_on_its_way: bool) -> str:
    """Return a sentence about where the private link is, for a person who gave this address in a form."""
    sentence = (
        _(
            "The link to change or cancel your entry is on its way to %(address)s. If it does not arrive, ask the"
            " organizers."
        )
        if is_on_its_way
        else _(
            "No mail can be sent to %(address)s now. Ask the organizers for the link to change or cancel your entry."
        )
    )
    return sentence % {"address": address}


def status_sentences(
    entry: Entry, announcement: Announcement | None, place: int | None, *, with_fee: bool
) -> list[str]:
    """Return sentences about the state of an entry and, `with_fee`, about its fee if the event announces one. `place`
    is the position on the waiting list."""
    state, fee = state_sentence(entry, place), fee_sentence(entry, announcement) if with_fee else ""
    return [state, fee] if fee else [state]


def state_sentence(entry: Entry, place: int | None) -> str:
    """Return a sentence about the state of an entry. `place` is the position on the waiting list."""
    match entry.status:
        case EntryStatus.WAITING:
            return _("You are on the waiting list, in place %(place)s.") % {"place": place}
        case EntryStatus.ACCEPTED:
            return _("You are playing, with number %(number)s.") % {"number": entry.number}
        case EntryStatus.CANCELLED:
            return _("This entry is cancelled.")
        case _other:
            return _("Your entry has arrived. The organizers will check it.")


def fee_sentence(entry: Entry, announcement: Announcement | None) -> str:
    """Return a sentence about the fee and its deadline, or that the fee has been paid; empty if no fee is announced."""
    if entry.paid:
        return _("Your fee has arrived.")
    if announcement is None or entry.status not in {EntryStatus.APPLIED, EntryStatus.ACCEPTED}:
        return ""
    fee = announcement.fee
    if announcement.pay_until is None:
        return _("The fee is %(fee)s.") % {"fee": fee} if fee else ""
    day = date_format(announcement.pay_until)
    return (
        _("To be paid by %(day)s: %(fee)s.") % {"day": day, "fee": fee}
        if fee
        else _("To be paid by %(day)s.") % {"day": day}
    )


@register.filter
def mail_state_words(state: MailState) -> str:
    """Return a mail's state in words."""
    return {
        MailState.WAITING: _("waits to be sent"),
        MailState.SENDING: _("is being sent"),
        MailState.DOUBT: _("perhaps sent"),
        MailState.SENT: _("sent"),
        MailState.ON_SITE: _("shown on the site only"),
        MailState.FAILED: _("not sent"),
    }[state]

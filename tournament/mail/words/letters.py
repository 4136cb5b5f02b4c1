"""The automatic mails, in the recipient's language: with the event's own wording, or with Tenbo's
(`templates/mail/letters/`)."""

import re
from copy import copy

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.languages import NAMES
from tournament.core.markdown import markdown_text
from tournament.mail.placeholders import EVENT, FEE, LINK, NAME, NUMBER, PAYMENT, STATUS, Letter, filled
from tournament.mail.queries.wordings import own_wording
from tournament.mail.words.mail import fee_sentence, state_sentence
from tournament.models import Announcement, Entry, Mail, MailKind, Player, Tournament

SUBJECTS = {
    MailKind.RECEIVED: gettext_lazy("%(tournament)s: your entry"),
    MailKind.ACCEPTED: gettext_lazy("%(tournament)s: you are playing"),
    MailKind.MOVED_UP: gettext_lazy("%(tournament)s: a place for you"),
    MailKind.WAITING: gettext_lazy("%(tournament)s: you are on the waiting list"),
    MailKind.PAID: gettext_lazy("%(tournament)s: your fee has arrived"),
    MailKind.CANCELLED: gettext_lazy("%(tournament)s: your entry is cancelled"),
    MailKind.REMINDER: gettext_lazy("%(tournament)s: your fee"),
    MailKind.MESSAGE: gettext_lazy("%(tournament)s"),
}


PLACEHOLDERS = {
    NAME: gettext_lazy("the reader’s name"),
    EVENT: gettext_lazy("the name of the event"),
    NUMBER: gettext_lazy("the number of the reader’s entry"),
    LINK: gettext_lazy("the reader’s private link"),
    STATUS: gettext_lazy("the state of the reader’s entry, in a sentence"),
    FEE: gettext_lazy("a sentence about the fee: how much, the last day to pay, or that it has arrived"),
    PAYMENT: gettext_lazy("how to pay, from your announcement; empty once the reader has paid"),
}
"""The meaning of each placeholder, for the page on which organizers edit a wording."""

WORDED = {
    MailKind.RECEIVED: ("applied", False),
    MailKind.ACCEPTED: ("accepted", False),
    MailKind.MOVED_UP: ("accepted", False),
    MailKind.WAITING: ("waiting", False),
    MailKind.PAID: ("accepted", True),
    MailKind.CANCELLED: ("cancelled", False),
    MailKind.REMINDER: ("accepted", False),
}
"""The kinds of mails with an editable wording. For each: the status and the payment of an entry with which to preview
it."""


def languages_of(tournament: Tournament) -> list[str]:
    """Return the codes of the event's languages, the main language first; if no languages are set, all languages of the
    site."""
    return [code for code in tournament.languages if code in NAMES] or list(NAMES)


def reader_language(entry: Entry, tournament: Tournament) -> str:
    """Return the language for mails to a person: the language in which the person filled in the entry form, if it is
    one of `languages_of`. Otherwise it is the event's main language or, for an event without languages, the site's
    default."""
    offered = languages_of(tournament)
    if not tournament.languages and entry.language not in offered:
        return settings.LANGUAGE_CODE
    return entry.language if entry.language in offered else offered[0]


def needs_link(kind: MailKind) -> bool:
    """Whether a wording of this kind of mail must contain the private link. Reminders and messages get the link in
    their footer."""
    return kind not in {MailKind.REMINDER, MailKind.MESSAGE}


def standard_letter(kind: MailKind) -> Letter:
    """Return Tenbo's wording for this kind of mail in the active language, with placeholders."""
    body = render_to_string(f"mail/letters/{kind}.txt", {"tournament": EVENT})
    return Letter(str(SUBJECTS[kind]) % {"tournament": EVENT}, body.strip() + "\n")


def letter(
    kind: MailKind,
    entry: Entry,
    tournament: Tournament,
    announcement: Announcement | None,
    *,
    words: Letter | None = None,
    place: int | None = None,
) -> Letter:
    """Write a mail in the active language, with the wording `words` or Tenbo's; name and link are filled in later.

    `place` is the position on the waiting list. Reminders and messages are returned without a footer, because an
    organizer still edits their text.
    """
    words = words or standard_letter(kind)
    values = {
        EVENT: tournament.name,
        NUMBER: str(entry.number or ""),
        STATUS: state_sentence(entry, place),
        FEE: fee_sentence(entry, announcement),
        PAYMENT: markdown_text(announcement.payment) if announcement and not entry.paid else "",
    }
    body = re.sub(r"\n{3,}", "\n\n", filled(words.body.replace("\r\n", "\n"), values)).strip() + "\n"
    end = _automatic_end(tournament) if needs_link(kind) else ""
    return Letter(filled(words.subject, values)[:200], body + end)


def own_letter(
    kind: MailKind, entry: Entry, tournament: Tournament, announcement: Announcement | None, place: int | None
) -> tuple[str, Letter]:
    """Write a mail in its recipient's language, with the event's own wording if there is one. Return the language and
    the mail."""
    language = reader_language(entry, tournament)
    with translation.override(language):
        words = own_wording(tournament, kind, language)
        return language, letter(kind, entry, tournament, announcement, words=words, place=place)


def _automatic_end(tournament: Tournament) -> str:
    """Return the footer of automatic mails. Every automatic mail has this footer, even with an organizer's wording,
    because anybody can enter somebody else's address."""
    about = _(
        "You get this mail because somebody entered this address for %(tournament)s. If it was not you,"
        " open the private link in this mail and cancel the entry."
    )
    return f"\n-- \n{about % {'tournament': tournament.name}}\n"


def letter_end(tournament: Tournament) -> str:
    """Return the footer of an organizer's message, in the active language."""
    about = _("You get this mail because you are entered for %(tournament)s.") % {"tournament": tournament.name}
    page = _("Your private page:")
    return f"\n-- \n{about}\n{page} {LINK}\n"


def sample_mail(
    kind: MailKind,
    words: Letter | None,
    language: str,
    tournament: Tournament,
    announcement: Announcement | None,
    reader: Entry | None = None,
) -> Mail:
    """Return an unsaved sample mail, for the entry `reader` or, without one, for an invented entry."""
    with translation.override(language):
        entry = copy(reader) if reader else Entry(number=7, player=Player(name="Jan Novák"))
        entry.tournament = tournament
        entry.status, entry.paid = WORDED[kind]
        text = letter(kind, entry, tournament, announcement, words=words, place=3)
        end = "" if needs_link(kind) else letter_end(tournament)
    return Mail(entry=entry, kind=kind, language=language, subject=text.subject, body=text.body + end)

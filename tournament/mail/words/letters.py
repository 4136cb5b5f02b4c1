"""The letters that Tenbo writes by itself, from `templates/mail/letters/`, in the reader's language."""

import re
from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.languages import NAMES
from tournament.core.markdown import markdown_text
from tournament.mail.words.mail import LINK, status_sentences
from tournament.models import Announcement, Entry, MailKind, Tournament

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


@dataclass(frozen=True)
class Letter:
    """Subject and body, in which "{name}" and "{link}" are filled in later."""

    subject: str
    body: str


def languages_of(tournament: Tournament) -> list[str]:
    """The event's languages, the first one first; those of the site if it has none."""
    return [code for code in tournament.languages if code in NAMES] or list(NAMES)


def reader_language(entry: Entry, tournament: Tournament) -> str:
    """The language in which a person entered, or the event's first."""
    offered = languages_of(tournament)
    if not tournament.languages and entry.language not in offered:
        return settings.LANGUAGE_CODE
    return entry.language if entry.language in offered else offered[0]


def letter(
    kind: MailKind, entry: Entry, tournament: Tournament, announcement: Announcement | None, *, place: int | None = None
) -> Letter:
    """Write a letter in the active language. Of a message only the end is written, that tells why it comes."""
    context = {
        "tournament": tournament,
        "sentences": status_sentences(entry, announcement, place),
        "payment": markdown_text(announcement.payment) if announcement and not entry.paid else "",
    }
    body = render_to_string(f"mail/letters/{kind}.txt", context)
    subject = str(SUBJECTS[kind]) % {"tournament": tournament.name}
    return Letter(subject[:200], re.sub(r"\n{3,}", "\n\n", body).strip() + "\n")


def letter_end(tournament: Tournament) -> str:
    """What stands below an organizer's message, in the active language."""
    about = _("You get this mail because you are entered for %(tournament)s.") % {"tournament": tournament.name}
    page = _("Your private page:")
    return f"\n-- \n{about}\n{page} {LINK}\n"


def sample_letters(
    tournament: Tournament, announcement: Announcement | None, language: str
) -> list[tuple[MailKind, Letter]]:
    """The letters of this event in one language, to an invented person, for the organizers to read before."""
    states = {
        MailKind.RECEIVED: ("applied", False),
        MailKind.ACCEPTED: ("accepted", False),
        MailKind.MOVED_UP: ("accepted", False),
        MailKind.WAITING: ("waiting", False),
        MailKind.PAID: ("accepted", True),
        MailKind.CANCELLED: ("cancelled", False),
        MailKind.REMINDER: ("accepted", False),
    }
    with translation.override(language):
        return [
            (kind, letter(kind, Entry(number=7, status=status, paid=paid), tournament, announcement, place=3))
            for kind, (status, paid) in states.items()
        ]

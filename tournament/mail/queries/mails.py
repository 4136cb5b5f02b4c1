"""The mails of an event, for its organizers, and the mails to one person."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from tournament.core.queries.contacts import hidden_contacts
from tournament.models import Entry, EntryStatus, EntryTerms, Mail, Tournament, Visitor
from tournament.models.mail import MailState, mail_state

MOST_SHOWN = 200
"""The most mails shown in each of the page's two lists."""

OWN_MAILS_ON_A_PAGE = 20
"""How many mails one page of a person's own mails has, each with its whole text. The last page has up to ten more."""

NEEDS_SOMEBODY = (MailState.DOUBT, MailState.FAILED)


@dataclass(frozen=True, kw_only=True)
class MailsPage:
    """The number of mails in each state (`counts`), the mails about which an organizer has to decide (`open`), and the
    newest of the other mails."""

    counts: tuple[tuple[MailState, int], ...]
    open: tuple[Mail, ...]
    newest: tuple[Mail, ...]


def mails_page(tournament: Tournament) -> MailsPage:
    """Load the page in a fixed number of queries."""
    mails = Mail.objects.filter(entry__tournament=tournament)
    columns = mails.values_list("pk", "done_at", "handed_over_at", "next_try_at", "result")
    states = {pk: mail_state(done, handed, lease, result) for pk, done, handed, lease, result in columns}
    open_ones = [pk for pk, state in states.items() if state in NEEDS_SOMEBODY]
    whole = mails.select_related("entry__player").order_by("-pk")
    page = MailsPage(
        counts=tuple(sorted(Counter(states.values()).items())),
        open=tuple(whole.filter(pk__in=open_ones[-MOST_SHOWN:])),
        newest=tuple(whole.exclude(pk__in=open_ones[-MOST_SHOWN:])[:MOST_SHOWN]),
    )
    for mail in (*page.open, *page.newest):
        mail.entry.tournament = tournament  # not loaded for each mail, because its rows may contain long lists
    return page


def mails_to(entry: Entry, page: str) -> Page[Mail]:
    """Return a page of a person's mails for the person's own page, the newest first. If `page` is no number, the first
    page is returned; if it is out of range, the last page."""
    mails = Paginator(entry.mails.order_by("-pk"), OWN_MAILS_ON_A_PAGE, orphans=OWN_MAILS_ON_A_PAGE // 2).get_page(page)
    for mail in mails:
        mail.entry = entry
    return mails


def mails_own_links(tournament: Tournament) -> bool:
    """Whether people get the private link of their entry by mail. If so, it is shown to nobody who has only sent a
    form, because anybody can enter somebody else's name and address."""
    return can_mail_links() and EntryTerms.objects.filter(tournament=tournament, sends_mail=True).exists()


def is_on_its_way(entry: Entry, batch: UUID) -> bool:
    """Whether the mail of this `batch` was sent, or waits to be sent."""
    mail = Mail.objects.filter(entry=entry, batch=batch).first()
    return can_mail_links() and mail is not None and mail.state not in {MailState.ON_SITE, MailState.FAILED}


def can_mail_links() -> bool:
    """Whether the site has a mail server, and an address of its own for the links in its mails."""
    return bool(settings.EMAIL_HOST and settings.TENBO_ADDRESS)


class MailGroup(StrEnum):
    """The groups of people to whom a message can be sent."""

    PLAYING = "playing"
    UNPAID = "unpaid"  # only people who play or have applied
    WAITING = "waiting"
    APPLIED = "applied"
    EVERYBODY = "everybody"
    CHOSEN = "chosen"


def recipients(
    tournament: Tournament, group: MailGroup, chosen: Collection[int] = (), *, by: Visitor
) -> "QuerySet[Entry]":
    """Return the entries of a group by number; for the group `CHOSEN` the entries with the numbers `chosen`. Cancelled
    entries, removed people, and people whose mail address is hidden from the writer `by` are left out."""
    entered = tournament.entries.filter(player__removed_at=None).exclude(status=EntryStatus.CANCELLED)
    entered = entered.exclude(pk__in=hidden_contacts(tournament, by))
    wanted = {
        MailGroup.PLAYING: Q(status=EntryStatus.ACCEPTED),
        MailGroup.UNPAID: Q(status__in=[EntryStatus.ACCEPTED, EntryStatus.APPLIED], paid=False),
        MailGroup.WAITING: Q(status=EntryStatus.WAITING),
        MailGroup.APPLIED: Q(status=EntryStatus.APPLIED),
        MailGroup.EVERYBODY: Q(),
        MailGroup.CHOSEN: Q(number__in=chosen),
    }[group]
    return entered.filter(wanted).select_related("player").order_by("number")

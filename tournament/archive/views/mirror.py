"""The live mirror: a tournament's own site receives the laptop's changes and shows how new they are; the laptop can
switch sending on and off."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournament.archive.actions.receive_mirror import (
    DocumentNotNewer,
    MirrorEnded,
    OtherVersion,
    PastRewritten,
    confirm_mirror,
    note_size,
    receive_mirror,
)
from tournament.archive.actions.room import NoRoomForFile
from tournament.archive.actions.switch_mirror import switch_mirror
from tournament.archive.delivery import MOST_SENT, VERSION_HEADER
from tournament.archive.forms.laptop import MirrorForm
from tournament.archive.queries.mirror import lent_with_key
from tournament.archive.tenbo.cost import MOST_MIRRORED, seconds_to_replace
from tournament.archive.tenbo.document import Document, read_envelope
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.archive.tenbo.values import BadDocument
from tournament.core.actions.rates import spend, take
from tournament.core.actions.write_budget import budget_of_laptop, charge, check_size, never_refused, not_counted
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_ENTRIES
from tournament.core.queries.accountable import accountable
from tournament.core.queries.visibility import Audience
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.authority import owned_tournament, seen_tournament
from tournament.core.views.rates import ALL_MIRROR_WRITES, MIRROR_WRITES, MIRRORED
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import brought_by_streams
from tournament.models import HandOver

LEAST_SECONDS = 1
"""Seconds of lock time that must be left in the rate limits before a document is received. Time that the document does
not need is given back."""

MOST_UNPACKED = MOST_BYTES // 2
"""The most bytes of a document. The tournament's file must stay below `MOST_BYTES` when the owner goes on without the
laptop, and whoever finds the laptop's file may send any log."""


MOST_PEOPLE = MOST_ENTRIES + 500
"""The most entries of a mirrored tournament, with those that the laptop has removed: they stay here until it comes
back. Otherwise each document could bring thousands of new ones in place of the last."""


class TooLargeToMirror(NotDone):
    """The document would hold the lock too long, is larger than `MOST_UNPACKED`, or brings too many people. The laptop
    can still return the tournament as a file, after play."""


STATUS: dict[type[NotDone], int] = {
    MirrorEnded: 410,
    DocumentNotNewer: 409,
    PastRewritten: 409,
    OtherVersion: 412,
    TooLargeToMirror: 413,
    NoRoomForFile: 507,
}
"""The HTTP status for each refusal; the laptop's page explains it (`_settle`). After a 507 the laptop, also one
with an older Tenbo, tries again until there is room."""


@require_POST
@not_counted
def mirror(request: HttpRequest, slug: str) -> HttpResponse:
    """Receive the document of a laptop, or the message that nothing has changed. No session is needed: a laptop with
    the right key may send.

    The key is checked before the body is read, and the size of the body before the body is unpacked.
    """
    scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
    lent = lent_with_key(slug, key) if scheme == "Bearer" else None
    if lent is None:
        return HttpResponse(status=404)
    if lent.ended_at is not None:
        return HttpResponse(status=410)
    take((MIRRORED, str(lent.pk)))
    if len(request.body) > MOST_SENT:
        return HttpResponse(status=413)
    try:
        _receive(request, lent)
    except BadDocument:
        return HttpResponse(status=422)
    except (MirrorEnded, DocumentNotNewer, OtherVersion, TooLargeToMirror, NoRoomForFile) as refused:
        return HttpResponse(status=STATUS[type(refused)])
    return HttpResponse()


def _receive(request: HttpRequest, lent: HandOver) -> None:
    if request.body:
        everybody, own = (ALL_MIRROR_WRITES, ""), (MIRROR_WRITES, str(accountable(lent.tournament.memberships.all())))
        began = thread_time()
        content = _unpacked(request.body)
        document = read_envelope(content)  # refuses a document that is too large or cut off
        reckoned = max(seconds_to_replace(document), LEAST_SECONDS)
        if reckoned > MOST_MIRRORED or _people_after(lent, document) > MOST_PEOPLE:
            raise TooLargeToMirror
        take(everybody, own, amount=reckoned)
        held = 0.0
        try:
            with _paid_for(request, lent, size=len(content)):
                held = receive_mirror(lent=lent, document=document)
        finally:
            spend(held - reckoned, everybody)
            # A small document may take seconds to compare, and other files wait meanwhile.
            spend(max(held, thread_time() - began) - reckoned, own)
    else:
        version = whole_number(request.headers.get(VERSION_HEADER, ""))
        if version is None:
            raise BadDocument("", "")
        confirm_mirror(lent=lent, version=version)


def _people_after(lent: HandOver, document: Document) -> int:
    """Return how many entries the tournament has after this document: those that it lacks are only cancelled."""
    numbers = {entry["number"] for entry in document["entries"]}
    others = lent.tournament.entries.exclude(number__in=numbers).count()
    return len(numbers) + others


@contextmanager
def _paid_for(request: HttpRequest, lent: HandOver, *, size: int) -> Iterator[None]:
    """Charge the budget of the event's tables with the bytes by which a document is larger than all before. Raises
    `StoredTooMuch` before the block if it has not so many left."""
    budget, added = budget_of_laptop(request, lent.tournament), size - lent.mirrored_bytes
    if budget is None or added <= 0:
        yield
        return
    check_size(budget, added)
    yield
    note_size(lent, size)
    charge(budget, added)


def _unpacked(body: bytes) -> bytes:
    """Unpack a compressed document. A small body may unpack to gigabytes, so unpacking stops at a limit."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        content = unpacking.decompress(body, MOST_BYTES + 1)
    except zlib.error:
        raise BadDocument("", "") from None
    if MOST_UNPACKED < len(content) <= MOST_BYTES:
        raise TooLargeToMirror
    return content


@require_safe
@brought_by_streams()
def away_note(request: TenboRequest, slug: str) -> HttpResponse:
    """Return the part of a page that says where the tournament is played, and how old the state on this page is. Pages
    refresh this part by themselves."""
    tournament = seen_tournament(request, slug)
    if not request.htmx:
        return redirect(tournament)
    share(request, tournament, Audience.EVERYONE)
    return render(request, "components/away.html", {"tournament": tournament, "banner": "archived", "is_note": True})


@require_POST
@never_refused
@login_required
def mirror_switch(request: TenboRequest, slug: str) -> HttpResponse:
    """Switch sending of changes to the site on or off, on the laptop."""
    tournament = owned_tournament(request, slug)
    form = MirrorForm(request.POST)
    if form.is_valid():
        switch_mirror(tournament_id=tournament.pk, is_on=form.cleaned_data["is_on"])
    return redirect("laptop", tournament.slug)

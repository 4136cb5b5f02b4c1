"""Checks permission to follow a tournament and to send large bodies, with the same queries that the pages use.

The functions run in threads, and close the thread's database connection. On SQLite, the functions that are called for
every open page keep the connection (`newest.own_connection`).
"""

import re
from collections.abc import Iterable
from datetime import timedelta
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language_from_request, override

from tournament.core.addresses import client_network
from tournament.core.requests import visitor_of_cookies
from tournament.live.bodies import Uploader
from tournament.live.newest import own_connection
from tournament.models import Entry, HandOver, Table, Tournament, Visitor
from tournament.models.visitor import opened

MIRROR = re.compile(r"/t/([-\w]+)/laptop/mirror/")
"""The path to which a laptop sends its tournament, with a key instead of an account."""


def sender_of(scope: dict[str, Any]) -> Uploader | None:
    """Return the sender of this request: an account, or the laptop of a hand-over that sends its live mirror; None for
    any other sender. Raises `DatabaseError`."""
    request = ASGIRequest(scope, BytesIO())
    network = client_network(request)
    try:
        mirror = MIRROR.fullmatch(request.path)
        if mirror:
            laptop = _laptop(mirror[1], request.headers.get("Authorization", "").removeprefix("Bearer "))
            return Uploader(name=f"laptop {laptop}", network=network, has_event=True) if laptop else None
        visitor = visitor_of_cookies(request)
        if visitor.account is None:
            return None
        return Uploader(name=f"account {visitor.account.pk}", network=network, has_event=_has_event(visitor))
    finally:
        connection.close()


def page_for_strangers(scope: dict[str, Any]) -> str:
    """Render the page that tells the sender of a large body to log in first. No query is made."""
    with override(get_language_from_request(ASGIRequest(scope, BytesIO()))):
        return render_to_string("log_in_again.html")


def _laptop(slug: str, key: str) -> int | None:
    rows = HandOver.objects.filter(tournament__slug=slug, is_lent=True)
    return next((row.pk for row in rows if row.accepts_mirror(key)), None)


def _has_event(visitor: Visitor) -> bool:
    """Whether this person organizes an event that runs today: it began in the last three days or begins tomorrow, or
    one of its rounds began in the last day. An event created in the last day does not count, because anybody can create
    one."""
    now, today, day = timezone.now(), timezone.localdate(), timedelta(days=1)
    runs = Q(starts_on__range=(today - 3 * day, today + day)) | Q(rounds__started_at__gte=now - day)
    events = Tournament.objects.organized_by(visitor).filter(rehearsal_of=None, created_at__lt=now - day)
    return events.filter(runs).exists()


def check_host(scope: dict[str, Any]) -> None:
    """Raise `DisallowedHost` if the request has a host name that is not this site's."""
    ASGIRequest(scope, BytesIO()).get_host()


def versions_for(scope: dict[str, Any], ids: Iterable[int]) -> dict[int, int]:
    """Return the versions, by id, of the tournaments in `ids` that the sender of this request may follow.

    Raises `DisallowedHost` and `DatabaseError`.
    """
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    with own_connection():
        return _versions(visitor_of_cookies(request), list(ids))


def _versions(visitor: Visitor, ids: list[int]) -> dict[int, int]:
    """Return the versions, by id, of those tournaments in `ids` that the visitor may follow.

    The visitor may follow a tournament in three cases: the visitor may see its pages, has opened a player's link of it,
    or may enter hands at one of its tables.
    """
    scored = Table.objects.scored_by(visitor).values("tournament")
    allowed = Q(pk__in=Tournament.objects.seen_by(visitor).values("pk")) | Q(pk__in=scored)
    if visitor.entries:
        allowed |= Q(pk__in=Entry.objects.filter(opened(visitor.entries)).values("tournament"))
    return dict(Tournament.objects.filter(allowed, pk__in=ids).values_list("pk", "version"))

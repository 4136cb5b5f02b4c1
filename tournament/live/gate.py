"""Checks permission to follow a tournament, and to send large bodies, by the same queries as the pages.

This runs in threads, and closes the thread's database connection.
"""

import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.db.models import Q

from tournament.core.requests import visitor_of_cookies
from tournament.models import Entry, HandOver, Table, Tournament, Visitor
from tournament.models.visitor import opened

MIRROR = re.compile(r"/t/([-\w]+)/laptop/mirror/")
"""The path to which a laptop sends its tournament, with a key instead of an account."""


def sender_of(scope: dict[str, Any]) -> str:
    """The account of this request, or the hand-over whose laptop sends its mirror; empty for others. Raises
    `DatabaseError`."""
    request = ASGIRequest(scope, BytesIO())
    try:
        mirror = MIRROR.fullmatch(request.path)
        if mirror:
            return _laptop(mirror[1], request.headers.get("Authorization", "").removeprefix("Bearer "))
        account = visitor_of_cookies(request).account
        return f"account {account.pk}" if account else ""
    finally:
        connection.close()


def _laptop(slug: str, key: str) -> str:
    rows = HandOver.objects.filter(tournament__slug=slug, is_lent=True)
    return next((f"laptop {row.pk}" for row in rows if row.accepts_mirror(key)), "")


def versions_for(scope: dict[str, Any], ids: Iterable[int]) -> dict[int, int]:
    """Return the versions, by id, of those tournaments that the sender of this request may follow.

    Raises `DisallowedHost` and `DatabaseError`.
    """
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    try:
        return _versions(visitor_of_cookies(request), list(ids))
    finally:
        connection.close()


def _versions(visitor: Visitor, ids: list[int]) -> dict[int, int]:
    """Versions of the tournaments that this visitor sees, scores a table of, or has a player's link for."""
    scored = Table.objects.scored_by(visitor).values("tournament")
    allowed = Q(pk__in=Tournament.objects.seen_by(visitor).values("pk")) | Q(pk__in=scored)
    if visitor.entries:
        allowed |= Q(pk__in=Entry.objects.filter(opened(visitor.entries)).values("tournament"))
    return dict(Tournament.objects.filter(allowed, pk__in=ids).values_list("pk", "version"))

"""Who may hear of which tournament: the same querysets that the pages start from."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.db.models import Q

from tournament.middleware import visitor_of_cookies
from tournament.models import Table, Tournament


def seen(scope: dict[str, Any], ids: Iterable[int]) -> dict[int, int]:
    """Of these tournaments those that whoever sent this request sees, or scores a table of, with their versions.

    For a thread of its own: it leaves no database connection open. Raises `DisallowedHost` and `DatabaseError`.
    """
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    try:
        visitor = visitor_of_cookies(request)
        of_my_tables = Table.objects.scored_by(visitor).values("tournament")
        tournaments = Tournament.objects.filter(
            Q(pk__in=Tournament.objects.seen_by(visitor).values("pk")) | Q(pk__in=of_my_tables)
        )
        return dict(tournaments.filter(pk__in=list(ids)).values_list("pk", "version"))
    finally:
        connection.close()

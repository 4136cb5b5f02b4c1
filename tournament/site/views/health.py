"""The health check for monitoring: no login, no session, no template."""

from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database answers and has every migration, otherwise 503 and one line with the reason."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        waiting = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        # The reason is for the log alone: it can name hosts and users.
        return HttpResponse("database does not answer\n", status=503, content_type="text/plain")
    if waiting:
        return HttpResponse("migrations are waiting\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of each migration of this program. Cached, because reading them takes a good part of a
    second and monitoring asks every few seconds."""
    return frozenset(MigrationLoader(None).disk_migrations)

"""Makes a table's page an app on a phone: a web app manifest to install it, and a service worker to open it offline."""

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.app_manifest import app_manifest
from tournament.core.views.authority import scored_table


@require_safe
def manifest(request: TenboRequest, slug: str, number: int) -> JsonResponse:
    """Return the web app manifest of one table, for phones that may enter its hands."""
    table = scored_table(request, slug, number)
    name = _("Table %(number)s") % {"number": table.number}
    return app_manifest(f"{name} · {table.tournament.name}", name, table.get_absolute_url())


@require_safe
def service_worker(request: TenboRequest) -> HttpResponse:
    """Return the service worker's script, which is served from the root, because a service worker controls only URLs
    below its own."""
    script = (settings.BASE_DIR / "static" / "js" / "table" / "service_worker.js").read_text()
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})

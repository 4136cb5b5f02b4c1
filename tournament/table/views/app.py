"""Makes a table's page an app on a phone: a manifest to install it by, and a worker that opens it offline."""

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.authority import scored_table

GREEN = "#1c6b4f"
PAPER = "#f6f5f0"


@require_safe
def manifest(request: TenboRequest, slug: str, number: int) -> JsonResponse:
    """The web app manifest of one table, for phones that may enter its hands."""
    table = scored_table(request, slug, number)
    name = _("Table %(number)s") % {"number": table.number}
    content = {
        "id": table.get_absolute_url(),
        "name": f"{name} · {table.tournament.name}",
        "short_name": name,
        "start_url": table.get_absolute_url(),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": [
            {"src": static("tenbo.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("tenbo-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any"},
            {"src": static("tenbo-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any"},
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def service_worker(request: TenboRequest) -> HttpResponse:
    """The worker's script. It is not in `static`, because a worker controls only the addresses below its own."""
    script = (settings.BASE_DIR / "static" / "js" / "table" / "service_worker.js").read_text()
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})

"""The web app manifest with which a phone installs one page of the site as an app."""

from django.http import JsonResponse
from django.templatetags.static import static

GREEN = "#1c6b4f"
PAPER = "#f6f5f0"


def app_manifest(name: str, short_name: str, address: str) -> JsonResponse:
    """Return the manifest of an app that opens at this path (`address`)."""
    content = {
        "id": address,
        "name": name,
        "short_name": short_name,
        "start_url": address,
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

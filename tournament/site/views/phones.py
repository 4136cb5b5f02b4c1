"""Instructions to accept, on a phone, the certificate of a laptop that serves https in a hall."""

from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from tournament.core.addresses import secure_address
from tournament.core.views.downloads import download
from tournament.site.certificate import authority_certificate, authority_name


@require_safe
def phones(request: HttpRequest) -> HttpResponse:
    """Show how to accept the certificate on Android and iPhone, and whether this phone has accepted it. `?next=` is the
    page to go to afterwards."""
    _need_authority()
    back = request.GET.get("next", "")
    # "@evil.example" appended to this site's address would make another host.
    if not back.startswith("/") or not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = ""
    agent = request.headers.get("User-Agent", "")
    context = {
        "secure": secure_address(request, request.get_full_path()),
        "onward": back if request.is_secure() else secure_address(request, back or request.path),
        "is_secure": request.is_secure(),
        "is_android": "Android" in agent,
        "is_iphone": "iPhone" in agent or "iPad" in agent,
        "name": authority_name(authority_certificate(settings.VAR)),
    }
    return render(request, "site/phones/page.html", context)


@require_safe
def phones_certificate(request: HttpRequest) -> HttpResponse:
    """Download the authority's certificate, in the format that Android and iPhone both read."""
    _need_authority()
    pem = authority_certificate(settings.VAR).public_bytes(Encoding.PEM)
    return download(HttpResponse(pem, content_type="application/x-x509-ca-cert"), "tenbo.crt")


def _need_authority() -> None:
    """Raise 404 unless this site is served by `manage.py serve --lan` with https and its own certificate."""
    if not settings.TENBO_SECURE_ADDRESSES:
        raise Http404

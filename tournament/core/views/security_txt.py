"""The file security.txt, which says where to report a vulnerability of this site (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID_FOR = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return security.txt with the contact that the operator has set for reports of security problems; 404 if none is
    set."""
    if not settings.TENBO_SECURITY_CONTACT:
        raise Http404
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    expires = (timezone.now() + VALID_FOR).strftime("%Y-%m-%dT00:00:00Z")
    text = f"Contact: {settings.TENBO_SECURITY_CONTACT}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")

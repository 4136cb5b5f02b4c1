"""The metrics of this process, for Prometheus."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from tournament.core.requests import TenboRequest
from tournament.operation.exports.site_metrics import SiteMetrics

REGISTRY.register(SiteMetrics())


@require_safe
@never_cache
def metrics(request: TenboRequest) -> HttpResponse:
    """Return the metrics to staff, and to requests with the bearer token; 404 for all others."""
    if not (_has_token(request) or (request.visitor.account and request.visitor.account.is_staff)):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: TenboRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    wanted: str = settings.TENBO_METRICS_TOKEN
    return bool(wanted) and scheme.lower() == "bearer" and constant_time_compare(token, wanted)

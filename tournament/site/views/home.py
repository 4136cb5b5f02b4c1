"""The site's first page, and the list of archived tournaments."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.live.fragments import preview_of_site
from tournament.site.exports.previews import site_preview
from tournament.site.queries import home as queries


@require_safe
@may_lag
def home(request: TenboRequest) -> HttpResponse:
    """Show an introduction, the visitor's own tournaments (page `?mine=`), and the public tournaments (page
    `?page=`)."""
    page = {"home": queries.home(request.visitor, request.GET.get("page", ""), request.GET.get("mine", ""))}
    preview = preview_of_site(request, site_preview, request.visitor)
    return render(request, "site/home/page.html", page | {"preview": preview})


@require_safe
@may_lag
def archive(request: TenboRequest) -> HttpResponse:
    """List the archived tournaments."""
    page = queries.archive_page(request.visitor, request.GET.get("page", ""))
    return render(request, "site/home/archive.html", {"page": page})

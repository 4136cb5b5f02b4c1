"""The pages of the certification package for ARA or Riichi Canada: its check, and its download."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.archive.exports.certification import certification_zip
from tournament.archive.forms.certification import CertificationForm
from tournament.archive.queries.certification import certification_package, certification_package_of
from tournament.archive.queries.takeaway import load_takeaway
from tournament.archive.tenbo.document import envelope_json
from tournament.archive.tenbo.federation import federation_document
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download
from tournament.standings.queries.publication import publication_of


@require_safe
@login_required
def certification(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the content of the package, and the faults for which the federation would return it."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = CertificationForm(request.GET)
    context = {
        "tournament": tournament,
        "form": form,
        "package": certification_package(tournament, form.chosen, request.visitor),
    }
    return render(request, "archive/certification/page.html", context)


@require_safe
@login_required
@recently_confirmed
def certification_file(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the package, even if it has faults: the organizer has seen the faults on the page."""
    tournament = with_rounds(organized_tournament(request, slug))
    takeaway = load_takeaway(tournament, request.visitor, official=True)
    package = certification_package_of(takeaway, CertificationForm(request.GET).chosen)
    response = HttpResponse(certification_zip(package, takeaway), content_type="application/zip")
    return download(response, f"{slug}-{package.federation.value.replace('_', '-')}.zip")


@require_safe
@login_required
@recently_confirmed
def federation_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the tournament as `tenbo/1` in the form for federations, from which the file for any federation can be
    made."""
    tournament = with_rounds(organized_tournament(request, slug))
    hidden = hidden_contacts(tournament, request.visitor)
    document = federation_document(tournament, publication_of(tournament), hidden=hidden)
    response = HttpResponse(envelope_json(document), content_type="application/json")
    return download(response, f"{slug}-federation.json")

"""The list of clubs, a club's page and settings, and the form that opens a night."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.clubs.actions.edit_club import create_club, edit_club
from tournament.clubs.actions.open_night import open_night
from tournament.clubs.forms.club import ClubForm, OpenNightForm
from tournament.clubs.queries.club import club_page, clubs_page
from tournament.clubs.queries.organizers import organizers_of
from tournament.clubs.views.authority import organized_club
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.rates import TOURNAMENTS, count_of_visitor
from tournament.models import Club


@require_safe
def clubs(request: TenboRequest) -> HttpResponse:
    """List all clubs, in pages."""
    page = {"clubs": clubs_page(request.GET.get("page", "")), "may_create": request.visitor.may_create_tournaments}
    return render(request, "clubs/clubs/page.html", page)


@require_safe
def club(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a club's events (tonight's, coming and past ones) and leagues; for organizers also links to the club's other
    pages."""
    shown = get_object_or_404(Club, slug=slug)
    page = {
        "club": shown,
        "page": club_page(shown, request.visitor),
        "organizes": Club.objects.organized_by(request.visitor).filter(pk=shown.pk).exists(),
    }
    return render(request, "clubs/club/page.html", page)


@require_safe_or_post
@login_required
def club_new(request: TenboRequest) -> HttpResponse:
    """Create a club, which the visitor organizes."""
    if not request.visitor.may_create_tournaments:
        raise Http404
    form = ClubForm(posted(request))
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, TOURNAMENTS)
            return redirect(create_club(**form.cleaned_data, by=request.visitor))
    return render(request, "clubs/club/new.html", {"form": form}, status=form_status(form))


@require_safe_or_post
@login_required
def club_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit a club's settings; its organizers are on the same page."""
    edited = organized_club(request, slug)
    form = ClubForm(posted(request), instance=Club.objects.get(pk=edited.pk))
    if form.is_valid():
        with refusal_on(form):
            edit_club(club_id=edited.pk, **form.cleaned_data, base=form.initial, by=request.visitor)
            messages.success(request, _("The settings were changed."))
            return redirect(edited)
    page = {"club": edited, "form": form, "organizers": organizers_of(edited, request.visitor)}
    return render(request, "clubs/club/edit.html", page, status=form_status(form))


@require_safe_or_post
@login_required
def club_night_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Open a night: a tournament with the club's tables, organizers and league."""
    host = organized_club(request, slug)
    form = OpenNightForm.of(host, posted(request), uuid4())
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, TOURNAMENTS)
            return redirect(open_night(club_id=host.pk, **form.cleaned_data, by=request.visitor))
    page = {"club": host, "form": form}
    return render(request, "clubs/club/night.html", page, status=form_status(form))

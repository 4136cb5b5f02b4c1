"""A tournament's announcement: the public page, its picture, and the organizers' form with a preview."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.announcement.actions import edit_announcement
from tournament.announcement.exports import announcement_preview
from tournament.announcement.forms import AnnouncementForm
from tournament.announcement.queries import announcement_of, announcement_page, picture_of
from tournament.core.addresses import absolute_url
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, seen_tournament
from tournament.core.views.rates import PICTURES, count_of_visitor
from tournament.live.fragments import preview
from tournament.models import Announcement, AnnouncementPicture, Tournament


@require_safe
def announcement(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the announcement: to everybody who sees the tournament if it is published, otherwise to the organizers
    only."""
    tournament = seen_tournament(request, slug)
    about = _shown_announcement(tournament)
    page = announcement_page(tournament, about)
    sight = sight_of(tournament, request.visitor)
    audience = None if tournament.is_of_team else sight.key
    context = {
        "tournament": tournament,
        "page": page,
        "preview": preview(request, lambda: announcement_preview(tournament, page), of=tournament, audience=audience),
    }
    return render(request, "announcement/page.html", context)


@require_safe
def announcement_picture(request: TenboRequest, slug: str) -> HttpResponse:
    """Return the announcement's picture. Links to the picture have its digest in the query, so that browsers may cache
    it."""
    tournament = seen_tournament(request, slug)
    _shown_announcement(tournament)
    picture = get_object_or_404(AnnouncementPicture, tournament=tournament)
    response = HttpResponse(bytes(picture.content), content_type="image/jpeg")
    patch_cache_control(response, max_age=86_400, public=tournament.is_public, private=not tournament.is_public)
    return response


@require_safe_or_post
@login_required
def announcement_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit the announcement. POST with `preview` shows the changed page without saving it."""
    tournament = organized_tournament(request, slug)
    picture = picture_of(tournament)
    about = announcement_of(tournament)
    # Cleaning the form converts the picture, which is slow: previews leave it out, and uploads are rate-limited first.
    files = request.FILES if "preview" not in request.POST else None
    if files:
        count_of_visitor(request, PICTURES)
    form = AnnouncementForm.of(about, picture, posted(request), files or None)
    context = {"tournament": tournament, "form": form, "about": about, "picture": picture}
    is_valid = form.is_valid()
    if is_valid and "preview" in request.POST:
        context["page"] = announcement_page(tournament, Announcement(tournament=tournament, **form.facts))
    elif is_valid:
        with refusal_on(form):
            edit_announcement(
                tournament_id=tournament.pk,
                facts=form.facts,
                words=form.cleaned_data["words"],
                picture=form.cleaned_data["picture"],
                remove_picture=form.cleaned_data.get("remove_picture", False),
                base=form.initial,
                by=request.visitor,
            )
            messages.success(request, _("The announcement was saved."))
            return redirect("announcement-edit", tournament.slug)
    context["link"] = absolute_url(request, reverse("announcement", args=[tournament.slug]))
    template = "announcement/edit.html"
    if request.htmx:
        template += "#announcement-preview"
    return render(request, template, context, status=form_status(form))


def _shown_announcement(tournament: Tournament) -> Announcement:
    """Return the announcement if the visitor may see it, else raise `Http404`."""
    about = announcement_of(tournament)
    if about is None or not (about.is_published or tournament.is_of_organizers):
        raise Http404
    return about

"""The organizers of a club: create an invitation link, accept it, and remove an organizer."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.clubs.actions.edit_club import (
    CopiedLinks,
    InvitationInvalid,
    invitation_to,
    invited_to,
    join_club,
    remove_organizer,
    withdraw_invitations,
)
from tournament.clubs.forms.club import ClubForm
from tournament.clubs.queries.organizers import CountedNights, organizers_of
from tournament.clubs.views.authority import organized_club
from tournament.clubs.words.nights import night_items
from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.confirmation import recently_confirmed
from tournament.models import User


@require_POST
@login_required
@recently_confirmed
@never_cache
def club_invitation_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Create an invitation link. The link is not stored, so only this response shows it."""
    club = organized_club(request, slug)
    page = {
        "club": club,
        "form": ClubForm(instance=club),
        "organizers": organizers_of(club, request.visitor),
        "link": absolute_url(request, reverse("club-invitation", args=[invitation_to(club)])),
    }
    return render(request, "clubs/club/edit.html", page)


@require_POST
@never_refused
@login_required
@recently_confirmed
def club_invitations_withdraw(request: TenboRequest, slug: str) -> HttpResponse:
    """Withdraw all invitation links, for example because one went to the wrong person."""
    club = organized_club(request, slug)
    withdraw_invitations(club_id=club.pk, by=request.visitor)
    messages.success(request, _("All invitation links were withdrawn. Create new links if needed."))
    return redirect("club-edit", club.slug)


@require_safe_or_post
@never_cache
def club_invitation(request: TenboRequest, token: str) -> HttpResponse:
    """Open an invitation's link: GET shows the club, POST accepts it."""
    try:
        club = invited_to(token)
        if request.method != "POST":
            return render(request, "clubs/club/invitation.html", {"club": club})
        if request.visitor.account is None:
            return redirect(f"{reverse('login')}?next={request.path}")
        join_club(token=token, by=request.visitor)
    except InvitationInvalid:
        return render(request, "site/team/expired.html", status=410)
    messages.success(request, _("You organize %(name)s now.") % {"name": club.name})
    return redirect(club)


@require_POST
@never_refused
@login_required
@recently_confirmed
def club_organizer_remove(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Remove an organizer; the visitor may also remove themselves."""
    club = organized_club(request, slug)
    organizer = get_object_or_404(club.organizers, pk=pk)
    ticked = {name: f"new_{name}" in request.POST for name in ("cards", "tables", "players", "hall")}
    new = CopiedLinks(**ticked)
    with refusal_as_message(request):
        keeps_nights = "keeps_nights" in request.POST
        removed = remove_organizer(
            club_id=club.pk, user_id=organizer.pk, by=request.visitor, keeps_nights=keeps_nights, new=new
        )
        if organizer == request.visitor.account:
            messages.success(request, _("You no longer organize %(name)s.") % {"name": club.name})
            return redirect(club)
        if new != CopiedLinks():
            messages.success(request, _("The links are replaced, and the earlier links no longer work."))
        if removed.nights_with_old_links:
            messages.warning(
                request,
                _(
                    "These nights are on a laptop, so their old links still work: %(nights)s. When the laptop has"
                    " returned the nights, replace the links."
                )
                % {"nights": ", ".join(removed.nights_with_old_links)},
            )
        if removed.counted_nights is not None:
            messages.warning(request, _about_leagues(organizer, removed.counted_nights))
        if new.cards:
            return redirect("club-tables", club.slug)
    return redirect("club-edit", club.slug)


def _about_leagues(former: User, nights: CountedNights) -> str:
    """Say which nights of a removed organizer still count for leagues of the club, and how to take them out."""
    return _(
        "Some nights that %(name)s keeps still count for leagues of the club (%(leagues)s), and %(name)s can still"
        " change their results: %(nights)s. To remove a night from a league, open the league, choose “Edit” and"
        " untick the night."
    ) % {
        "name": former.username,
        "leagues": ", ".join(nights.leagues),
        "nights": ", ".join(night_items(nights)),
    }

"""The team of a tournament, and the links that invite more members."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.archive.queries.hand_over import hand_overs_of
from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, owned_tournament, refereed_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.models import Invitation, Role, Tournament
from tournament.site.actions.invitations import TeamFull, accept_invitation, hash_of, invite, revoke_invitation
from tournament.site.actions.team import change_role, remove_member
from tournament.site.forms.team import InviteForm
from tournament.site.queries import team as queries


@require_safe
@login_required
@never_cache
def team(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the members, and to organizers the open invitations."""
    return _page(request, refereed_tournament(request, slug))


@require_POST
@never_refused
@login_required
@recently_confirmed
def member_role(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Change a member's role; for owners."""
    tournament = owned_tournament(request, slug)
    member = get_object_or_404(tournament.memberships, pk=pk)
    role = request.POST.get("role")
    if role not in Role.values:
        messages.error(request, _("There is no such role."))
        return redirect("team", tournament.slug)
    with refusal_as_message(request):
        before = member.role
        revoked = change_role(tournament_id=tournament.pk, member_id=member.pk, role=Role(role), by=request.visitor)
        _add_message_of_revoked(request, revoked)
        if role != before:
            _add_message_of_laptop(request, tournament, before)
    return redirect("team", tournament.slug)


@require_POST
@never_refused
@login_required
@recently_confirmed
def member_remove(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a member; owners may remove anybody, others only themselves."""
    tournament = refereed_tournament(request, slug)
    members = tournament.memberships.all()
    if not tournament.is_owned_by_visitor:
        members = members.filter(user=request.visitor.account)
    member = get_object_or_404(members, pk=pk)
    renewed = {name: name in request.POST for name in ("new_tables", "new_players", "new_hall")}
    with refusal_as_message(request):
        revoked = remove_member(tournament_id=tournament.pk, member_id=member.pk, by=request.visitor, **renewed)
        if member.user == request.visitor.account:
            messages.success(request, _("You left the team of %(name)s.") % {"name": tournament.name})
            return redirect("home")
        _add_message_of_revoked(request, revoked)
        _add_message_of_laptop(request, tournament, member.role)
        if any(renewed.values()):
            messages.success(request, _("The links are replaced, and the earlier links no longer work."))
            return redirect("links", tournament.slug)
    return redirect("team", tournament.slug)


def _add_message_of_revoked(request: TenboRequest, revoked: int) -> None:
    if revoked:
        text = _("Unused invitation links no longer work, because the team has changed. Create new links if needed.")
        messages.success(request, text)


def _add_message_of_laptop(request: TenboRequest, tournament: Tournament, role: str) -> None:
    """Say that the key of the live mirror was replaced, because somebody who may have the laptop's file is no longer an
    owner."""
    if role == Role.OWNER and hand_overs_of(tournament).lent is not None:
        messages.warning(
            request,
            _(
                "The person who left may have the laptop’s file. Therefore the laptop can no longer send"
                " hands with that file. Download a new file on “Take to a laptop” and import it on the laptop."
                " No hand is lost."
            ),
        )


@require_POST
@login_required
@recently_confirmed
@never_cache
def invitation_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Create an invitation. Its link is shown in this response and never again."""
    tournament = organized_tournament(request, slug)
    form = InviteForm(tournament, request.POST)
    if form.is_valid():
        with refusal_on(form):
            token = invite(tournament_id=tournament.pk, role=form.cleaned_data["role"], by=request.visitor)
            return _page(request, tournament, link=absolute_url(request, reverse("invitation", args=[token])))
    return _page(request, tournament, form=form, status=form_status(form))


@require_POST
@never_refused
@login_required
def invitation_revoke(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    tournament = organized_tournament(request, slug)
    with refusal_as_message(request):
        revoke_invitation(tournament_id=tournament.pk, invitation_id=pk, by=request.visitor)
        messages.success(request, _("The invitation was withdrawn."))
    return redirect("team", tournament.slug)


@require_safe_or_post
@never_cache
def invitation(request: TenboRequest, token: str) -> HttpResponse:
    """Open an invitation's link: GET shows the role on offer, POST accepts it."""
    invited = get_object_or_404(Invitation.objects.select_related("tournament"), token_hash=hash_of(token))
    if invited.expires_at <= timezone.now():
        return render(request, "site/team/expired.html", status=410)
    if request.method == "POST":
        if request.visitor.account is None:
            return redirect(f"{reverse('login')}?next={request.path}")
        try:
            accept_invitation(invitation=invited, by=request.visitor)
        except TeamFull as refusal:
            messages.error(request, str(refusal))
            return redirect("home")
        except NotDone:
            return render(request, "site/team/expired.html", status=410)
        messages.success(request, _("Welcome to the team of %(name)s.") % {"name": invited.tournament.name})
        return redirect(invited.tournament)
    return render(request, "site/team/invitation.html", {"invitation": invited, "tournament": invited.tournament})


def _page(
    request: TenboRequest,
    tournament: Tournament,
    *,
    form: InviteForm | None = None,
    link: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "team": queries.team(tournament),
        "may_know_links": queries.may_know_links(tournament) if tournament.may_organize else (),
        "form": form or InviteForm(tournament),
        "roles": Role.choices,
        "link": link,
    }
    return render(request, "site/team/page.html", context, status=status)

"""The private links of tables and players: show their age and their last use, and renew them or the hall link.

Also accept the mail address to which a player's link goes.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.actions.write_budget import never_refused
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_as_message, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.models import Tournament
from tournament.people.actions.renew_links import accept_mail, renew_links, renew_player_link
from tournament.people.forms.links import RenewLinksForm
from tournament.people.queries.links import links_page


@require_safe_or_post
@never_refused
@login_required
@never_cache
def links(request: TenboRequest, slug: str) -> HttpResponse:
    """List every link; POST renews the links of all tables, of all players, or the hall link."""
    tournament = organized_tournament(request, slug)
    form = RenewLinksForm(posted(request), has_hall=bool(tournament.hall_nonce))
    if form.is_valid():
        return _renew(request, tournament, form)
    context = {"tournament": tournament, "form": form, "page": links_page(tournament)}
    return render(request, "people/links/page.html", context, status=form_status(form))


@recently_confirmed
def _renew(request: TenboRequest, tournament: Tournament, form: RenewLinksForm) -> HttpResponse:
    renew_links(tournament_id=tournament.pk, **form.cleaned_data, by=request.visitor)
    messages.success(request, _("The links are replaced, and the earlier links no longer work."))
    return redirect("links", tournament.slug)


@require_POST
@never_refused
@login_required
def entry_renew(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Give one player a new link."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("player"), number=number)
    renew_player_link(tournament_id=tournament.pk, number=number, by=request.visitor)
    messages.success(request, _("%(name)s has a new link. The old link no longer works.") % {"name": entry.player.name})
    return redirect("links", tournament.slug)


@require_POST
@login_required
def entry_mail(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Accept a mail address that was changed in another event. Only for organizers who see it."""
    tournament = organized_tournament(request, slug)
    shown = tournament.entries.exclude(pk__in=hidden_contacts(tournament, request.visitor))
    entry = get_object_or_404(shown.select_related("player"), number=number)
    with refusal_as_message(request):
        accept_mail(tournament_id=tournament.pk, number=number, mail=request.POST.get("mail", ""), by=request.visitor)
        messages.success(request, _("Mails to %(name)s contain the private link again.") % {"name": entry.player.name})
    return redirect("entry-edit", tournament.slug, number)

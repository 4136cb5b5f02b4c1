"""Pages on which a person changes or cancels their own entry, opened by its private link."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.actions.write_budget import never_refused
from tournament.core.forms.facts import country_names
from tournament.core.queries.contacts import hidden_from_links
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import (
    form_status,
    posted,
    refusal_as_message,
    refusal_on,
    require_safe_or_post,
)
from tournament.core.views.authority import linked_entry
from tournament.core.views.rates import OWN_CHANGES, count_of_visitor, uses_of_confirmation
from tournament.mail.queries.mails import mails_own_links
from tournament.mail.words.mail import own_link_sentence
from tournament.people.actions.edit_entry import entry_facts_of
from tournament.people.actions.own_entry import cancel_own_entry, edit_own_entry
from tournament.people.forms.enter import OwnEntryForm
from tournament.people.queries.enter import is_name_decided, is_team_fixed
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.own_note import is_own_note
from tournament.standings.queries.player_teams import team_names


@require_safe_or_post
@never_refused
@never_cache
def own_change(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Edit the details that the person gave in the entry form."""
    entry = linked_entry(request, slug, number, token, own=True)
    teams = team_names(entry.tournament)
    form = OwnEntryForm.of(
        entry,
        posted(request),
        teams=teams,
        shows_contact=entry.pk not in hidden_from_links(entry.tournament),
        shows_note=is_own_note(entry),
        is_team_fixed=is_team_fixed(entry),
        is_name_decided=is_name_decided(entry),
    )
    if "mail" in form.fields and mails_own_links(entry.tournament):
        form.fields["mail"].help_text = _("A new address gets a new link by mail, and your present link ends.")
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, OWN_CHANGES, about=str(entry.pk))
            changed = edit_own_entry(
                entry_id=entry.pk,
                player=form.player_facts,
                team=form.own_team,
                note=form.cleaned_data.get("note", ""),
                may_publish=form.cleaned_data["may_publish"],
                base=(facts_of(entry.player), entry_facts_of(entry)),
                uses=uses_of_confirmation(request, entry.tournament_id),
                by=request.visitor,
            )
            messages.success(request, _("Your entry was changed."))
            if changed.is_at_desk:
                messages.success(request, own_link_sentence(changed.player.mail, is_on_its_way=True))
                return redirect(changed.get_link())
            # Not the link of `changed`, which another request may have replaced before the lock was taken.
            return redirect(entry.get_link())
    context = {"tournament": entry.tournament, "entry": entry, "form": form}
    context |= {"countries": country_names(), "teams": teams}
    response = render(request, "mine/change.html", context, status=form_status(form))
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe_or_post
@never_refused
@never_cache
def own_cancel(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Ask for confirmation; POST cancels the entry."""
    entry = linked_entry(request, slug, number, token, own=True)
    if request.method == "POST":
        with refusal_as_message(request):
            cancel_own_entry(entry_id=entry.pk, by=request.visitor)
            messages.success(request, _("Your entry is cancelled."))
        return redirect(entry.get_link())
    response = render(request, "mine/cancel.html", {"tournament": entry.tournament, "entry": entry})
    response.headers["X-Robots-Tag"] = "noindex"
    return response

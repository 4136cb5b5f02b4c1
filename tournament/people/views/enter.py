"""The entry form for players and, for organizers, the entry terms and the decision on an entry."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.forms.facts import country_names
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, seen_tournament
from tournament.core.views.rates import (
    ENTRIES,
    ENTRIES_WHEN_CROWDED,
    count_of_network,
    count_of_visitor,
    uses_of_confirmation,
)
from tournament.mail.queries.mails import is_on_its_way, mails_own_links
from tournament.mail.words.mail import own_link_sentence
from tournament.models import EntryStatus
from tournament.people.actions.edit_entry import decide_entry
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.people.actions.enter import AlreadyEntered, mail_link_again
from tournament.people.actions.enter import enter as enter_tournament
from tournament.people.forms.enter import EnterForm, EntryTermsForm
from tournament.people.queries.enter import are_teams_fixed, enter_page, is_crowded, terms_of
from tournament.standings.queries.player_teams import team_names


@require_safe_or_post
@never_cache
def enter(request: TenboRequest, slug: str) -> HttpResponse:
    """Let anybody who sees the tournament enter themselves while entries are open; redirect to the page of the entry.
    If the own link goes out by mail, the sender gets the link for the desk instead."""
    tournament = seen_tournament(request, slug)
    teams = [] if are_teams_fixed(tournament) else team_names(tournament)
    is_by_mail = mails_own_links(tournament)
    form = EnterForm(posted(request), teams=teams, initial={"key": uuid4()})
    if is_by_mail:
        form.fields["mail"].help_text = _("The link to change or cancel your entry goes to this address.")
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, ENTRIES, about=str(tournament.pk))
            if is_crowded(tournament):
                count_of_network(request, ENTRIES_WHEN_CROWDED, about=str(tournament.pk))
            uses = uses_of_confirmation(request, tournament.pk)
            try:
                entry = enter_tournament(
                    tournament_id=tournament.pk,
                    key=form.cleaned_data["key"],
                    player=form.player_facts,
                    team=form.cleaned_data.get("team", ""),
                    note=form.cleaned_data["note"],
                    may_publish=form.cleaned_data["may_publish"],
                    language=get_language() or "",
                    uses=uses,
                    by=request.visitor,
                )
            except AlreadyEntered:
                mail_link_again(tournament_id=tournament.pk, player=form.player_facts, uses=uses)
                raise
            is_sent = is_on_its_way(entry, form.cleaned_data["key"])
            # A retry may come after the organizers have turned mails off: the person has the link by mail already.
            if is_by_mail or is_sent:
                entry.is_at_desk = True
                messages.success(request, own_link_sentence(form.player_facts.mail, is_on_its_way=is_sent))
            return redirect(entry.get_link())
    context = {"tournament": tournament, "page": enter_page(tournament), "form": form, "countries": country_names()}
    context["teams"] = teams
    return render(request, "people/enter/page.html", context, status=form_status(form))


@require_safe_or_post
@login_required
def entry_terms(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit the terms by which people may enter themselves; for organizers."""
    tournament = organized_tournament(request, slug)
    form = EntryTermsForm.of(terms_of(tournament), request.POST or None)
    if request.method == "POST" and form.is_valid():
        base = {bound.name: bound.initial for bound in form}
        edit_entry_terms(tournament_id=tournament.pk, **form.cleaned_data, base=base, by=request.visitor)
        messages.success(request, _("The entry form was changed."))
        return redirect("enter", tournament.slug)
    status = 422 if form.errors else 200
    return render(request, "people/enter/terms.html", {"tournament": tournament, "form": form}, status=status)


@require_POST
@login_required
def entry_decide(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Accept an entry, or put it on the waiting list."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("player"), number=number)
    status = request.POST.get("status")
    if status not in {EntryStatus.ACCEPTED, EntryStatus.WAITING}:
        messages.error(request, _("This form is incomplete. Nothing was changed; try again."))
        return redirect("players", tournament.slug)
    with refusal_as_message(request):
        decide_entry(
            tournament_id=tournament.pk,
            entry_id=entry.pk,
            status=EntryStatus(status),
            shown=request.POST.get("shown"),
            by=request.visitor,
        )
        message = (
            _("%(name)s now has a place and plays.")
            if status == EntryStatus.ACCEPTED
            else _("%(name)s is on the waiting list.")
        )
        messages.success(request, message % {"name": entry.player.name})
    return redirect("players", tournament.slug)

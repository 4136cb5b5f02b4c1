"""A person's data: export it as a file, change the shown name, or remove the person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.write_budget import check_budget_like_others, never_refused
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download_json
from tournament.models import Player
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.forms.person import RemovePersonForm, ShowPersonForm
from tournament.people.queries.person import (
    entries_of,
    entries_shown_to,
    find_people,
    hides_more,
    people_of,
    person_data,
    removable_by,
)


@require_safe
@login_required
@never_cache
def people(request: TenboRequest) -> HttpResponse:
    """Search for a person, for the site's staff only. Organizers open a person from the page of an entry."""
    if request.visitor.account is None or not request.visitor.account.is_staff:
        raise Http404
    query = request.GET.get("q", "")[:80]
    return render(request, "people/person/people.html", {"query": query, "people": find_people(request.visitor, query)})


@require_safe
@login_required
@never_cache
def person(request: TenboRequest, pk: int) -> HttpResponse:
    """Show the tournaments in which a person plays, and the actions that the visitor may take on the person's data."""
    player = get_object_or_404(people_of(request.visitor), pk=pk)
    form = ShowPersonForm(initial={"shown_as": player.shown_as})
    return render(request, "people/person/page.html", {"player": player, "entries": entries_of(player), "form": form})


@require_POST
@never_refused
@login_required
@never_cache
def person_shown(request: TenboRequest, pk: int) -> HttpResponse:
    """Change the name that people outside the team see for a person. Only hiding more of it is never refused."""
    player = get_object_or_404(people_of(request.visitor), pk=pk)
    form = ShowPersonForm(request.POST)
    if form.is_valid():
        with refusal_on(form):
            if hides_more(player.shown_as, than=form.chosen):
                check_budget_like_others(request)
            show_person(player_id=player.pk, shown_as=form.chosen, by=request.visitor)
            messages.success(request, _("From now on others see the name that you chose."))
            return redirect("person", player.pk)
    page = {"player": player, "entries": entries_of(player), "form": form}
    return render(request, "people/person/page.html", page, status=form_status(form))


@require_safe
@login_required
@recently_confirmed
@never_cache
def person_file(request: TenboRequest, pk: int) -> HttpResponse:
    """Download all stored data of a person as JSON."""
    player = get_object_or_404(people_of(request.visitor), pk=pk)
    return download_json(person_data(player, request.visitor), f"person-{player.pk}.json")


@require_safe_or_post
@never_refused
@login_required
@recently_confirmed
@never_cache
def person_remove(request: TenboRequest, pk: int) -> HttpResponse:
    """Explain the effects of removing a person, ask for confirmation, and remove the person."""
    player = get_object_or_404(removable_by(request.visitor), pk=pk)
    form = RemovePersonForm(posted(request))
    if form.is_valid():
        with refusal_on(form):
            remove_person(player_id=player.pk, by=request.visitor)
            messages.success(request, _("The person was removed. Their results stay under “a player”."))
            return _after_removal(request, player)
    entries, elsewhere = entries_shown_to(request.visitor, player)
    page = {"player": player, "entries": entries, "elsewhere": elsewhere, "form": form}
    return render(request, "people/person/remove.html", page, status=form_status(form))


def _after_removal(request: TenboRequest, player: Player) -> HttpResponse:
    """Redirect after a removal to the person's page if the visitor may still open it, otherwise to the list of
    players. An organizer of the person's club may have no tournament with such a list."""
    if people_of(request.visitor).filter(pk=player.pk).exists():
        return redirect("person", player.pk)
    own, _elsewhere = entries_shown_to(request.visitor, player)
    return redirect("players", own[0].tournament.slug) if own else redirect("home")

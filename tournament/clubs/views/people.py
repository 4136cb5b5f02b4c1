"""A club's people: list them, add new people or guests, and remove them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.clubs.actions.edit_people import add_guest, add_people, remove_from_club
from tournament.clubs.forms.club import AddPeopleForm
from tournament.clubs.queries.club import guests, latest_guests, people
from tournament.clubs.views.authority import organized_club
from tournament.core.actions.write_budget import never_refused
from tournament.core.queries.long_lists import requested_page
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.rates import LISTS, count_of_visitor


@require_safe_or_post
@login_required
@never_cache
def club_people(request: TenboRequest, slug: str) -> HttpResponse:
    """List a club's people and its latest guests, and add people by name; `?page=` is a page of a long list."""
    club = organized_club(request, slug)
    form = AddPeopleForm(posted(request))
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, LISTS)
            added = add_people(club_id=club.pk, names=form.names, by=request.visitor)
            message = ngettext("%(count)s person was added.", "%(count)s people were added.", added)
            messages.success(request, message % {"count": added})
            return redirect("club-people", club.slug)
    page = {
        "club": club,
        "page": people(club, requested_page(request.GET)),
        "guests": latest_guests(club),
        "form": form,
    }
    return render(request, "clubs/people/page.html", page, status=form_status(form))


@require_POST
@login_required
def club_guest_add(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Add somebody who played on a night of the club to the club's list."""
    club = organized_club(request, slug)
    guest = get_object_or_404(guests(club), pk=pk)
    with refusal_as_message(request):
        add_guest(club_id=club.pk, player_id=guest.pk, by=request.visitor)
        messages.success(request, _("%(name)s is on the club's list now.") % {"name": guest.name})
    return redirect("club-people", club.slug)


@require_POST
@never_refused
@login_required
@recently_confirmed
def club_person_remove(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Take somebody off the club's list."""
    club = organized_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    remove_from_club(club_id=club.pk, player_id=person.pk, by=request.visitor)
    messages.success(
        request, _("%(name)s is no longer on the club's list. Results of this person stay.") % {"name": person.name}
    )
    return redirect("club-people", club.slug)

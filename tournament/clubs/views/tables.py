"""A club's tables: the cards to print, and the links in their QR codes."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.clubs.actions.club_tables import make_club_tables, renew_club_table
from tournament.clubs.forms.club import ClubTablesForm
from tournament.clubs.queries.club import events_today
from tournament.clubs.views.authority import organized_club
from tournament.core.actions.links import note_link_use
from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.requests import TenboRequest, remember_table_link
from tournament.core.views.answers import form_status, posted, require_safe_or_post
from tournament.core.views.rates import count_new_browser
from tournament.models import Club, ClubTable


@require_safe_or_post
@login_required
@never_cache
def club_tables(request: TenboRequest, slug: str) -> HttpResponse:
    """Show every table of the club with its link and QR code, as cards to print; POST creates tables."""
    club = organized_club(request, slug)
    tables = list(club.tables.select_related("club"))
    form = ClubTablesForm(posted(request), initial={"count": len(tables) or 4})
    if form.is_valid():
        make_club_tables(club_id=club.pk, count=form.cleaned_data["count"], by=request.visitor)
        return redirect("club-tables", club.slug)
    cards = [(table, absolute_url(request, table.get_link())) for table in tables]
    page = {"club": club, "cards": cards, "form": form}
    return render(request, "clubs/tables/page.html", page, status=form_status(form))


@require_POST
@never_refused
@login_required
def club_table_renew(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Give a table of the club a new link."""
    club = organized_club(request, slug)
    table = get_object_or_404(club.tables, number=number)
    renew_club_table(club_id=club.pk, number=table.number, by=request.visitor)
    notice = _(
        "Table %(number)s has a new link. The printed card no longer works; print a new card. Phones that have already"
        " opened tonight’s table can continue until you replace its link in tonight’s club night too."
    )
    messages.success(request, notice % {"number": number})
    return redirect("club-tables", club.slug)


@require_safe
@never_cache
def club_table_link(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Open the link of a club's table: this browser may then score the table with this number in tonight's event.

    If there is no event tonight, say so; if there are several, ask which one, for `?event=`.
    """
    table = get_object_or_404(ClubTable.objects.select_related("club"), club__slug=slug, number=number)
    if not table.accepts(token):
        raise Http404
    events = events_today(table.club)
    chosen = [event for event in events if event.slug == request.GET.get("event")] or events
    tonight = chosen[0].tables.select_related("tournament").filter(number=number).first() if len(chosen) == 1 else None
    if tonight is not None:
        count_new_browser(request, tonight.tournament, f"club table {table.pk} {table.link_nonce}")
        remember_table_link(request, tonight)
        note_link_use(table)
        return redirect(tonight)
    page = {
        "club": table.club,
        "number": number,
        "events": chosen,
        "organizes": Club.objects.organized_by(request.visitor).filter(pk=table.club_id).exists(),
    }
    return render(request, "clubs/tables/link.html", page)

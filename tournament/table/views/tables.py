"""The pages of a tournament's tables and of the tables' links, and the view for a table's link."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.links import note_link_use
from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.moment import requested_moment
from tournament.core.requests import TenboRequest, remember_table_link
from tournament.core.views.authority import organized_tournament, refereed_tournament
from tournament.core.views.rates import count_new_browser
from tournament.models import Table, Tournament
from tournament.table.actions.prepare_tables import prepare_tables
from tournament.table.actions.revoke_table_link import revoke_table_link
from tournament.table.forms.tables import PrepareTablesForm
from tournament.table.queries.tables import screen_of, tables_needed


@require_safe
@login_required
@never_cache
def tables(request: TenboRequest, slug: str) -> HttpResponse:
    """Show every table with its link and QR code, as cards to print."""
    tournament = refereed_tournament(request, slug)
    return _page(request, tournament, PrepareTablesForm(initial={"count": tables_needed(tournament)}))


@require_POST
@login_required
def tables_prepare(request: TenboRequest, slug: str) -> HttpResponse:
    """Create tables before the first round, so that their links can be printed."""
    tournament = organized_tournament(request, slug)
    form = PrepareTablesForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    prepare_tables(tournament_id=tournament.pk, count=form.cleaned_data["count"], by=request.visitor)
    return redirect("tables", tournament.slug)


@require_POST
@never_refused
@login_required
def table_revoke(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Give a table a new link."""
    tournament = organized_tournament(request, slug)
    table = get_object_or_404(tournament.tables, number=number)
    revoke_table_link(tournament_id=tournament.pk, number=table.number, by=request.visitor)
    notice = _(
        "Table %(number)s has a new link. The old link no longer works, and phones that opened it have lost access."
    )
    messages.success(request, notice % {"number": table.number})
    return redirect("links" if request.POST.get("back") == "links" else "tables", tournament.slug)


@require_safe
@never_cache
def table_link(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Open a table's link, after which this browser may score the table. The QR code on a printed sheet adds a round
    (`?round=`); the response then shows the hanchan of this round."""
    table = get_object_or_404(Table.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if not table.accepts(token):
        raise Http404
    count_new_browser(request, table.tournament, f"table {table.pk} {table.link_nonce}")
    remember_table_link(request, table)
    note_link_use(table)
    return redirect(screen_of(table, requested_moment(request.GET, "round")))


def _page(request: TenboRequest, tournament: Tournament, form: PrepareTablesForm, *, status: int = 200) -> HttpResponse:
    linked = [
        (table, absolute_url(request, _link(tournament, table))) for table in tournament.tables.order_by("number")
    ]
    # If Tenbo itself serves https, a page explains how to set phones up for it.
    phones = absolute_url(request, reverse("phones")) if settings.TENBO_SECURE_ADDRESSES else ""
    context = {"tournament": tournament, "tables": linked, "form": form, "phones": phones}
    return render(request, "table/tables/page.html", context, status=status)


def _link(tournament: Tournament, table: Table) -> str:
    table.tournament = tournament  # the same row, and no query for each table
    return table.get_link()

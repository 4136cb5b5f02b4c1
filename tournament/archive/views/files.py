"""Downloads of the whole tournament as files: `tenbo/1`, tables as CSV, one workbook."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from tournament.archive.encryption import encrypted
from tournament.archive.exports.takeaway import TABLES, all_tables
from tournament.archive.forms.passphrases import NewPassphraseForm
from tournament.archive.queries.takeaway import load_takeaway
from tournament.archive.tenbo.document import envelope, envelope_json, public_envelope
from tournament.core.exports.tables import csv_of
from tournament.core.exports.workbook import MIME, workbook
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.queries.visibility import sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, require_safe_or_post
from tournament.core.views.authority import organized_tournament, refereed_tournament, seen_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download, download_csv
from tournament.log.queries import LogFilter, whole_log
from tournament.models import Tournament
from tournament.models.tournament import ORGANIZING


@require_safe
@may_lag
def tournament_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the tournament as `tenbo/1`. Organizers get the whole document. Other people who may see the tournament
    get the public form.

    With `?form=public` organizers get the public form too.
    """
    tournament = seen_tournament(request, slug)
    if request.visitor.role_in(tournament) in ORGANIZING and request.GET.get("form") != "public":
        return _whole(request, tournament)
    document = public_envelope(tournament, sight_of(tournament, request.visitor))
    return download(HttpResponse(envelope_json(document), content_type="application/json"), f"{slug}-public.json")


@recently_confirmed
def _whole(request: TenboRequest, tournament: Tournament) -> HttpResponse:
    document = envelope(tournament, hidden=hidden_contacts(tournament, request.visitor))
    response = HttpResponse(envelope_json(document), content_type="application/json")
    return download(response, f"{tournament.slug}.json")


@require_safe_or_post
@login_required
@recently_confirmed
@never_cache
@sensitive_post_parameters("passphrase", "again")
def tournament_encrypted(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the safety copy, encrypted with a passphrase that the organizer chooses."""
    tournament = organized_tournament(request, slug)
    form = NewPassphraseForm(posted(request))
    if form.is_valid():
        document = envelope(tournament, hidden=hidden_contacts(tournament, request.visitor))
        content = encrypted(envelope_json(document), form.cleaned_data["passphrase"])
        return download(HttpResponse(content, content_type="application/octet-stream"), f"{slug}.json.encrypted")
    page = {"tournament": tournament, "form": form}
    return render(request, "archive/encrypted_copy/page.html", page, status=form_status(form))


@require_safe
@login_required
def takeaway(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the page of all downloads, for the team."""
    tournament = refereed_tournament(request, slug)
    rounds = tournament.rounds.values_list("number", flat=True)
    return render(request, "archive/takeaway/page.html", {"tournament": tournament, "rounds": rounds})


@require_safe
@login_required
@recently_confirmed
def takeaway_csv(request: TenboRequest, slug: str, table: str) -> HttpResponse:
    """Download one of `TABLES` as CSV, for the team, because the tables have full names. The table for federations has
    legal names, so only organizers get it."""
    if table not in TABLES:
        raise Http404
    permitted = organized_tournament if table == "federations" else refereed_tournament
    rows = TABLES[table](load_takeaway(permitted(request, slug), request.visitor))
    return download_csv(csv_of(rows), f"{slug}-{table}.csv")


@require_safe
@login_required
@recently_confirmed
def takeaway_xlsx(request: TenboRequest, slug: str) -> HttpResponse:
    """Download all tables, including the log, as one workbook, for the team."""
    tournament = refereed_tournament(request, slug)
    book = workbook(all_tables(load_takeaway(tournament, request.visitor), whole_log(tournament, LogFilter())))
    return download(HttpResponse(book, MIME), f"{slug}.xlsx")

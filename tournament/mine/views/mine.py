"""A player's own page, opened by a private link and without an account."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.actions.links import note_link_use
from tournament.core.actions.write_budget import not_counted
from tournament.core.addresses import absolute_url
from tournament.core.errors import FormOutdated, NotDone
from tournament.core.exports.icalendar import MIME as ICS
from tournament.core.queries.contacts import hidden_from_links
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest, remember_entry_link
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.app_manifest import app_manifest
from tournament.core.views.authority import linked_entry
from tournament.core.views.rates import count_new_browser
from tournament.live.news import follows
from tournament.mail.queries.announced import published_announcement
from tournament.mail.queries.mails import mails_to
from tournament.mail.words.mail import status_sentences
from tournament.mine.exports.my_rounds_ics import my_rounds_ics
from tournament.mine.forms.mine import OwnSheetForm
from tournament.mine.queries.mine import my_day
from tournament.mine.queries.my_schedule import my_schedule
from tournament.models import Entry, EntryStatus, Hanchan, Tournament
from tournament.people.actions.check_in import confirm_arrival
from tournament.people.queries.check_in import own_check_in
from tournament.people.queries.enter import may_change_itself, place_in_line
from tournament.people.queries.own_note import is_own_note
from tournament.standings.queries.cached import board_of
from tournament.table.actions.sign_sheet import confirm_own_seat


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def own_entry(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Show the player's page: seat, sheets to confirm, rank and total; before play, the state of the entry. Anybody
    with the link may see the page."""
    entry = linked_entry(request, slug, number, token)
    count_new_browser(request, entry.tournament, f"entry {entry.pk} {entry.link_nonce}", of_player=True)
    remember_entry_link(request, entry)
    note_link_use(entry)
    return _page(request, entry)


@require_safe
@never_cache
def own_manifest(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Return the web app manifest of the player's page: iPhones allow push messages only for home screen apps."""
    entry = linked_entry(request, slug, number, token)
    return app_manifest(f"{_('My tournament')} · {entry.tournament.name}", entry.tournament.name, entry.get_link())


@require_safe
@never_cache
def own_ics(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Return the player's rounds as an iCalendar feed."""
    entry = linked_entry(request, slug, number, token, Entry.objects.accepted())
    feed = my_rounds_ics(my_schedule(entry), lambda path: absolute_url(request, path))
    response = HttpResponse(feed, content_type=ICS)
    response["Content-Disposition"] = f'inline; filename="{slug}-{number}.ics"'
    return response


@require_POST
@never_cache
def own_arrival(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Check the player in."""
    entry = linked_entry(request, slug, number, token)
    with refusal_as_message(request):
        confirm_arrival(entry_id=entry.pk, by=request.visitor)
    return redirect(entry.get_link())


@require_POST
@not_counted
@never_cache
def own_sheet(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Confirm the sheet of the player's hanchan; this is one of the sheet's four signatures."""
    entry = linked_entry(request, slug, number, token)
    count_new_browser(request, entry.tournament, f"entry {entry.pk} {entry.link_nonce}", of_player=True)
    remember_entry_link(request, entry)
    form = OwnSheetForm(request.POST)
    if not form.is_valid():
        return _page(
            request, entry, _("This form was incomplete, so nothing was changed. Reload the page and try again."), 422
        )
    hanchans = Hanchan.objects.filter(round__tournament=entry.tournament)
    hanchan = get_object_or_404(hanchans, pk=form.cleaned_data["hanchan"])
    revision = form.cleaned_data["revision"]
    try:
        confirm_own_seat(hanchan_id=hanchan.pk, revision=revision, entry_id=entry.pk, by=request.visitor)
    except FormOutdated:
        return _page(
            request,
            entry,
            _("The points were changed meanwhile, so nothing was confirmed. Check the points, then confirm again."),
            409,
        )
    except NotDone as not_done:
        return _page(request, entry, str(not_done.message), 409)
    return redirect(entry.get_link())


def _page(request: TenboRequest, entry: Entry, problem: str = "", status: int = 200) -> HttpResponse:
    tournament = entry.tournament
    sight = sight_of(tournament, request.visitor)
    sees_tournament = Tournament.objects.seen_by(request.visitor).filter(pk=tournament.pk).exists()
    plays = entry.status == EntryStatus.ACCEPTED
    place = place_in_line(entry) if entry.status == EntryStatus.WAITING else None
    announcement = published_announcement(tournament)
    context = {
        "tournament": tournament,
        "entry": entry,
        "shows_contact": entry.pk not in hidden_from_links(entry.tournament),
        "check_in": own_check_in(entry),
        "day": my_day(entry, sight, board_of(tournament, sight) if sees_tournament else None) if plays else None,
        "schedule": my_schedule(entry) if plays and tournament.kind.has_rounds else None,
        "sight": sight,
        "announcement": announcement,
        "status_sentences": status_sentences(entry, announcement, place, with_fee=not entry.is_at_desk),
        "sees_tournament": sees_tournament,
        "problem": problem,
    }
    template = "mine/page.html"
    if request.htmx:
        template += "#mine"
    else:
        context["mails"] = [] if entry.is_at_desk else mails_to(entry, request.GET.get("page", ""))
        context["may_change"] = may_change_itself(entry)
        context["shows_note"] = is_own_note(entry)
        context["link"] = absolute_url(request, entry.get_link())
        context["follows"] = follows([tournament])
    response = render(request, template, context, status=status)
    response.headers["X-Robots-Tag"] = "noindex"
    return response

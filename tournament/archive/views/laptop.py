"""Take a tournament to a laptop, and bring it back."""

from functools import partial
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.archive.actions.bring_back import BroughtBack, bring_back
from tournament.archive.actions.hand_over import call_back, return_from_laptop, take_to_laptop
from tournament.archive.actions.room import adds_much
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.forms.import_tournament import ReturnForm
from tournament.archive.forms.laptop import CallBackForm, LaptopForm
from tournament.archive.queries.hand_over import hand_overs_of, removed_there
from tournament.archive.queries.late_hanchans import ComparedHanchan, late_hanchans
from tournament.archive.tenbo.values import BadDocument
from tournament.archive.views.lock_seconds import take_seconds
from tournament.core.actions.write_budget import check_budget_like_others, never_refused
from tournament.core.addresses import absolute_url
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.authority import owned_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download
from tournament.core.views.rates import TOURNAMENTS, UPLOADS, count_of_visitor
from tournament.models import Tournament
from tournament.table.forms.correction import Draft


@require_safe_or_post
@login_required
def laptop(request: TenboRequest, slug: str) -> HttpResponse:
    """Show whether this site or a laptop may write to the tournament; POST hands the tournament over to a laptop."""
    tournament = owned_tournament(request, slug)
    return _take(request, slug) if request.method == "POST" else _page(request, tournament)


@recently_confirmed
def _take(request: TenboRequest, slug: str) -> HttpResponse:
    tournament = owned_tournament(request, slug)
    form = LaptopForm(request.POST)
    if form.is_valid():
        with refusal_on(form):
            take_to_laptop(tournament_id=tournament.pk, by=request.visitor, **form.cleaned_data)
            return redirect("laptop", tournament.slug)
    return _page(request, tournament, take=form)


@require_safe
@login_required
@recently_confirmed
def laptop_file(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the file with which the tournament moves to the laptop, or from the laptop back to its site. Repeated
    downloads are allowed. If there is no such file, redirect to the page."""
    tournament = owned_tournament(request, slug)
    hand_over = hand_overs_of(tournament).in_file
    if hand_over is None:
        return redirect("laptop", slug)
    mirror_address = absolute_url(request, reverse("mirror", args=[slug]))
    content = hand_over_file(
        tournament,
        hand_over,
        place=request.get_host(),
        hidden=hidden_contacts(tournament, request.visitor),
        mirror_address=mirror_address,
    )
    owned_tournament(request, slug)  # an owner who was removed meanwhile must not get the keys made since
    name = f"{slug}-to-laptop.json" if hand_over.is_lent else f"{slug}-back.json"
    return download(HttpResponse(content, content_type="application/json"), name)


@require_safe
@login_required
def late_hanchans_page(request: TenboRequest, slug: str) -> HttpResponse:
    """Show, side by side, the hanchans that differ between this site and the file that a laptop returned too late."""
    tournament = owned_tournament(request, slug)
    compared = [
        (late, [(hanchan, _correction_address(hanchan)) for hanchan in late_hanchans(late)])
        for late in hand_overs_of(tournament).late
    ]
    return render(request, "archive/late_hanchans/page.html", {"tournament": tournament, "compared": compared})


def _correction_address(compared: ComparedHanchan) -> str:
    """Return the address of the preview of a correction that replaces the site's hands by the laptop's hands; empty if
    this correction is impossible."""
    if not compared.edits:
        return ""
    hanchan = compared.hanchan
    fields = Draft(edits=compared.edits, revision=hanchan.revision).fields
    return f"{reverse('correction', args=[hanchan.tournament.slug, hanchan.pk])}?{urlencode(fields)}"


@require_POST
@never_refused
@login_required
def laptop_back(request: TenboRequest, slug: str) -> HttpResponse:
    """Upload the laptop's file, which ends the hand-over."""
    tournament = owned_tournament(request, slug)
    form = ReturnForm(request.POST, request.FILES)
    count_of_visitor(request, UPLOADS)
    if form.is_valid():
        try:
            with refusal_on(form, "file"):
                file = form.take()
                if adds_much(tournament.pk, file):
                    check_budget_like_others(request)
                brought = bring_back(
                    tournament_id=tournament.pk,
                    file=file,
                    by=request.visitor,
                    take_seconds=partial(take_seconds, request),
                    count_copy=partial(_count_copy, request),
                )
                _add_messages(request, brought)
                return redirect(tournament) if brought.separate_copy is None else redirect("laptop", slug)
        except BadDocument as bad:
            form.add_error("file", bad.message)
    return _page(request, tournament, back=form)


def _count_copy(request: TenboRequest) -> None:
    check_budget_like_others(request)
    count_of_visitor(request, TOURNAMENTS)


def _add_messages(request: TenboRequest, brought: BroughtBack) -> None:
    if brought.rewritten is not None:
        text = _(
            "The tournament here was not changed; the file became a separate tournament that you can"
            " compare. Older data are different in the laptop’s file, and its log does not explain why:"
            " %(what)s."
        )
        messages.warning(request, text % {"what": brought.rewritten})
        return
    if brought.separate_copy is not None and brought.is_away:
        text = _(
            "This file is too old: the laptop has already sent later changes. The tournament here was not"
            " changed; the file became a separate tournament."
        )
        messages.warning(request, text)
        return
    if brought.separate_copy is not None:
        text = _(
            "The tournament here had already continued without this laptop and was not changed. The laptop’s"
            " file became a separate tournament."
        )
        messages.warning(request, text)
        return
    if not brought.changes:
        messages.success(request, _("This file was already uploaded. Nothing was changed."))
        return
    changed = ngettext(
        "The tournament is back, with %(changes)s change from the laptop.",
        "The tournament is back, with %(changes)s changes from the laptop.",
        brought.changes,
    )
    messages.success(request, changed % {"changes": brought.changes})
    if brought.unchanged:
        text = _(
            "The personal details of some players were not changed, because these players are in other"
            " tournaments too. Their numbers: %(numbers)s"
        )
        messages.warning(request, text % {"numbers": ", ".join(f"#{number}" for number in brought.unchanged)})


@require_POST
@never_refused
@login_required
@recently_confirmed
def laptop_call_back(request: TenboRequest, slug: str) -> HttpResponse:
    """Continue the tournament on this site without the laptop's changes."""
    tournament = owned_tournament(request, slug)
    form = CallBackForm(request.POST)
    if form.is_valid():
        with refusal_on(form):
            call_back(tournament_id=tournament.pk, by=request.visitor)
            messages.success(
                request, _("The tournament continues here, without the hands that the laptop has not sent.")
            )
            return redirect("laptop", tournament.slug) if removed_there(tournament) else redirect(tournament)
    return _page(request, tournament, call=form)


@require_POST
@never_refused
@login_required
@recently_confirmed
def laptop_return(request: TenboRequest, slug: str) -> HttpResponse:
    """End this laptop's right to write to the tournament. After that, the file for the other site can be made."""
    tournament = owned_tournament(request, slug)
    with refusal_as_message(request):
        return_from_laptop(tournament_id=tournament.pk, by=request.visitor)
    return redirect("laptop", tournament.slug)


def _page(
    request: TenboRequest,
    tournament: Tournament,
    *,
    take: forms.Form | None = None,
    back: forms.Form | None = None,
    call: forms.Form | None = None,
) -> HttpResponse:
    page = {
        "tournament": tournament,
        "hand_overs": hand_overs_of(tournament),
        "removed": removed_there(tournament),
        "take": take or LaptopForm(),
        "back": back or ReturnForm(),
        "call": call or CallBackForm(),
    }
    status = form_status(take or back or call or LaptopForm())
    return render(request, "archive/laptop/page.html", page, status=status)

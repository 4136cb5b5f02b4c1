"""The organizers' pages of an event's mails: the mails with their states, and samples of the automatic mails."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.addresses import client_network
from tournament.core.languages import NAMES
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.authority import organized_tournament
from tournament.mail.actions.send_mails import can_mail
from tournament.mail.actions.write_message import decide_mail
from tournament.mail.queries.announced import published_announcement
from tournament.mail.queries.mails import mails_page
from tournament.mail.queries.wordings import wordings_of
from tournament.mail.words.letters import WORDED, languages_of, sample_mail
from tournament.models import Mail


@require_safe
@login_required
@never_cache  # mails contain players' private links
def mails(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the mails with their states, and ask for a decision about failed and doubtful mails."""
    tournament = organized_tournament(request, slug)
    context = {
        "tournament": tournament,
        "page": mails_page(tournament),
        "hidden_contacts": hidden_contacts(tournament, request.visitor),
        "has_server": bool(settings.EMAIL_HOST),
        "can_mail": can_mail(),
    }
    return render(request, "mail/mails/page.html", context)


@require_safe
@login_required
def letters(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a sample of each automatic mail, in each language of the event."""
    tournament = organized_tournament(request, slug)
    about = published_announcement(tournament)
    own = wordings_of(tournament)
    samples = [
        (
            NAMES[code],
            code,
            [
                (kind, sample_mail(kind, own.get((kind, code)), code, tournament, about), (kind, code) in own)
                for kind in WORDED
            ],
        )
        for code in languages_of(tournament)
    ]
    context = {"tournament": tournament, "samples": samples, "reply_address": about.reply_address if about else ""}
    return render(request, "mail/letters/page.html", context)


@require_POST
@login_required
def mail_decide(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Decide about a failed or doubtful mail: send it again, or mark it as sent."""
    tournament = organized_tournament(request, slug)
    mail = get_object_or_404(Mail, pk=pk, entry__tournament=tournament)
    decision = request.POST.get("decision")
    if decision not in {"again", "arrived"}:
        messages.error(request, _("This form is incomplete. Nothing was changed; try again."))
        return redirect("mails", tournament.slug)
    with refusal_as_message(request):
        decide_mail(
            tournament_id=tournament.pk,
            mail_id=mail.pk,
            again=decision == "again",
            by=request.visitor,
            network=client_network(request),
        )
        messages.success(
            request, _("The mail will be sent again.") if decision == "again" else _("Saved: the mail arrived.")
        )
    return redirect("mails", tournament.slug)

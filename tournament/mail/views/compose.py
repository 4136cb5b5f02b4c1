"""Write a message to an event's people: fill in the form, preview each language, then send exactly what the preview
showed."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournament.core.addresses import client_network
from tournament.core.languages import NAMES
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.mail.actions.write_message import write_message
from tournament.mail.forms.compose import ComposeForm
from tournament.mail.queries.announced import published_announcement
from tournament.mail.queries.mails import MailGroup, recipients
from tournament.mail.queries.wordings import wordings_of
from tournament.mail.words.letters import letter_end, reader_language
from tournament.models import Entry, Mail, MailKind, Tournament


@require_safe_or_post
@login_required
@never_cache
def mail_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Write a message, or with `?reminder=1` a reminder of the fee. Only what the preview showed is sent."""
    tournament = organized_tournament(request, slug)
    kind = MailKind.REMINDER if request.GET.get("reminder") else MailKind.MESSAGE
    initial = ComposeForm.initial_of(
        tournament, published_announcement(tournament), kind, uuid4(), wordings_of(tournament)
    )
    everybody = list(recipients(tournament, MailGroup.EVERYBODY, by=request.visitor))
    form = ComposeForm(tournament, everybody, posted(request), initial=initial)
    context = {"tournament": tournament, "form": form}
    if form.is_valid():
        entries = list(recipients(tournament, form.group, form.cleaned_data["chosen"], by=request.visitor))
        is_shown = form.cleaned_data["previewed"] == form.digest
        if "send" in request.POST and is_shown:
            with refusal_on(form):
                return _send(request, tournament, form, entries)
        context |= {
            "previews": _previews(tournament, form, entries),
            "count": len(entries),
            "without_address": [entry.player.name for entry in entries if not entry.player.mail],
            "digest": form.digest,
            "was_changed": "send" in request.POST and not is_shown,
        }
    return render(request, "mail/compose/page.html", context, status=form_status(form))


def _send(request: TenboRequest, tournament: Tournament, form: ComposeForm, entries: list[Entry]) -> HttpResponse:
    count = write_message(
        tournament_id=tournament.pk,
        key=form.cleaned_data["key"],
        kind=MailKind(form.cleaned_data["kind"]),
        numbers=[entry.number for entry in entries],
        texts=form.texts,
        by=request.visitor,
        network=client_network(request),
    )
    text = ngettext("%(count)s mail will be sent.", "%(count)s mails will be sent.", count)
    messages.success(request, text % {"count": count})
    return redirect("mails", tournament.slug)


def _previews(tournament: Tournament, form: ComposeForm, entries: list[Entry]) -> list[tuple[str, int, Mail]]:
    """Return for each language: its name, the number of recipients who read it, and the mail to the first of them."""
    readers: dict[str, list[Entry]] = {}
    for entry in entries:
        readers.setdefault(reader_language(entry, tournament), []).append(entry)
    previews = []
    for code, group in readers.items():
        first, text = group[0], form.texts[code]
        first.tournament = tournament
        with translation.override(code):
            body = text.body.rstrip() + "\n" + letter_end(tournament)
        previews.append((NAMES[code], len(group), Mail(entry=first, language=code, subject=text.subject, body=body)))
    return previews

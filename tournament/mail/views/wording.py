"""The organizers' page for the wording of one kind of automatic mail in one language."""

from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.languages import NAMES
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.mail.actions.edit_wording import edit_wording
from tournament.mail.forms.wording import WordingForm
from tournament.mail.queries.announced import published_announcement
from tournament.mail.queries.wordings import own_wording, preview_reader
from tournament.mail.words.letters import (
    PLACEHOLDERS,
    WORDED,
    needs_link,
    sample_mail,
    standard_letter,
)
from tournament.models import MailKind


@require_safe_or_post
@login_required
@never_cache  # the preview holds a player's link
def mail_wording(request: TenboRequest, slug: str, kind: str, language: str) -> HttpResponse:
    """Edit the wording of a mail, with a preview for a person of the event; a POST with `standard` restores Tenbo's
    wording."""
    tournament = organized_tournament(request, slug)
    if kind not in WORDED or language not in NAMES:
        raise Http404
    mail_kind = MailKind(kind)
    with translation.override(language):
        standard = standard_letter(mail_kind)
    own = own_wording(tournament, kind, language)
    is_standard = "standard" in request.POST
    data = asdict(standard) if is_standard else posted(request)
    form = WordingForm(data, initial=asdict(own or standard), needs_link=needs_link(mail_kind), language=language)
    if form.is_valid() and (is_standard or "save" in request.POST):
        words = None if form.words == standard else form.words
        with refusal_on(form):
            edit_wording(
                tournament_id=tournament.pk,
                kind=mail_kind,
                language=language,
                words=words,
                base=own or standard,
                standard=standard,
                by=request.visitor,
            )
            messages.success(
                request,
                _("Mails of this kind now use your own text.")
                if words
                else _("Mails of this kind use the standard text again."),
            )
            return redirect("mail-letters", tournament.slug)
    status, paid = WORDED[mail_kind]
    reader = preview_reader(tournament, status, paid=paid)
    shown = form.words if form.is_bound and form.is_valid() else own
    mail = sample_mail(mail_kind, shown, language, tournament, published_announcement(tournament), reader)
    context = {
        "tournament": tournament,
        "form": form,
        "kind": mail_kind,
        "language_name": NAMES[language],
        "code": language,
        "is_own": own is not None,
        "reader": reader,
        "mail": mail if not form.errors else None,
        "placeholders": PLACEHOLDERS.items(),
    }
    template = "mail/wording/page.html" + ("#wording-preview" if request.htmx else "")
    return render(request, template, context, status=form_status(form))

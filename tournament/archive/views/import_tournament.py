"""Create a tournament from a document: choose the file, preview it, accept it."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.forms.import_tournament import ImportForm, UploadForm
from tournament.archive.forms.passphrases import UploadPassphraseForm
from tournament.archive.queries.hand_over import is_address_taken
from tournament.archive.queries.uploads import WrongPassphrase, decrypted_upload
from tournament.archive.tenbo.hand_over import UploadedCopy, read_copy
from tournament.archive.tenbo.summary import summary
from tournament.archive.tenbo.values import BadDocument
from tournament.archive.views.lock_seconds import take_seconds
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.rates import TOURNAMENTS, UPLOADS, count_of_visitor


@require_safe_or_post
@login_required
def tournament_import(request: TenboRequest) -> HttpResponse:
    """Import a document in steps: upload, the passphrase if the file is encrypted, then preview. After the first step,
    the browser sends the upload's key instead of the file."""
    if not request.visitor.may_create_tournaments:
        raise Http404
    if "passphrase" in request.POST:
        return _open(request)
    if "key" in request.POST:
        return _import(request)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound:
        count_of_visitor(request, UPLOADS)  # before the file is read: refused files cost as much time
    if form.is_valid():
        with refusal_on(form):
            content, copy = form.take()
            key = store_upload(content, by=request.visitor)
            if copy is None:
                return _passphrase_page(request, UploadPassphraseForm(initial={"key": key}))
            return _preview(request, key, copy)
    return _page(request, form, form_status(form))


def _open(request: TenboRequest) -> HttpResponse:
    """Decrypt the upload, and show the preview of its content."""
    form = UploadPassphraseForm(request.POST)
    count_of_visitor(request, UPLOADS)
    if form.is_valid():
        try:
            content = decrypted_upload(**form.cleaned_data, by=request.visitor)
            copy = read_copy(content)
            key = store_upload(content, by=request.visitor)
        except WrongPassphrase as wrong:
            form.add_error("passphrase", str(wrong.message))
        except NotDone as refused:
            return _page(request, UploadForm(), 409, str(refused.message))
        except BadDocument as bad:
            return _page(request, UploadForm(), 422, bad.message)
        else:
            return _preview(request, key, copy)
    return _passphrase_page(request, form)


def _preview(request: TenboRequest, key: UUID, copy: UploadedCopy) -> HttpResponse:
    page = {
        "form": ImportForm(initial={"key": key}),
        "summary": summary(copy.document),
        "hand_over": copy.hand_over,
        "is_address_taken": copy.hand_over is not None
        and is_address_taken(
            copy.hand_over["slug"], [copy.hand_over["key"], *copy.hand_over["earlier"]], request.visitor
        ),
    }
    return render(request, "archive/import_tournament/preview.html", page)


def _passphrase_page(request: TenboRequest, form: UploadPassphraseForm) -> HttpResponse:
    return render(request, "archive/import_tournament/passphrase.html", {"form": form}, status=form_status(form))


def _import(request: TenboRequest) -> HttpResponse:
    accepted = ImportForm(request.POST)
    problem, status = _("This form is incomplete. Choose the file again."), 422
    if accepted.is_valid():
        try:
            count_of_visitor(request, TOURNAMENTS)
            tournament = import_upload(
                key=accepted.cleaned_data["key"], by=request.visitor, take_seconds=partial(take_seconds, request)
            )
        except BadDocument as bad:
            problem = bad.message
        except NotDone as error:
            problem, status = str(error.message), 409
        else:
            messages.success(request, _("The tournament was imported. It is yours now."))
            return redirect(tournament)
    return _page(request, UploadForm(), status, problem)


def _page(request: TenboRequest, form: UploadForm, status: int, problem: str = "") -> HttpResponse:
    return render(request, "archive/import_tournament/page.html", {"form": form, "problem": problem}, status=status)

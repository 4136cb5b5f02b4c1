"""Create a tournament from a document: choose the file, preview it, accept it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.archive.actions.import_upload import import_upload, keep_upload
from tournament.archive.forms.import_tournament import ImportForm, UploadForm
from tournament.archive.tenbo.summary import summary
from tournament.archive.tenbo.values import BadDocument
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.rates import TOURNAMENTS, UPLOADS, count_of_visitor


@require_safe_or_post
@login_required
def tournament_import(request: TenboRequest) -> HttpResponse:
    """Import in two steps: upload, then preview. The second sends only the upload's key."""
    if not request.visitor.may_create_tournaments:
        raise Http404
    if "key" in request.POST:
        return _import(request)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound:
        count_of_visitor(request, UPLOADS)  # before it is read: a file that is refused takes as long
    if form.is_valid():
        key = keep_upload(form.content, by=request.visitor)
        page = {
            "form": ImportForm(initial={"key": key}),
            "summary": summary(form.document),
            "hand_over": form.hand_over,
        }
        return render(request, "archive/import_tournament/preview.html", page)
    return _page(request, form, 422 if form.errors else 200)


def _import(request: TenboRequest) -> HttpResponse:
    accepted = ImportForm(request.POST)
    problem, status = _("This form is incomplete. Choose the file again."), 422
    if accepted.is_valid():
        try:
            count_of_visitor(request, TOURNAMENTS)
            tournament = import_upload(key=accepted.cleaned_data["key"], by=request.visitor)
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

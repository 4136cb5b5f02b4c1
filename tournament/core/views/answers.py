"""Helpers for views with forms: allowed methods, the response's status, and errors of forms whose action was
refused."""

from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import QueryDict
from django.views.decorators.http import require_http_methods

from scoring.refusal import Refused
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.words.refusals import refusal_words

require_safe_or_post = require_http_methods(["GET", "HEAD", "POST"])
"""Decorator for a page with a form: allows GET, HEAD and POST."""

CONFLICT = "conflict"
"""Code of a form's error if the form itself was valid and its action refused."""


def posted(request: TenboRequest) -> QueryDict | None:
    """Return the data to bind a form to: the data of a POST, even if it is empty, and None for a GET."""
    return request.POST if request.method == "POST" else None


class refusal_on:  # noqa: N801 (reads as a statement: `with refusal_on(form):`)
    """Context manager around an action: if the action raises a refusal, the refusal's sentence becomes an error of the
    form.

    Inside the block, return the response for a successful action. So the code after the block runs only if the action
    refused.
    """

    def __init__(self, form: forms.BaseForm, field: str | None = None) -> None:
        self.form = form
        self.field = field

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if isinstance(error, Refused):
            self.form.add_error(self.field, refusal_words(error))
            return True
        if isinstance(error, NotDone):
            self.form.add_error(self.field, forms.ValidationError(str(error.message), code=CONFLICT))
            return True
        return False


class refusal_as_message:  # noqa: N801 (as above)
    """Context manager around an action: if the action raises a refusal, the next page shows the refusal's sentence as a
    message."""

    def __init__(self, request: TenboRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if isinstance(error, NotDone):
            messages.error(self.request, str(error.message))
            return True
        return False


def form_status(form: forms.BaseForm) -> int:
    """Return the HTTP status of the page that shows this form: 409 after a refusal, 422 for wrong input, otherwise
    200."""
    errors = [error for of_field in form.errors.as_data().values() for error in of_field]
    if any(error.code == CONFLICT for error in errors):
        return 409
    return 422 if errors else 200

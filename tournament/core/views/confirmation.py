"""What cannot be undone asks for the password again, unless the person has entered it lately.

A browser that somebody left open must neither delete a tournament, nor take all its data away, nor change its team.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import authenticate
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest, confirm_now, is_confirmed

View = Callable[..., HttpResponse]

PASSWORD = "own_password"  # noqa: S105 (the name of a field)
"""The field of the password that confirms; no other form has one of this name."""


def recently_confirmed(view: View) -> View:
    """Decorator: ask for the password first. What a form sends goes along as hidden fields, so nothing is typed twice.

    Raises `TooOften`, since each password is a guess like one to log in.
    """

    @wraps(view)
    def confirmed(request: TenboRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_confirmed(request) or confirms(request):
            return view(request, *args, **kwargs)
        if request.method != "POST":
            return redirect(f"{reverse('confirm')}?{urlencode({'next': request.get_full_path()})}")
        fields = [
            (name, value)
            for name, values in request.POST.lists()
            if name not in {PASSWORD, "csrfmiddlewaretoken"}
            for value in values
        ]
        return confirmation_page(request, action=request.path, fields=fields)

    return confirmed


def confirms(request: TenboRequest) -> bool:
    """Whether the request has the password of its account; then it counts for a while."""
    password = request.POST.get(PASSWORD)
    if not password or authenticate(request, username=request.user.get_username(), password=password) is None:
        return False
    confirm_now(request)
    return True


def confirmation_page(request: TenboRequest, *, action: str, fields: list[tuple[str, str]]) -> HttpResponse:
    problem = _("This password is wrong.") if PASSWORD in request.POST else ""
    page = {"action": action, "fields": fields, "problem": problem, "name": PASSWORD}
    return render(request, "confirm.html", page, status=422 if request.method == "POST" else 200)

"""Asks for the password or a passkey again before an irreversible action, unless the person has just entered it.

An account whose password alone is not enough to log in (`User.needs_passkey`) is asked for the passkey. If the passkey
is lost, the page `confirm` (`site.views.security`) takes the password together with a recovery code.

Another person at an unattended browser must not be able to delete a tournament, download all its data, or change its
team.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth import authenticate
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.logins.passkeys import WrongPasskey
from tournament.core.requests import TenboRequest, account_in, confirm_now, is_confirmed
from tournament.core.views.passkeys import offer_passkey, store_challenge, used_passkey
from tournament.models import Passkey

View = Callable[..., HttpResponse]

PASSWORD = "own_password"  # noqa: S105 (the name of a field)
"""Form field of the password that confirms an action; no other form has a field of this name."""

CODE = "own_code"
"""Form field of a recovery code beside the password; no other form has a field of this name."""

PASSKEY = "own_passkey"
"""Form field of the browser's passkey answer; no other form has a field of this name."""


def recently_confirmed(view: View) -> View:
    """Decorate a view: ask for the password or a passkey first. A form's fields are carried along as hidden fields, so
    that nothing must be typed twice.

    Raises `TooOften`, because each password or passkey counts as an attempt to log in.
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
            if name not in {PASSWORD, CODE, PASSKEY, "csrfmiddlewaretoken"}
            for value in values
        ]
        return confirmation_page(request, action=request.get_full_path(), fields=fields)

    return confirmed


def confirms(request: TenboRequest) -> bool:
    """Whether the request confirms its account: by an answer of one of its passkeys, or by its password if the password
    is enough to log in. If so, the confirmation is stored in the session (`confirm_now`)."""
    is_enough = not account_in(request).needs_passkey
    if (is_enough and has_password(request)) or _has_passkey(request):
        confirm_now(request)
        return True
    return False


def has_password(request: TenboRequest) -> bool:
    """Whether the request contains the password of its account. Each check counts as an attempt to log in."""
    password = request.POST.get(PASSWORD)
    return bool(password) and authenticate(request, username=request.user.get_username(), password=password) is not None


def _has_passkey(request: TenboRequest) -> bool:
    if PASSKEY not in request.POST:
        return False
    user = account_in(request)
    try:
        used_passkey(request, request.POST[PASSKEY], Passkey.objects.filter(user=user), otherwise=user)
    except WrongPasskey:
        return False
    return True


def confirmation_page(request: TenboRequest, *, action: str, fields: list[tuple[str, str]]) -> HttpResponse:
    options, challenge, user = "", "", account_in(request)
    if Passkey.objects.filter(user=user).exists():
        options, challenge = offer_passkey(request)
    problem = _("The password or the code is wrong.") if user.needs_passkey else _("This password is wrong.")
    page = {
        "action": action,
        "fields": fields,
        "needs_passkey": user.needs_passkey,
        "next": dict(fields).get("next", "") or urlsplit(request.headers.get("Referer", "")).path,
        "problem": problem if PASSWORD in request.POST else "",
        "passkey_problem": _("This is not one of your passkeys, or the page was open too long. Try again.")
        if PASSKEY in request.POST
        else "",
        "name": PASSWORD,
        "code_name": CODE,
        "passkey_name": PASSKEY,
        "options": options,
    }
    response = render(request, "confirm.html", page, status=422 if request.method == "POST" else 200)
    store_challenge(response, challenge)
    return response

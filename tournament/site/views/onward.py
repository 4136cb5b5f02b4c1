"""State between the steps of a login: the page to go to afterwards, and the account whose password was right."""

import time

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.core.requests import TenboRequest
from tournament.models import User

SESSION_WAITING = "waiting_login"
"""Session key of a login that has the right password and still needs its passkey. The value is the account's id, the
time in seconds, and the account's session auth hash, which changes with the password."""

WAITS_FOR = 10 * 60
"""Seconds within which the passkey must follow the right password; after this time the login begins again."""


def onward(request: TenboRequest) -> str:
    """Return the address in `next` if it is a page of this site, otherwise ""."""
    target = request.POST.get("next", request.GET.get("next", ""))
    if not target.startswith("/"):  # `redirect` would read a word without a slash as a URL's name
        return ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else ""


def wait_for_passkey(request: HttpRequest, user: User) -> None:
    request.session[SESSION_WAITING] = [user.pk, int(time.time()), user.get_session_auth_hash()]


def waiting_user(request: TenboRequest) -> User | None:
    """Return the account whose password was entered in this browser less than `WAITS_FOR` ago; None if no password was
    entered, or if the password was changed since."""
    waiting = request.session.get(SESSION_WAITING)
    if not waiting or int(time.time()) - waiting[1] > WAITS_FOR:
        return None
    user = User.objects.filter(pk=waiting[0], is_active=True).first()
    return user if user and constant_time_compare(user.get_session_auth_hash(), waiting[2]) else None

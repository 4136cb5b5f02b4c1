"""Where an account is logged in, and what happened to it."""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.models import AccountEvent, BrowserLogin, User

MOST_EVENTS = 100
"""Events that the page shows, the newest."""


@dataclass(frozen=True)
class Security:
    """`here` is the id of the login by which the page is asked for."""

    logins: list[BrowserLogin]
    events: list[AccountEvent]
    here: int


def security(user: User, here: int) -> Security:
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return Security(
        logins=list(BrowserLogin.objects.filter(user=user, session_key__in=live).order_by("-used_at")),
        events=list(AccountEvent.objects.filter(user=user).order_by("-at", "-pk")[:MOST_EVENTS]),
        here=here,
    )

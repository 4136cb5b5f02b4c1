"""An account's logins, passkeys and recent events."""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.models import AccountEvent, BrowserLogin, Passkey, RecoveryCode, User

MOST_EVENTS = 100
"""The most events that the page shows; older events are left out."""


@dataclass(frozen=True)
class Security:
    """The data of the security page. `here` is the id of the login with which the page was requested; `codes` is the
    number of unused recovery codes."""

    logins: list[BrowserLogin]
    events: list[AccountEvent]
    here: int
    passkeys: list[Passkey]
    codes: int


def has_passkeys(user: User) -> bool:
    return Passkey.objects.filter(user=user).exists()


def security(user: User, here: int) -> Security:
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return Security(
        logins=list(BrowserLogin.objects.filter(user=user, session_key__in=live).order_by("-used_at")),
        events=list(AccountEvent.objects.filter(user=user).order_by("-at", "-pk")[:MOST_EVENTS]),
        here=here,
        passkeys=list(Passkey.objects.filter(user=user).order_by("added_at")),
        codes=RecoveryCode.objects.filter(user=user).count(),
    )

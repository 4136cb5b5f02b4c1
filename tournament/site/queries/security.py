"""An account's logins, passkeys and recent events."""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db.models import Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from tournament.models import AccountEvent, BrowserLogin, Passkey, RecoveryCode, User

MOST_OF_KIND = 50
"""The most events of each kind that the page shows; older events of the kind are left out. Each kind has its own limit,
so that a stranger's wrong passwords cannot push a login off the page."""


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
    of_kind = Window(RowNumber(), partition_by="kind", order_by=["-at", "-pk"])
    events = AccountEvent.objects.filter(user=user).annotate(of_kind=of_kind).filter(of_kind__lte=MOST_OF_KIND)
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return Security(
        logins=list(BrowserLogin.objects.filter(user=user, session_key__in=live).order_by("-used_at")),
        events=list(events.order_by("-at", "-pk")),
        here=here,
        passkeys=list(Passkey.objects.filter(user=user).order_by("added_at")),
        codes=RecoveryCode.objects.filter(user=user).count(),
    )

"""Store where an account is logged in and the account's events; end logins; delete old events."""

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from tournament.core.actions.batches import delete_in_batches
from tournament.core.addresses import client_network
from tournament.core.logins.devices import device_name
from tournament.core.requests import SESSION_LOGIN, confirm_now, login_is_unnoted, note_use_now
from tournament.models import AccountEvent, BrowserLogin, Passkey, User

EVENTS_KEPT = timedelta(days=90)
"""Age at which events of an account, which include network addresses, are deleted."""


def begin_login(request: HttpRequest, user: User, kind: AccountEvent.Kind = AccountEvent.Kind.LOGIN) -> None:
    """Store the login that this request has just made. The request's session must contain the account already."""
    confirm_now(request)
    _note_login(request, user)
    note_event(request, user, kind)


def note_use(request: HttpRequest, user: User) -> None:
    """Store that a login is still used, at most once every `USE_NOTED_EVERY` seconds."""
    if not login_is_unnoted(request):
        return
    used = BrowserLogin.objects.filter(user=user, pk=request.session.get(SESSION_LOGIN, 0))
    if used.update(used_at=timezone.now(), address=client_network(request)):
        note_use_now(request)
    else:  # it began under an old version, which stored no logins
        _note_login(request, user)


def _note_login(request: HttpRequest, user: User) -> None:
    if request.session.session_key is None:
        request.session.save()
    key, now = request.session.session_key or "", timezone.now()
    login = BrowserLogin.objects.create(user=user, session_key=key, began_at=now, used_at=now, **_sender(request))
    request.session[SESSION_LOGIN] = login.pk
    note_use_now(request)


def note_event(request: HttpRequest, user: User, kind: AccountEvent.Kind) -> None:
    AccountEvent.objects.create(user=user, kind=kind, at=timezone.now(), **_sender(request))


def note_passkey_use(passkey: Passkey) -> None:
    Passkey.objects.filter(pk=passkey.pk).update(used_at=timezone.now())


def _sender(request: HttpRequest) -> dict[str, str]:
    return {"device": device_name(request.headers.get("User-Agent", "")), "address": client_network(request)}


@transaction.atomic
def end_logins(request: HttpRequest, user: User, *, only: int | None = None) -> int:
    """End the account's login with the id `only`, or all its logins if `only` is None, but never the login of this
    request. Return how many logins ended."""
    logins = BrowserLogin.objects.filter(user=user).exclude(pk=request.session.get(SESSION_LOGIN, 0))
    if only is not None:
        logins = logins.filter(pk=only)
    keys = list(logins.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    logins.delete()
    if keys:
        note_event(request, user, AccountEvent.Kind.ENDED)
    return len(keys)


def end_other_logins(request: HttpRequest, user: User) -> None:
    """End all logins of the account except the current login, after a change of the password. The change has given this
    session a new key, which is stored with the current login."""
    own = BrowserLogin.objects.filter(user=user, pk=request.session.get(SESSION_LOGIN, 0))
    own.update(session_key=request.session.session_key)
    end_logins(request, user)


def forget_expired_sessions() -> None:
    """Delete the sessions that have expired. One hour may leave hundreds of thousands, because each visit to a link
    without a cookie makes one."""
    delete_in_batches(Session.objects.filter(expire_date__lt=timezone.now()))


def forget_old_logins() -> None:
    """Delete logins whose session has ended, and events that are older than `EVENTS_KEPT`."""
    delete_in_batches(BrowserLogin.objects.exclude(session_key__in=Session.objects.values("session_key")))
    delete_in_batches(AccountEvent.objects.filter(at__lt=timezone.now() - EVENTS_KEPT))

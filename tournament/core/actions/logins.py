"""Store where an account is logged in and the account's events; end logins; delete old events."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournament.core.actions.batches import AT_ONCE, delete_in_batches
from tournament.core.addresses import client_network
from tournament.core.logins.devices import device_name
from tournament.core.logins.sessions import SessionStore
from tournament.core.requests import SESSION_LOGIN, confirm_now, login_is_unnoted, note_use_now
from tournament.models import AccountEvent, BrowserLogin, Passkey, User

EVENTS_KEPT = timedelta(days=90)
"""Age at which events of an account, which include network addresses, are deleted."""

MOST_LOGINS = 100
"""The most logins of one account. A right password has no rate limit, and each login stores a session."""

MOST_EVENTS = 1_000
"""The most events of each kind that are kept of one account."""


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


@transaction.atomic
def _note_login(request: HttpRequest, user: User) -> None:
    """Store a new login. Beyond `MOST_LOGINS` the login ends that was unused for the longest time."""
    if request.session.session_key is None:
        request.session.save()
    key, now = request.session.session_key or "", timezone.now()
    login = BrowserLogin.objects.create(user=user, session_key=key, began_at=now, used_at=now, **_sender(request))
    request.session[SESSION_LOGIN] = login.pk
    note_use_now(request)
    others = BrowserLogin.objects.filter(user=user).exclude(pk=login.pk)
    _end(others.order_by("-used_at", "-pk")[MOST_LOGINS - 1 :][:AT_ONCE])


@transaction.atomic
def note_event(request: HttpRequest, user: User, kind: AccountEvent.Kind) -> None:
    """Store an event of the account. Beyond `MOST_EVENTS` of its kind the oldest is deleted."""
    AccountEvent.objects.create(user=user, kind=kind, at=timezone.now(), **_sender(request))
    newest = AccountEvent.objects.filter(user=user, kind=kind).order_by("-pk")
    if old := list(newest.values_list("pk", flat=True)[MOST_EVENTS:][:AT_ONCE]):
        AccountEvent.objects.filter(pk__in=old).delete()


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
    ended = _end(logins)
    if ended:
        note_event(request, user, AccountEvent.Kind.ENDED)
    return ended


def _end(logins: "QuerySet[BrowserLogin]") -> int:
    """End these logins with their sessions. Return how many they were."""
    keys = dict(logins.values_list("pk", "session_key"))
    if keys:
        Session.objects.filter(session_key__in=keys.values()).delete()
        BrowserLogin.objects.filter(pk__in=keys).delete()
    return len(keys)


def end_all_logins(keys: Sequence[str]) -> int:
    """End the logins of all accounts: delete their sessions, and those that no key in `keys` has signed, since they may
    be logins. Sessions that only opened links stay. Return how many sessions were deleted."""
    count, last = 0, ""
    while rows := list(Session.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "session_data")[:AT_ONCE]):
        ended = [pk for pk, data in rows if _may_be_login(data, keys)]
        with transaction.atomic():
            Session.objects.filter(pk__in=ended).delete()
        count, last = count + len(ended), rows[-1][0]
    delete_in_batches(BrowserLogin.objects.all())
    return count


def _may_be_login(data: str, keys: Sequence[str]) -> bool:
    """Whether a stored session belongs to an account, or cannot be read with these keys."""
    store = SessionStore()
    try:
        session = signing.loads(
            data, key=keys[0], fallback_keys=[*keys[1:]], salt=store.key_salt, serializer=store.serializer
        )
    except signing.BadSignature:
        return True
    return SESSION_KEY in session


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
    # Not `NOT IN`: PostgreSQL reads the whole list anew for each login once it has hundreds of thousands.
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    delete_in_batches(BrowserLogin.objects.filter(~Exists(session)))
    delete_in_batches(AccountEvent.objects.filter(at__lt=timezone.now() - EVENTS_KEPT))

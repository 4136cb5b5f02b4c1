"""Request a passkey from a browser and check its answer, to log in or to confirm an action."""

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from tournament.core.actions.logins import note_event, note_passkey_use
from tournament.core.actions.rates import give_back, take
from tournament.core.authentication import passkey_attempt
from tournament.core.errors import TooOften
from tournament.core.passkeys import WrongPasskey, are_possible, check_use, id_in, login_options
from tournament.core.rates import Rate
from tournament.models import AccountEvent, Passkey, User

CHALLENGE_LASTS = 30 * 60
"""Seconds for which a page's challenge is valid."""

CHALLENGES = Rate("answers to one challenge", 1, timedelta(seconds=CHALLENGE_LASTS))


def origin_of(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def offer_passkey(request: HttpRequest) -> tuple[str, str]:
    """Return the options (JSON) and the challenge for using a passkey at this origin; both empty if browsers allow no
    passkeys at this origin."""
    origin = origin_of(request)
    return login_options(origin) if are_possible(origin) else ("", "")


def store_challenge(response: HttpResponse, challenge: str) -> None:
    """Store the challenge in a signed cookie, not in the session, so that an anonymous visitor who opens the page
    causes no write."""
    if challenge:
        response.set_signed_cookie(
            _cookie(), challenge, max_age=CHALLENGE_LASTS, httponly=True, samesite="Strict", secure=settings.HTTPS
        )


def challenge_of(request: HttpRequest) -> str:
    """Return the challenge of the page that this browser answers; empty if there is none."""
    return request.get_signed_cookie(_cookie(), "", max_age=CHALLENGE_LASTS) or ""


def forget_challenge(response: HttpResponse) -> None:
    response.delete_cookie(_cookie(), samesite="Strict")


def used_passkey(
    request: HttpRequest, answer: str, among: "QuerySet[Passkey]", *, account: User | None = None
) -> Passkey:
    """Return the passkey in `among` with which the browser made this answer to the page's challenge. Each challenge is
    valid once. Raises `WrongPasskey`; and `TooOften`, because a wrong answer counts as an attempt to log in: to
    `account`, or else to that of the passkey. The account's owner finds the wrong answer among its recent events."""
    passkey = _named_passkey(answer, among)
    account = account or (passkey.user if passkey else None)
    uses = passkey_attempt(request, account)
    take(*uses)
    try:
        passkey = _checked(request, answer, passkey)
    except WrongPasskey:
        if account:
            note_event(request, account, AccountEvent.Kind.WRONG_PASSKEY)
        raise
    give_back(*uses)
    note_passkey_use(passkey)
    return passkey


def _checked(request: HttpRequest, answer: str, passkey: Passkey | None) -> Passkey:
    """Return this passkey if the answer is its own to this page's challenge, which was not answered before. Raises
    `WrongPasskey`."""
    if passkey is None:
        raise WrongPasskey
    challenge = challenge_of(request)
    check_use(origin_of(request), challenge, answer, bytes(passkey.credential))
    try:
        take((CHALLENGES, sha256(challenge.encode()).hexdigest()))
    except TooOften as error:
        raise WrongPasskey from error
    return passkey


def _named_passkey(answer: str, among: "QuerySet[Passkey]") -> Passkey | None:
    """Return the passkey whose id is in the answer; None if the answer is unreadable, or if there is no such
    passkey."""
    try:
        return among.select_related("user").filter(credential_id=id_in(answer)).first()
    except WrongPasskey:
        return None


def _cookie() -> str:
    return "__Host-passkey" if settings.HTTPS else "passkey"

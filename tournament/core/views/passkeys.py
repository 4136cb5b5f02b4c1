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
from tournament.core.logins.passkeys import WrongPasskey, are_possible, check_use, id_in, login_options
from tournament.core.rates import Rate
from tournament.models import AccountEvent, Passkey, User

CHALLENGE_LASTS = 30 * 60
"""Seconds for which a page's challenge is valid."""

CHALLENGES = Rate("answers to one challenge", 1, timedelta(seconds=CHALLENGE_LASTS))

ANSWERS = Rate("answers by passkeys of one account", 1_000, timedelta(days=1))
"""Limit for answers, also right ones: each stores the use of its challenge. Other people's wrong answers cannot use it
up, as `core.authentication` refuses them long before."""


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
    request: HttpRequest, answer: str, among: "QuerySet[Passkey]", *, otherwise: User | None = None
) -> Passkey:
    """Return the passkey in `among` with which the browser made this answer to the page's challenge. Raises
    `WrongPasskey`; and `TooOften`, because a wrong answer counts as an attempt to log in to the account of the passkey
    that it names, or to the account `otherwise` if it names none of `among`. The account's owner finds it among its
    recent events, but not the answer to an old page, nor the same answer sent twice."""
    passkey = _named_passkey(answer, among)
    account = passkey.user if passkey else otherwise
    uses = passkey_attempt(request, account)
    never_given_back = [(ANSWERS, str(account.pk))] if account else []
    take(*uses, *never_given_back)
    if account is None:
        raise WrongPasskey
    challenge = challenge_of(request)
    _use_up(challenge)
    if passkey is None or not _is_made_by(passkey, answer, challenge, origin_of(request)):
        note_event(request, account, AccountEvent.Kind.WRONG_PASSKEY)
        raise WrongPasskey
    give_back(*uses)
    note_passkey_use(passkey)
    return passkey


def _use_up(challenge: str) -> None:
    """Count an answer to this challenge. Raises `WrongPasskey` if the page was open too long and has none, or if it was
    answered before."""
    if not challenge:
        raise WrongPasskey
    try:
        take((CHALLENGES, sha256(challenge.encode()).hexdigest()))
    except TooOften as error:
        raise WrongPasskey from error


def _is_made_by(passkey: Passkey, answer: str, challenge: str, origin: str) -> bool:
    try:
        check_use(origin, challenge, answer, bytes(passkey.credential))
    except WrongPasskey:
        return False
    return True


def _named_passkey(answer: str, among: "QuerySet[Passkey]") -> Passkey | None:
    """Return the passkey whose id is in the answer; None if the answer is unreadable, or if there is no such
    passkey."""
    try:
        return among.select_related("user").filter(credential_id=id_in(answer)).first()
    except WrongPasskey:
        return None


def _cookie() -> str:
    return "__Host-passkey" if settings.HTTPS else "passkey"

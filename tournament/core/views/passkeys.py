"""Request a passkey from a browser and check its answer, to log in or to confirm an action."""

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from tournament.core.actions.logins import note_passkey_use
from tournament.core.actions.rates import take
from tournament.core.errors import TooOften
from tournament.core.passkeys import WrongPasskey, are_possible, check_use, id_in, login_options
from tournament.core.rates import Rate
from tournament.models import Passkey

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


def used_passkey(request: HttpRequest, answer: str, among: "QuerySet[Passkey]") -> Passkey:
    """Return the passkey in `among` with which the browser made this answer to the page's challenge. Each challenge is
    valid once. Raises `WrongPasskey`."""
    try:
        passkey = among.select_related("user").get(credential_id=id_in(answer))
        challenge = challenge_of(request)
        check_use(origin_of(request), challenge, answer, bytes(passkey.credential))
        take((CHALLENGES, sha256(challenge.encode()).hexdigest()))
    except (Passkey.DoesNotExist, TooOften) as error:
        raise WrongPasskey from error
    note_passkey_use(passkey)
    return passkey


def _cookie() -> str:
    return "__Host-passkey" if settings.HTTPS else "passkey"

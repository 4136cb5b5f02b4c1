"""Logs people in by password, and counts attempts by password, recovery code and passkey. Attempts are counted before
they are checked, so that guesses sent all at once are counted too.

A browser that has logged in to an account before has its own limit of attempts for this account. So other people in the
same hall cannot lock the browser out. (OWASP calls this device cookies.) All other browsers share limits: for
the account, for the account from their network, and for their network. The first attempts for an account from a network
do not count for the network's usual limit, and attempts for names of no account have a limit of their own. Otherwise
anybody could use up what the other people of a hall need, with names that they invent.
"""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.db import OperationalError
from django.http import HttpRequest

from tournament.core.actions.logins import note_event
from tournament.core.actions.rates import Use, give_back, is_used_up, take
from tournament.core.addresses import client_network
from tournament.core.errors import Busy, TooOften
from tournament.core.rates import Rate
from tournament.core.requests import known_browser
from tournament.core.threads.interruption import uninterrupted
from tournament.models import AccountEvent, User

OF_BROWSER = Rate("password of known browser", 10, timedelta(minutes=15))
OF_NAME_AT_ADDRESS = Rate("password of name at address", 5, timedelta(minutes=15))
OF_NAME = Rate("password of name", 10, timedelta(hours=1))
"""Attempts for one account from all networks together, so that an attacker with twenty networks gets no more guesses
than an attacker with two."""

AT_ADDRESS = Rate("password at address", 200, timedelta(hours=1))
"""Attempts for accounts from one network address, besides the first attempts for each account."""

FIRST_OF_NAME_AT_ADDRESS = Rate("first passwords of name at address", 3, timedelta(hours=1))
FIRST_AT_ADDRESS = Rate("first passwords at address", 2_000, timedelta(hours=1))
"""The first attempts for all accounts from one network address. It takes the names of 667 accounts to use them up."""

UNKNOWN_AT_ADDRESS = Rate("password of unknown name at address", 200, timedelta(hours=1))
"""Attempts for names of no account from one network address for which a password is hashed, as for an account. Later
attempts get the same answer at once, because hashing takes a processor that others wait for."""

PASSKEY_OF_BROWSER = Rate("passkey of known browser", 10, timedelta(minutes=15))
PASSKEY_OF_NAME_AT_ADDRESS = Rate("passkey of name at address", 5, timedelta(minutes=15))
PASSKEY_OF_NAME = Rate("passkey of name", 10, timedelta(hours=1))
UNKNOWN_PASSKEY_AT_ADDRESS = Rate("unknown passkey at address", 200, timedelta(hours=1))
"""Answers from one network with passkeys of no account. They are not counted with other answers: whoever sends them
does not know the id of anybody's passkey, and must not lock out the people of their hall who have one."""


class CountedPasswordBackend(ModelBackend):
    """Django's password check with rate limits. Raises `TooOften` if a limit is exhausted, and `Busy` if too many
    passwords are being checked."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        if request is None or username is None or password is None:
            return None
        account = User.objects.filter(username=username).first()
        if account is None and is_used_up((UNKNOWN_AT_ADDRESS, client_network(request))):
            return None
        uses = count_guess(request, username, account)
        try:
            user = super().authenticate(request, username, password, **kwargs)
        except (Busy, OperationalError):  # the latter also if the request was interrupted
            with uninterrupted():
                give_back(*uses)
            raise
        if user is not None:
            give_back(*uses)
        elif account is not None:
            note_event(request, account, AccountEvent.Kind.WRONG_PASSWORD)
        return user


def count_guess(request: HttpRequest, username: str, account: User | None) -> list[Use]:
    """Count one attempt for this username, which is `account`'s if there is one, and return what was counted. Raises
    `TooOften`. The name is counted as it is looked up, capitals included: `str.casefold` makes "Weiß" and "Weiss" one
    name, and they are two people's accounts."""
    network = client_network(request)
    uses = [(OF_NAME_AT_ADDRESS, f"{username} {network}"), (OF_NAME, username)]
    if account is None:
        uses += [(UNKNOWN_AT_ADDRESS, network)]
    elif browser := known_browser(request, account):
        uses = [(OF_BROWSER, f"{username} {browser}")]
    else:
        first = [*uses, (FIRST_OF_NAME_AT_ADDRESS, f"{username} {network}"), (FIRST_AT_ADDRESS, network)]
        with suppress(TooOften):
            take(*first)
            return first
        uses += [(AT_ADDRESS, network)]
    take(*uses)
    return uses


def passkey_attempt(request: HttpRequest, account: User | None) -> list[Use]:
    """Return the rate limits that one answer of a passkey counts against; `account` is the passkey's owner, if there is
    one. They are not those of passwords, so that wrong passwords lock nobody out who has a passkey."""
    network = client_network(request)
    if account is None:
        return [(UNKNOWN_PASSKEY_AT_ADDRESS, network)]
    if browser := known_browser(request, account):
        return [(PASSKEY_OF_BROWSER, f"{account.username} {browser}")]
    return [(PASSKEY_OF_NAME_AT_ADDRESS, f"{account.username} {network}"), (PASSKEY_OF_NAME, account.username)]

"""Passwords are counted before they are checked, so that guesses sent all at once are counted too.

A browser that has logged in to an account before has guesses of its own there, whatever others do to that account from
the same hall. All other browsers share those of the account, of their address, and of both together. (OWASP calls this
device cookies.)
"""

from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from tournament.core.actions.logins import note_event
from tournament.core.actions.rates import Use, give_back, take
from tournament.core.addresses import client_network
from tournament.core.errors import Busy
from tournament.core.rates import Rate
from tournament.core.requests import known_browser
from tournament.models import AccountEvent, User

OF_BROWSER = Rate("password of known browser", 10, timedelta(minutes=15))
OF_NAME_AT_ADDRESS = Rate("password of name at address", 5, timedelta(minutes=15))
OF_NAME = Rate("password of name", 10, timedelta(hours=1))
"""From all addresses together. Their number is what makes twenty addresses no better than two."""

AT_ADDRESS = Rate("password at address", 200, timedelta(hours=1))
"""A hall of 200 phones has one address, and many there mistype their passwords once."""


class CountedPasswordBackend(ModelBackend):
    """Django's passwords. Raises `TooOften` instead of checking one more, and `Busy` where too many are checked."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        if request is None or username is None or password is None:
            return None
        uses = guess(request, username)
        take(*uses)
        try:
            user = super().authenticate(request, username, password, **kwargs)
        except Busy:
            give_back(*uses)
            raise
        if user is not None:
            give_back(*uses)
        elif account := User.objects.filter(username=username).first():
            note_event(request, account, AccountEvent.Kind.WRONG_PASSWORD)
        return user


def guess(request: HttpRequest, username: str) -> list[Use]:
    """The rates that one password for this name uses."""
    name = username.casefold()
    browser = known_browser(request, username)
    if browser:
        return [(OF_BROWSER, f"{name} {browser}")]
    network = client_network(request)
    return [(OF_NAME_AT_ADDRESS, f"{name} {network}"), (OF_NAME, name), (AT_ADDRESS, network)]

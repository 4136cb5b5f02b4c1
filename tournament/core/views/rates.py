"""How often visitors may do what costs the site or its people something; a retry counts too.

Those with an account have rates of their own. All others share those of their network, which hold a hall of 200 phones
at once.
"""

from datetime import timedelta

from tournament.core.actions.rates import take
from tournament.core.addresses import client_network
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.core.requests import TenboRequest

TOURNAMENTS = Rate("tournaments", 20, timedelta(days=1))
"""Created, copied or imported."""

UPLOADS = Rate("uploads", 20, timedelta(days=1))
"""Safety copies read for a preview: each takes seconds, and a right one stays in the database for a while."""

LISTS = Rate("lists", 200, timedelta(hours=1))
"""Of players, seats or results, pasted or uploaded: each may take a second to read."""

PICTURES = Rate("pictures", 60, timedelta(days=1))
"""Uploaded for announcements: each is drawn anew."""

PLANS = Rate("plans of seats", 60, timedelta(hours=1))
"""Computed for a whole event: one of a thousand players takes many seconds."""

REHEARSALS = Rate("rehearsals", 10, timedelta(hours=2))

SIGN_UPS = Rate("sign-ups", 200, timedelta(hours=4))

ENTRIES = Rate("entries", 300, timedelta(hours=4))
"""Of one tournament. A form that is sent twice counts twice."""

CONFIRMATIONS = Rate("mails of confirmation", 60, timedelta(hours=4))
"""To people who enter; beyond that they enter without one."""

OWN_CHANGES = Rate("changes of an own entry", 30, timedelta(hours=1))
"""Of one entry."""

RESET_MAILS = Rate("reset mails", 60, timedelta(hours=1))

RESET_MAILS_TO_ADDRESS = Rate("reset mails to one address", 3, timedelta(hours=1))
"""Whoever asks for them."""

CALLS = Rate("calls", 20, timedelta(minutes=20))
"""Of one table, with those that it takes back."""


def count_of_visitor(request: TenboRequest, rate: Rate, about: str = "") -> None:
    """Count one use by the visitor's account, or without one by their network. Raises `TooOften`."""
    account = request.visitor.account
    subject = f"account {account.pk}" if account else f"network {client_network(request)}"
    take((rate, f"{subject} {about}"))


def is_free_of_visitor(request: TenboRequest, rate: Rate, about: str = "") -> bool:
    """Count one use, if the visitor has one left; whether they had."""
    try:
        count_of_visitor(request, rate, about)
    except TooOften:
        return False
    return True

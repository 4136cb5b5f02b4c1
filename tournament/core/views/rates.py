"""Rate limits for costly actions of visitors. A retry of an action counts as a further use.

Each account has its own count. Visitors without an account share the count of their network, which suffices for a hall
of 200 phones.
"""

from datetime import timedelta

from tournament.core.actions.rates import Use, take
from tournament.core.addresses import client_network
from tournament.core.errors import TooOften
from tournament.core.queries.accountable import accountable
from tournament.core.rates import Rate
from tournament.core.requests import TenboRequest
from tournament.models import Table, Tournament

TOURNAMENTS = Rate("tournaments", 20, timedelta(days=1))
"""Limit for tournaments that are created, copied or imported, also from the file of a laptop that came too late."""

LEAGUES = Rate("leagues", 20, timedelta(days=1))
"""Limit for leagues that are created. Everybody reads the list of public leagues."""

UPLOADS = Rate("uploads", 20, timedelta(days=1))
"""Limit for safety copies that are uploaded for a preview. A copy takes seconds to read, and a valid one is stored in
the database for a while."""

MIRRORED = Rate("mirrored", 40, timedelta(minutes=5))
"""Limit for requests with which one laptop mirrors its tournament. Most of these requests contain a whole document."""

MIRROR_WRITES = Rate("mirror writes", 10, timedelta(seconds=100))
"""Limit, in seconds, on how long documents of one account's mirrors (`accountable`) hold the lock or the processor: a
tenth of the time, as much as an honest laptop needs. On SQLite nobody else can write while the lock is held."""

ALL_MIRROR_WRITES = Rate("all mirror writes", 25, timedelta(seconds=100))
"""Limit, in seconds, on how long the documents of all mirrors of the site together hold the lock."""

RETURNED = Rate("returned tournaments", 32, timedelta(hours=1))
"""Limit, in seconds, on how long files that an account brings back from laptops hold the lock: twice the longest time
of one file. This time also counts for `ALL_MIRROR_WRITES`, where it delays mirrors but refuses no file."""

LISTS = Rate("lists", 200, timedelta(hours=1))
"""Limit for lists of players, seats or results, pasted or uploaded: each may take a second to read."""

PICTURES = Rate("pictures", 60, timedelta(days=1))
"""Limit for pictures uploaded for announcements: each is re-encoded."""

PLANS = Rate("plans of seats", 60, timedelta(hours=1))
"""Limit for seating plans computed for a whole event, and orders of matches of teams: a plan for a thousand players
takes many seconds."""

PLAN_CHANGES = Rate("changes of plans", 100, timedelta(hours=1))
"""Limit for accepted, repaired and exchanged seating plans, also if a repair is undone, for cuts, for the seats of
finals, and for timetables. Each is stored or logged whole, and earlier ones are kept. A plan of 2,000 players takes
400 kB, a cut to 750 players 40 kB."""

RULES_CORRECTIONS = Rate("corrections of rules", 30, timedelta(hours=1))
"""Limit for corrections, and previews of corrections, of the rules of an event in play. Each replays every hanchan of
the event; an accepted correction also writes the hanchans under the lock."""

REHEARSALS = Rate("rehearsals", 10, timedelta(hours=2))

SIGN_UPS = Rate("sign-ups", 200, timedelta(hours=4))

ENTRIES = Rate("entries", 300, timedelta(hours=4))
"""Limit for entries of players in one tournament. A form that is sent twice counts twice."""

ENTRIES_WHEN_CROWDED = Rate("entries when many came already", 5, timedelta(hours=4))
"""Limit for entries of players from one network in a tournament that has hundreds by the form, so that people can still
enter while somebody invents entries."""

CONFIRMATIONS = Rate("mails of confirmation", 300, timedelta(hours=4))
"""Limit for confirmation mails from one network in one tournament, as large as `ENTRIES`. Beyond the limit people are
entered without a mail, and cannot change their address."""

CONFIRMATIONS_OF_NETWORK = Rate("mails of confirmation in all tournaments", 1_000, timedelta(days=1))
"""Limit for confirmation mails from one network in all tournaments, since anybody may create tournaments of their own
and send mails to strangers by their entry forms. A mail counts only if it is written."""

OWN_CHANGES = Rate("changes of an own entry", 30, timedelta(hours=1))
"""Limit for the changes that a player makes to their own entry. Each entry has its own count."""

NEW_BROWSERS = Rate("browsers that open a link", 1_000, timedelta(hours=1))
"""Limit for browsers of one network that open one link of a table or hall without a session: each gets one, which is
stored for two weeks."""

NEW_BROWSERS_OF_PLAYER = Rate("browsers that open a player's link", 200, timedelta(hours=1))
"""Limit like `NEW_BROWSERS` for one player's link, with room for a browser that refuses cookies, and so is new each
time it loads the page. One person opens the link, and a stranger may get 300 such links by `ENTRIES`."""

FIRST_BROWSERS = Rate("first browsers that open a link", 5, timedelta(hours=1))
"""How many browsers of one network are the first at a link: four phones at a table, and another."""

NEW_BROWSERS_OF_ACCOUNT = Rate("browsers that open links of an account's events", 3_000, timedelta(hours=1))
"""Limit like `NEW_BROWSERS` for all links of the events for which one account is `accountable`: there may be thousands
of links. The `FIRST_BROWSERS` of each link have a count of their own, so that whoever opens one link again and again
keeps no phone of the hall from another. A thousand phones behind one address may open a table's link and their own."""

RESET_MAILS = Rate("reset mails", 1_000, timedelta(hours=1))
"""Limit for requests of reset mails from one network. It is wide, because a request with an invented address costs only
a row for some seconds; what protects mailboxes are the limits of each spelling and mailbox."""

RESET_MAILS_OF_SPELLING = Rate("requests of reset mails for one spelling", 3, timedelta(hours=1))
"""Limit for requests with one spelling of a mail address, whoever sends them. Requests with other spellings of the
address do not use it up."""

PHONES = Rate("phones", 1_000, timedelta(hours=4))
"""Limit for subscriptions of phones to the notifications of one event: enough for each player of a hall behind one
address to subscribe twice."""

PHONES_OF_LINK = Rate("phones of one link", 50, timedelta(hours=4))
"""Limit for subscriptions of phones by the link of one player or table, so that none uses up those of its hall."""

ROUNDS = Rate("rounds", 120, timedelta(hours=1))
"""Limit for rounds started. A started round stores who sits out, even if the round is taken back."""

HANCHANS = Rate("hanchans at one table", 30, timedelta(hours=1))
"""Limit for hanchans of a club night started by one link of a table: each adds a round, and perhaps four players. A
new link has a count of its own, and what the team starts does not count."""

HANCHANS_OF_A_DAY = Rate("hanchans at one table in a day", 30, timedelta(days=1))
"""Limit like `HANCHANS`, so that one link cannot use up the rounds and the log of a night that lasts a weekend. In any
24 hours it allows 60: 30 at once, and 30 that become free meanwhile."""

HANCHAN_FORMS = Rate("forms to start a hanchan", 120, timedelta(hours=1))
"""Limit for forms to start a hanchan that one network sends by one link of a table, also if they are refused. It is
counted by network, so that whoever got the link elsewhere does not stop the phones at the table."""

CALLS = Rate("calls", 20, timedelta(minutes=20))
"""Limit for calls for a referee by one table, including withdrawals."""


def count_of_visitor(request: TenboRequest, rate: Rate, about: str = "", *, amount: float = 1) -> None:
    """Count one use, or `amount` uses, by the visitor's account or, without an account, by the visitor's network;
    `about` separates the counts of several subjects. Raises `TooOften`."""
    account = request.visitor.account
    subject = f"account {account.pk}" if account else f"network {client_network(request)}"
    take((rate, f"{subject} {about}"), amount=amount)


def count_of_network(request: TenboRequest, rate: Rate, about: str) -> None:
    """Count one use by the visitor's network, whatever accounts it has; `about` separates the counts of several
    subjects. Raises `TooOften`."""
    take((rate, f"network {client_network(request)} {about}"))


def count_hanchan_form(request: TenboRequest, table: Table) -> list[Use]:
    """Count a form to start a hanchan at this table, and return the rate limits to count if it starts. Nothing is
    counted for the team. Raises `TooOften`."""
    if request.visitor.role_in(table.tournament) is not None:
        return []
    link = f"{table.pk} {table.link_nonce}"
    count_of_network(request, HANCHAN_FORMS, about=link)
    return [(HANCHANS, link), (HANCHANS_OF_A_DAY, link)]


def count_new_browser(request: TenboRequest, tournament: Tournament, link: str, *, of_player: bool = False) -> None:
    """Count a browser that opens this link of the tournament and has no session yet, or the id of one that it invented.
    Raises `TooOften`. `link` contains the link's nonce, so that a new link after a leak has a count of its own.

    Call it before the link is remembered, since a refused browser would get a session too, and do not read
    `request.visitor` before that: it would lack the link.
    """
    if request.session.keys():
        return
    network = f"network {client_network(request)}"
    account = accountable(tournament.memberships.all())
    events = f"{network} account {account}" if account else f"{network} event {tournament.pk}"
    of_link = (NEW_BROWSERS_OF_PLAYER if of_player else NEW_BROWSERS, f"{network} {link}")
    try:
        take(of_link, (FIRST_BROWSERS, f"{network} {link}"), (NEW_BROWSERS_OF_ACCOUNT, f"{events} first"))
    except TooOften:
        take(of_link, (NEW_BROWSERS_OF_ACCOUNT, events))


def uses_of_confirmation(request: TenboRequest, tournament_id: int) -> list[Use]:
    """Return the rate limits that count a confirmation mail of this tournament when it is written. They count by
    network, whatever accounts it has, because anybody can create accounts."""
    network = f"network {client_network(request)}"
    return [(CONFIRMATIONS, f"{network} {tournament_id}"), (CONFIRMATIONS_OF_NETWORK, network)]

"""Carries a partly entered hand through the pages that are linked from the foot of a table's screen.

The table's screen has the partly entered hand in its query string (`table.entry`). The linked pages have this query
string as a single parameter of their own, so that their link back leads to the partly entered hand.
"""

from urllib.parse import urlencode

from django.http import QueryDict

from tournament.core.moment import requested_moment
from tournament.table.entry import HandEntry

TOUCHED = "touched"

MEANT_FOR = "for"
"""Parameter of a table's address: the number of the hand that the entered fields are for."""


def touched_in(query: QueryDict) -> str:
    """Return the partly entered hand as the query string of the table's screen, for the link back to it. `query` is the
    query of a linked page, whose parameter `TOUCHED` has the hand. The result is empty if nothing was entered.
    Unreadable parts are ignored."""
    carried = QueryDict(query.get(TOUCHED, ""))
    pairs, number = HandEntry.read(carried).pairs(), requested_moment(carried, MEANT_FOR)
    if not pairs:
        return ""
    return urlencode(pairs if number is None else [*pairs, (MEANT_FOR, number)])

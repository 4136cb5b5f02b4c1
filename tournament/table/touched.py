"""What was touched of the next hand, on its way through the pages that the foot of a table's screen leads to.

The hand travels in the table's query string (hand_entry.py); such a page has that string whole, as one parameter.
"""

from urllib.parse import urlencode

from django.http import QueryDict

from tournament.core.moment import moment_asked
from tournament.table.entry import HandEntry

TOUCHED = "touched"

MEANT_FOR = "for"
"""What a table's address calls the number of the hand that its touches are meant for."""


def touched_in(query: QueryDict) -> str:
    """What a page carries, as the table's address writes it; empty where nothing was touched. Nonsense is dropped."""
    said = QueryDict(query.get(TOUCHED, ""))
    pairs, number = HandEntry.read(said).pairs(), moment_asked(said, MEANT_FOR)
    if not pairs:
        return ""
    return urlencode(pairs if number is None else [*pairs, (MEANT_FOR, number)])

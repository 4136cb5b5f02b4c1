"""How much the log says about a hanchan."""

from django.db.models import Sum, TextField
from django.db.models.functions import Cast, Length

from tournament.models import Hanchan


def logged_length(hanchan: Hanchan, *kinds: str) -> int:
    """Return how many characters the data of the log entries about this hanchan have together, of all entries or only
    of these kinds."""
    entries = hanchan.log.filter(kind__in=kinds) if kinds else hanchan.log
    return entries.aggregate(length=Sum(Length(Cast("data", TextField()))))["length"] or 0

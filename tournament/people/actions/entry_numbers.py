"""The numbers by which a tournament knows its players."""

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.models import Tournament

LAST_NUMBER = 32_767
"""PostgreSQL keeps no larger one."""


class NumbersUsedUp(NotDone):
    """Somebody has the last number there is, or had it."""

    message = _("All player numbers are used up. No one was added.")


def next_entry_number(tournament: Tournament, *, people: int = 1) -> int:
    """Behind every number ever given here: log and plan speak of players by number, of those who were removed too.

    Of several `people` the first one's. Raises `NumbersUsedUp`.
    """
    given: int = tournament.entries.aggregate(Max("number"))["number__max"] or 0
    removed = tournament.log.filter(kind="player.removed").values_list("data__number", flat=True)
    # A safety copy that was imported may say anything in its log.
    of_removed = (number for number in removed if isinstance(number, int) and number <= LAST_NUMBER)
    first = max([given, *of_removed]) + 1
    if first + people - 1 > LAST_NUMBER:
        raise NumbersUsedUp
    return first

"""The entry numbers of a tournament's players."""

from itertools import pairwise

from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.core.limits import MOST_ENTRIES
from tournament.core.queries.logged import logged_values
from tournament.core.words.limits import with_limit
from tournament.models import Tournament

LAST_NUMBER = 32_767
"""The largest number that PostgreSQL stores in this column."""


class NumbersUsedUp(NotDone):
    """No entry number is left above the highest number ever used."""

    message = _("This tournament has used all its player numbers, so no one was added.")


class TooManyPlayers(NotDone):
    """The tournament would have more than `MOST_ENTRIES` players; pages, plans and files are not made for more."""

    message = with_limit(_("An event can have at most %(most)s players, so no one was added."), MOST_ENTRIES)


def next_entry_number(tournament: Tournament, *, people: int = 1) -> int:
    """Return the first of `people` consecutive numbers that were never used in this tournament. They are higher than
    every number ever used, unless there are no such numbers: a laptop's log may name any number.

    A removed player's number is never reused, because the log and the seating plan still refer to it. Raises
    `NumbersUsedUp` and `TooManyPlayers`.
    """
    if people and tournament.entries.count() + people > MOST_ENTRIES:
        raise TooManyPlayers
    removed = logged_values(tournament.log.filter(kind="player.removed"), ("number",))
    # The log of an imported safety copy may contain any JSON here.
    used = {number for (number,) in removed if isinstance(number, int) and 0 < number <= LAST_NUMBER}
    used.update(tournament.entries.values_list("number", flat=True))
    first = max(used, default=0) + 1
    if first + people - 1 <= LAST_NUMBER:
        return first
    before = [0, *sorted(used)]
    gaps = (number + 1 for number, following in pairwise(before) if following - number > people)
    first = next(gaps, 0)
    if not first:
        raise NumbersUsedUp
    return first

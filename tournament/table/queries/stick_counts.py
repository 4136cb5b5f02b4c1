"""Loads the last stick counts of many hanchans from the log."""

from collections.abc import Sequence

from scoring.seats import Points
from tournament.core.queries.logged import ENTRIES_AT_ONCE
from tournament.games.game import Game
from tournament.models import LogEntry
from tournament.table.stick_count import COUNTED, logged_count


def last_stick_counts(games: Sequence[Game]) -> dict[int, Points | None]:
    """Return the points of the last stick count of each hanchan, None if another hand was recorded after it. Of the
    data in the log, which may be a megabyte in an imported entry, only one entry's is in memory at a time."""
    hands = {game.hanchan.pk: len(game.hands) for game in games}
    log = LogEntry.objects.filter(hanchan__in=hands, kind=COUNTED).order_by("number").values_list("hanchan", "data")
    return {hanchan: logged_count(data, hands[hanchan]) for hanchan, data in log.iterator(chunk_size=ENTRIES_AT_ONCE)}

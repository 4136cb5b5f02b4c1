"""Players' confirmations of sheets: which players confirmed by their own links, and whose points have changed since
their confirmation.

Signatures are withdrawn when a hanchan changes, but the log still has the players and the points that they
confirmed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.queries.logged import logged_values
from tournament.games.game import Game
from tournament.models import Entry, Hanchan, LogEntry, Signature

ON_OWN_LINK = "sheet.confirmed_by_link"
CONFIRMED = ("sheet.confirmed", ON_OWN_LINK)


def confirmed_on_own_link(hanchan: Hanchan) -> set[int]:
    """Return the entry numbers of the players who have ever confirmed this hanchan's sheet by their own link, even if
    the confirmation was withdrawn later."""
    # The log of an imported safety copy may contain any JSON here.
    confirmed = LogEntry.objects.filter(hanchan=hanchan, kind=ON_OWN_LINK)
    return {number for (number,) in logged_values(confirmed, ("number",)) if type(number) is int}


@dataclass(frozen=True, kw_only=True)
class ChangedPoints:
    """A game in which a player's points differ from the points that the player `confirmed`. `change` is the log entry
    that withdrew the confirmation."""

    game: Game
    confirmed: int
    now: int
    change: LogEntry | None


def changed_since_confirmed(entry: Entry, games: Sequence[Game]) -> tuple[ChangedPoints, ...]:
    """Return the finished hanchans in which this player's points differ from the points that the player last
    confirmed."""
    log = LogEntry.objects.filter(hanchan__in=[game.hanchan.pk for game in games], kind__in=CONFIRMED)
    confirmed = logged_values(log.order_by("number"), ("number", "seat", "points"), "hanchan")
    last = {hanchan: (seat, points) for number, seat, points, hanchan in confirmed if number == entry.number}
    changed = []
    for game in games:
        confirmed_seat, points = last.get(game.hanchan.pk, (None, None))
        seat = next(seat.seat for seat in game.seats if seat.entry_id == entry.pk)
        if type(confirmed_seat) is not int or points is None or not game.ending:
            continue
        now = game.result[seat].points
        if now != points:
            withdrawn = Signature.objects.filter(hanchan=game.hanchan, seat=confirmed_seat).order_by("-pk").first()
            changed.append(
                ChangedPoints(
                    game=game,
                    confirmed=points,
                    now=now,
                    change=withdrawn.withdrawn_by if withdrawn else None,
                )
            )
    return tuple(changed)

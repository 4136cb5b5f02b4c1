"""A table's overlay for a video stream: players, points and the current hand."""

from dataclasses import dataclass

from scoring.seats import Seat as SeatNumber
from scoring.seats import Wind
from scoring.situation import Situation
from tournament.core.queries.visibility import Sight
from tournament.games.game import Game
from tournament.games.queries.corrections import latest_at
from tournament.games.queries.game import load_games
from tournament.games.queries.results import HanchanState, has_begun, state_of
from tournament.models import Hanchan, Table


@dataclass(frozen=True, kw_only=True)
class OverlaySeat:
    """A player at the table. `points` is None before the first hand, and while the round is withheld. `wind` is the
    player's wind in the current hand. If no hand is in play, or the round is withheld, `wind` is the player's starting
    wind."""

    wind: Wind
    name: str
    substitute: str
    points: int | None
    is_dealer: bool


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """The data that a video stream shows of a table: its latest hanchan with its `state`, and the `situation` of the
    hand in play.

    `situation` is None if no hand is in play. `state` and `situation` are None while the round is withheld. Before the
    first round, `hanchan`, `state` and `situation` are None.
    """

    table: Table
    hanchan: Hanchan | None
    seats: tuple[OverlaySeat, ...]
    situation: Situation | None
    state: HanchanState | None


def overlay(table: Table, sight: Sight) -> Overlay:
    """Return the overlay of a table, in a fixed number of queries."""
    latest = latest_at(table)
    if latest is None:
        return Overlay(table=table, hanchan=None, seats=(), situation=None, state=None)
    (game,) = load_games(Hanchan.objects.filter(pk=latest))
    shown = sight.shows(game.hanchan.round.number)
    state = state_of(game) if shown else None
    situation = game.situation if state in (HanchanState.IN_PLAY, HanchanState.TIME_UP) else None
    return Overlay(
        table=table,
        hanchan=game.hanchan,
        seats=tuple(_seat(game, SeatNumber(seat.seat), situation, shown=shown) for seat in game.seats),
        situation=situation,
        state=state,
    )


def _seat(game: Game, seat: SeatNumber, situation: Situation | None, *, shown: bool) -> OverlaySeat:
    dealer = situation.dealer if situation else SeatNumber.EAST
    return OverlaySeat(
        wind=seat.wind(dealer),
        name=game.public_names[seat],
        substitute=game.public_substitute_names[seat] if shown else "",
        points=game.final_points[seat] if shown and has_begun(game) else None,
        is_dealer=situation is not None and seat is dealer,
    )

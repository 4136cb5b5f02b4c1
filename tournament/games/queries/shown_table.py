"""One table of a round for pages, booklets and printed sheets: four players with points and results."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from scoring.seats import STARTING_WINDS, Seat, Wind
from scoring.situation import Situation
from tournament.core.namesakes import distinct_names
from tournament.games.game import Game
from tournament.games.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.models import Entry, Hanchan


@dataclass(frozen=True, kw_only=True)
class ShownSeat:
    """One player at a table: the starting wind (`wind`), the entry's number and name, the current points and result,
    and the name of the substitute ("" if none plays).

    `wind_now` is the player's wind in the current hand, or the starting wind if no hand is being played. `points` and
    `result` are None while the round is withheld; `result` is None before the first hand, too.
    """

    wind: Wind
    wind_now: Wind = Wind.EAST
    number: int = 0
    name: str = ""
    points: int | None = None
    result: Result | None = None
    substitute: str = ""


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A hanchan with its four players, by starting wind. `situation` is None while the round is withheld."""

    hanchan: Hanchan
    seats: tuple[ShownSeat, ...]
    state: HanchanState
    situation: Situation | None

    @property
    def number(self) -> int:
        return self.hanchan.table.number


def names_at(games: Iterable[Game], resting: Collection[Entry] = (), *, for_team: bool = False) -> dict[int, str]:
    """Return the display names of all players of these games and of the players who sit the round out (`resting`), by
    the entry's id."""
    seated = {seat.entry_id: seat.entry for game in games for seat in game.seats}
    return distinct_names([*seated.values(), *resting], for_team=for_team)


def shown_table(game: Game, names: Mapping[int, str], *, is_withheld: bool, for_team: bool = False) -> ShownTable:
    """Return a table; `names` are by the entry's id. While the round is withheld, the table has only seats and state.
    Names of substitutes who did not consent to a public name are shown only `for_team`."""
    state = state_of(game)
    if is_withheld:
        game = game.veiled()
    dealer = Seat.EAST if is_withheld or game.ending else game.situation.dealer
    substitutes = game.substitute_names if for_team else game.public_substitute_names
    results = {result.seat: result for result in results_of(game)} if has_begun(game) else {}
    return ShownTable(
        hanchan=game.hanchan,
        seats=tuple(
            ShownSeat(
                wind=STARTING_WINDS[seat.seat],
                wind_now=Seat(seat.seat).wind(dealer),
                number=seat.entry.number,
                name=names[seat.entry_id],
                points=None if is_withheld else game.final_points[seat.seat],
                result=results.get(seat.seat),
                substitute=substitutes[seat.seat],
            )
            for seat in game.seats
        ),
        state=state,
        situation=None if is_withheld else game.situation,
    )

"""One round: its tables, who sits there, and how far each has come."""

from dataclasses import dataclass

from scoring.seats import Seat as SeatNumber
from scoring.seats import Wind
from scoring.situation import Situation
from tournament.models import Hanchan, Round, Seat
from tournament.queries.game import Game, load_games
from tournament.queries.results import HanchanState, state_of


@dataclass(frozen=True)
class TableOfRound:
    """A hanchan with its four seats, by the wind that each started with."""

    hanchan: Hanchan
    seats: tuple[tuple[Wind, Seat], ...]
    state: HanchanState
    situation: Situation

    @property
    def table_number(self) -> int:
        return self.hanchan.table.number


def tables_of_round(round_: Round) -> list[TableOfRound]:
    """Its tables by number; a cancelled hanchan comes after the one that replaced it."""
    hanchans = Hanchan.objects.filter(round=round_).order_by("table__number", "-pk")
    return [_table(game) for game in load_games(hanchans)]


def _table(game: Game) -> TableOfRound:
    return TableOfRound(
        hanchan=game.hanchan,
        seats=tuple((SeatNumber(seat.seat).wind(SeatNumber.EAST), seat) for seat in game.seats),
        state=state_of(game),
        situation=game.situation,
    )

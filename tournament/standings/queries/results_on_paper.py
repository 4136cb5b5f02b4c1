"""Results for print: the standings as a poster, and a round's results as a booklet."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from scoring.seats import Seat as SeatNumber
from scoring.seats import Wind
from tournament.core.namesakes import told_apart
from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.models import Hanchan, Round, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard


@dataclass(frozen=True, kw_only=True)
class Poster:
    """The standings and their heading. The days are those on which rounds started, or the announced day."""

    tournament: Tournament
    board: Leaderboard
    first_day: date | None
    last_day: date | None
    withheld: tuple[Withheld, ...]


@dataclass(frozen=True, kw_only=True)
class BookletSeat:
    """One player at a table; `result` is None before the first hand, and while it is withheld."""

    wind: Wind
    name: str
    result: Result | None
    substitute: str


@dataclass(frozen=True, kw_only=True)
class BookletTable:
    """A table with its seats from East to North."""

    number: int
    state: HanchanState
    seats: tuple[BookletSeat, ...]


@dataclass(frozen=True, kw_only=True)
class Booklet:
    """A round's tables by number, and the standings after it: None while it is `withheld`."""

    tournament: Tournament
    round: Round
    tables: tuple[BookletTable, ...]
    board: Leaderboard | None
    withheld: Withheld | None

    @property
    def any_chombo(self) -> bool:
        return any(seat.result.penalty for table in self.tables for seat in table.seats if seat.result)


def poster(tournament: Tournament, *, official: bool, sight: Sight) -> Poster:
    """Load the poster in a fixed number of queries."""
    board = leaderboard(tournament, official=official, sight=sight)
    days = [timezone.localdate(at) for at in tournament.rounds.values_list("started_at", flat=True)]
    first = min(days, default=tournament.starts_on)
    return Poster(
        tournament=tournament,
        board=board,
        first_day=first,
        last_day=max(days, default=first),
        withheld=sight.withheld if sight.until is None else (),
    )


def booklet(round_: Round, sight: Sight) -> Booklet:
    """Load the booklet in a fixed number of queries, without cancelled hanchans."""
    games = load_games(Hanchan.objects.valid().filter(round=round_).order_by("table__number"))
    names = told_apart({seat.entry_id: seat.entry for game in games for seat in game.seats}.values())
    withheld = sight.withholds(round_.number)
    board = None
    if withheld is None:
        board = leaderboard(round_.tournament, official=False, sight=sight.after(round_.number))
    return Booklet(
        tournament=round_.tournament,
        round=round_,
        tables=tuple(_table(game, names, veiled=withheld is not None) for game in games),
        board=board,
        withheld=withheld,
    )


def _table(game: Game, names: dict[int, str], *, veiled: bool) -> BookletTable:
    results = {result.seat: result for result in results_of(game)} if has_begun(game) and not veiled else {}
    return BookletTable(
        number=game.hanchan.table.number,
        state=state_of(game),
        seats=tuple(
            BookletSeat(
                wind=SeatNumber(seat.seat).wind(SeatNumber.EAST),
                name=names[seat.entry_id],
                result=results.get(seat.seat),
                substitute="" if veiled else game.substitute_name(seat.seat),
            )
            for seat in game.seats
        ),
    )

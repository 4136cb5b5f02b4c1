"""One round: its tables with players, points and progress."""

from dataclasses import dataclass

from scoring.seats import Seat as SeatNumber
from scoring.seats import Wind
from scoring.situation import Situation
from tournament.core.namesakes import told_apart
from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.game import Game
from tournament.games.queries.results import HanchanState, state_of, unsigned_hanchans
from tournament.games.queries.shown_games import shown_games
from tournament.models import Hanchan, LogEntry, Round


@dataclass(frozen=True)
class SeatOfTable:
    """One player at a table: their starting wind, name, current points (None where they are withheld), and their
    substitute's name."""

    wind: Wind
    name: str
    points: int | None
    substitute: str


@dataclass(frozen=True)
class TableOfRound:
    """A hanchan with its four seats, by starting wind. `situation` is None where it is withheld."""

    hanchan: Hanchan
    seats: tuple[SeatOfTable, ...]
    state: HanchanState
    situation: Situation | None

    @property
    def table_number(self) -> int:
        return self.hanchan.table.number


@dataclass(frozen=True)
class RoundPage:
    """The content of a round's page; `before` and `after` are the numbers of the neighbouring rounds, or None.

    `resting` are the players who sit it out. `approval` is the log entry that approved its results. Where the round
    is `withheld`, only seats and states are shown.
    """

    tables: tuple[TableOfRound, ...]
    resting: tuple[str, ...]
    before: int | None
    after: int | None
    approval: LogEntry | None
    withheld: Withheld | None

    @property
    def valid(self) -> int:
        """The number of tables without a cancelled hanchan."""
        return sum(table.state is not HanchanState.CANCELLED for table in self.tables)

    @property
    def signed(self) -> int:
        return sum(table.state is HanchanState.SIGNED for table in self.tables)

    @property
    def nothing_played(self) -> bool:
        """Whether no table has begun, so that the start can be taken back."""
        return all(table.state is HanchanState.NOT_STARTED for table in self.tables)

    @property
    def any_untouched(self) -> bool:
        """Whether some table has not begun, so that its players can still change tables."""
        return any(table.state is HanchanState.NOT_STARTED for table in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether every sheet is signed."""
        return self.signed == self.valid


def round_page(round_: Round, *, sight: Sight, for_team: bool = False) -> RoundPage:
    """Read a round with its tables by number; a cancelled hanchan comes after the one that replaced it."""
    hanchans = Hanchan.objects.filter(round=round_).order_by("table__number", "-pk")
    games = shown_games(round_.tournament, hanchans)
    resting = list(round_.resting.select_related("player"))
    seated = {seat.entry_id: seat.entry for game in games for seat in game.seats}
    names = told_apart([*seated.values(), *resting], for_team=for_team)
    withheld = sight.withholds(round_.number)
    numbers = list(round_.tournament.rounds.values_list("number", flat=True))
    return RoundPage(
        tables=tuple(_table(game, names, veiled=withheld is not None) for game in games),
        resting=tuple(names[entry.pk] for entry in resting),
        before=max((number for number in numbers if number < round_.number), default=None),
        approval=round_.approved_by,
        after=min((number for number in numbers if number > round_.number), default=None),
        withheld=withheld,
    )


def all_signed(round_: Round) -> bool:
    """Whether the round has valid hanchans, and each of them a signed sheet."""
    hanchans = Hanchan.objects.valid().filter(round=round_)
    return hanchans.exists() and not unsigned_hanchans(round_.tournament).filter(round=round_).exists()


def _table(game: Game, names: dict[int, str], *, veiled: bool) -> TableOfRound:
    return TableOfRound(
        hanchan=game.hanchan,
        seats=tuple(
            SeatOfTable(
                wind=SeatNumber(seat.seat).wind(SeatNumber.EAST),
                name=names[seat.entry_id],
                points=None if veiled else game.final_points[seat.seat],
                substitute="" if veiled else game.substitute_name(seat.seat),
            )
            for seat in game.seats
        ),
        state=state_of(game),
        situation=None if veiled else game.situation,
    )

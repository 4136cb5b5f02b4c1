"""A round entered from paper: a line for each table, and which tables the visitor may enter or verify."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.seats import STARTING_WINDS, Wind
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import Result, results_of
from tournament.games.queries.shown_table import names_at
from tournament.models import Hanchan, PaperResult, Round, Visitor
from tournament.table.second_keying import Check, ComparedLine, Comparison, check_of, comparison


class Keys(StrEnum):
    """Whether a person makes the first entry of a table's points, or the second entry, which verifies the first."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """One table of the round, for one visitor. `keys` is None if the visitor can enter nothing, because the table is
    signed or because two other people entered different points. `own_paper` are the points that the visitor entered."""

    game: Game
    names: tuple[str, ...]
    check: Check
    keys: Keys | None
    own_paper: PaperResult | None
    compared: Comparison | None

    @property
    def hanchan(self) -> Hanchan:
        return self.game.hanchan

    @property
    def number(self) -> int:
        return self.hanchan.table.number

    @property
    def seats(self) -> list[tuple[Wind, str]]:
        """Return the starting wind and the name of each player."""
        return list(zip(STARTING_WINDS, self.names, strict=True))

    @property
    def compared_lines(self) -> tuple[ComparedLine, ...]:
        """Return each seat's points in the two entries of the table; empty if there are not two different entries."""
        return self.compared.lines if self.compared else ()

    @property
    def waits_for_second(self) -> bool:
        """Whether the points were entered only once, and a second entry may still verify them."""
        return self.check in {Check.MINE, Check.OPEN}

    @property
    def hands(self) -> int:
        """Return the number of hands entered at the table, which points from paper would replace."""
        return 0 if self.game.paper else len(self.game.hands)

    @property
    def results(self) -> list[Result]:
        """Return the results of a signed sheet by seat. Empty before the sheet is signed, because a second person may
        have to enter the points without seeing the first entry."""
        return results_of(self.game) if self.check is Check.SIGNED else []


@dataclass(frozen=True)
class PaperRound:
    """The tables of a round by number."""

    tables: tuple[PaperTable, ...]

    @property
    def signed(self) -> int:
        return sum(table.check is Check.SIGNED for table in self.tables)

    @property
    def entered_once(self) -> list[PaperTable]:
        return [table for table in self.tables if table.waits_for_second]

    @property
    def is_over(self) -> bool:
        """Whether every sheet of the round is signed."""
        return bool(self.tables) and self.signed == len(self.tables)


def paper_round(round_: Round, visitor: Visitor, *, hanchan_id: int | None = None) -> PaperRound:
    """Read the round, or one of its tables, for this visitor, in a fixed number of queries."""
    hanchans = Hanchan.objects.valid().filter(round=round_).order_by("table__number")
    games = load_games(hanchans if hanchan_id is None else hanchans.filter(pk=hanchan_id))
    names = names_at(games, for_team=True)
    return PaperRound(
        tuple(_table(game, tuple(names[seat.entry_id] for seat in game.seats), visitor) for game in games)
    )


def _table(game: Game, names: tuple[str, ...], visitor: Visitor) -> PaperTable:
    check, compared = check_of(game, visitor), comparison(game, visitor)
    own_paper = game.paper if check is Check.MINE else compared.own_paper if compared else None
    if check is Check.SIGNED:
        keys = None
    elif check is Check.OPEN or (own_paper and own_paper.is_second):
        keys = Keys.SECOND
    else:
        keys = Keys.FIRST if own_paper or check is Check.NOTHING else None
    return PaperTable(game=game, names=names, check=check, keys=keys, own_paper=own_paper, compared=compared)

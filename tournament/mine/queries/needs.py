"""The points and wins that a player still needs, for the page behind the player's link."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from scoring.goals import Goal, TablePlace, TableState, TournamentPlace
from scoring.last_hand import DrawCase, Verdict, Way, is_last_hand, last_hand
from scoring.needs import PlaceNeed, places_and_points, within_reach
from scoring.refusal import Refused
from scoring.seats import SEATS, Seat
from scoring.situation import opening
from scoring.stages import Standing, standing, usual_count
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Entry, Hanchan, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, Row, leaderboard
from tournament.standings.queries.standings_page import coming_cuts


@dataclass(frozen=True, kw_only=True)
class Wish:
    """The goal to compute for: a place in the tournament or at the table; None is the default. `counted_out` says that
    a shared place is not enough. `riichi` are the seats that have bet in the current hand."""

    at: Literal["tournament", "table"] | None = None
    place: int | None = None
    counted_out: bool = False
    riichi: frozenset[Seat] = frozenset()


class NeedsState(StrEnum):
    """How far the player's tournament has come, which decides what can be computed."""

    NOTHING = "nothing"  # no hanchan is on, and others' totals are not shown
    OUT = "out"  # the player is not ranked
    BETWEEN = "between"  # no hanchan is on: the next one
    PLAYING = "playing"
    OVER = "over"  # the hanchan is over, but not signed


@dataclass(frozen=True, kw_only=True)
class WinLine:
    """The cheapest win that is enough, or None: from this player's discard, or by self-draw (None)."""

    discarder: str | None
    cheapest: Way | None
    dearer_that_miss: tuple[Way, ...]
    each: tuple[int, ...]
    """What each player pays for such a self-draw: everybody alike, or the others and East."""

    @property
    def goes_on(self) -> bool:
        return self.cheapest is not None and self.cheapest.verdict is Verdict.SO_FAR


@dataclass(frozen=True, kw_only=True)
class DrawLine:
    """A drawn hand with the player tenpai or not, and the others, by name, who must be tenpai for it to be enough."""

    tenpai: bool
    enough: tuple[tuple[str, ...], ...]
    cases: int
    goes_on: bool


@dataclass(frozen=True, kw_only=True)
class HandLines:
    """The results of the current hand that are enough; `refused` says which bet cannot have been made."""

    now: bool
    wins: tuple[WinLine, ...] = ()
    draws: tuple[DrawLine, ...] = ()
    refused: str = ""


@dataclass(frozen=True, kw_only=True)
class NeedsPage:
    """The page. `row` and `board` are None if the standings are not public. `lines` is empty if a substitute plays at
    the table: then only the last hand can be computed. `hand` is None before the last hand. `cut_line` is how many
    advance at the next cut, as announced or as is usual."""

    state: NeedsState
    wish: Wish
    row: Row | None
    board: Leaderboard | None
    game: Game | None
    seat: Seat | None
    lines: tuple[PlaceNeed, ...]
    hand: HandLines | None
    cut_line: int = 0

    @property
    def players(self) -> int:
        return len(self.board.rows) if self.board else 0

    @property
    def bets(self) -> str:
        """The riichi bets as query parameters, to keep them when the visitor chooses another goal."""
        return "".join(f"&riichi={seat.value}" for seat in sorted(self.wish.riichi))

    @property
    def same(self) -> bool:
        """Whether in every place the points that may be enough are always enough."""
        return all(line.least == line.sure for line in self.lines)

    @property
    def goes_on(self) -> bool:
        """Whether some result of the last hand would not end the game."""
        if self.hand is None:
            return False
        return any(line.goes_on for line in self.hand.wins) or any(line.goes_on for line in self.hand.draws)


def needs_page(entry: Entry, wish: Wish, *, sees_standings: bool) -> NeedsPage:
    """Compute the page for one player, in a fixed number of queries.

    Without `sees_standings` it uses only the player's own table.
    """
    tournament = entry.tournament
    hanchans = Hanchan.objects.filter(round__tournament=tournament, seats__entry=entry).valid()
    game = next(iter(load_games(hanchans.order_by("-round__number")[:1])), None)
    board = leaderboard(tournament, official=False) if sees_standings else None
    row = next((row for row in board.rows if row.entry.pk == entry.pk), None) if board else None
    state = _state(game, board, row)
    seat = next((Seat(seat.seat) for seat in game.seats if seat.entry_id == entry.pk), None) if game else None
    page = NeedsPage(
        state=state,
        wish=_usual(wish, state, board),
        row=row,
        board=board,
        game=game if state in (NeedsState.PLAYING, NeedsState.OVER) else None,
        seat=seat,
        lines=(),
        hand=None,
        cut_line=_cut_line(tournament, board) if board else 0,
    )
    if state is NeedsState.BETWEEN and board and row:
        table = TableState(rules=tournament.ruleset, situation=opening(tournament.ruleset))
        goal = _after_next(page.wish, board, row)
        return replace(page, lines=_lines(table, goal))
    if state is NeedsState.PLAYING and game and seat is not None:
        return _playing(page, game, seat)
    return page


def _state(game: Game | None, board: Leaderboard | None, row: Row | None) -> NeedsState:
    if game and game.sheet is None:
        return NeedsState.OVER if game.ending else NeedsState.PLAYING
    if board is None:
        return NeedsState.NOTHING
    return NeedsState.OUT if row is None or row.departure else NeedsState.BETWEEN


def _cut_line(tournament: Tournament, board: Leaderboard) -> int:
    coming = coming_cuts(board, tournament.cut_plan)
    return coming[0].places if coming else usual_count(len(board.rows))


def _usual(wish: Wish, state: NeedsState, board: Leaderboard | None) -> Wish:
    """Fill in the defaults of a wish, and limit it to goals that can be computed."""
    at = wish.at or ("tournament" if board else "table")
    if board is None:
        at = "table"
    elif state is NeedsState.BETWEEN:
        at = "tournament"
    most = 3 if at == "table" else max(len(board.rows) if board else 1, 1)
    usual = 1 if at == "table" else 3
    return replace(wish, at=at, place=max(1, min(wish.place or usual, most)))


def _playing(page: NeedsPage, game: Game, seat: Seat) -> NeedsPage:
    table = TableState(
        rules=game.rules,
        situation=game.situation,
        last_by_clock=game.hands_left == 1,
        riichi=page.wish.riichi,
        from_start=game.from_start,
        during_play=game.during_play,
    )
    goal = _goal(page, game, seat)
    return replace(
        page,
        lines=() if game.substitutes else _lines(table, goal),
        hand=_hand(table, goal, game.public_names) if is_last_hand(table) else None,
    )


def _goal(page: NeedsPage, game: Game, seat: Seat) -> Goal:
    place = page.wish.place or 1
    if page.wish.at == "table" or page.board is None:
        return TablePlace(seat=seat, place=place)
    rows = {row.entry.pk: row for row in (*page.board.rows, *page.board.unlisted)}
    here = [seat.entry_id for seat in game.seats]
    east, south, west, north = (_before(rows[entry], game) for entry in here)
    return TournamentPlace(
        seat=seat,
        place=place,
        before=(east, south, west, north),
        others=tuple(_standing(row) for row in page.board.rows if row.place and row.entry.pk not in here),
        shared_counts=_shared_counts(page.wish, page.board),
    )


def _after_next(wish: Wish, board: Leaderboard, row: Row) -> TournamentPlace:
    """The goal for the next hanchan. Its other three players are unknown, so they count as nobody's rivals."""
    nobody: Standing = (-2, Fraction())
    return TournamentPlace(
        seat=Seat.EAST,
        place=wish.place or 1,
        before=(_standing(row), nobody, nobody, nobody),
        others=tuple(_standing(other) for other in board.rows if other.place and other.entry.pk != row.entry.pk),
        shared_counts=_shared_counts(wish, board),
    )


def _shared_counts(wish: Wish, board: Leaderboard) -> bool:
    """Whether an equal total is enough: not where ties are broken, since they may be lost."""
    return not wish.counted_out and not board.ties.criteria


def _standing(row: Row) -> Standing:
    """Return a row's standing as the ranking sees it; an unlisted player is nobody's rival."""
    out = row.departure is not None and (row.departure.is_last or row.departure.is_unlisted)
    return standing(row.total, len(row.passed), disqualified=out)


def _before(row: Row, game: Game) -> Standing:
    """Return a row's standing without this hanchan's score so far. An average for rounds sat out still includes that
    score, and changes with the result."""
    cuts, total = _standing(row)
    here = [result.score for result in row.results if result and result.hanchan_id == game.hanchan.pk]
    return (cuts, total - sum(here, Fraction()) if cuts >= 0 else total)


def _lines(table: TableState, goal: Goal) -> tuple[PlaceNeed, ...]:
    return tuple(within_reach(need, table) for need in places_and_points(table, goal))


def _hand(table: TableState, goal: Goal, names: tuple[str, ...]) -> HandLines:
    try:
        hand = last_hand(table, goal)
    except Refused as refused:
        return HandLines(now=False, refused=str(refused))
    wins = tuple(
        WinLine(
            discarder=None if case.discarder is None else names[case.discarder],
            cheapest=case.cheapest,
            dearer_that_miss=case.dearer_that_miss,
            each=tuple(sorted(set(case.cheapest.paid) - {0})) if case.cheapest else (),
        )
        for case in hand.wins
    )
    draws = tuple(_draw(hand.draws, goal.seat, names, tenpai=tenpai) for tenpai in (True, False))
    return HandLines(now=hand.now, wins=wins, draws=tuple(draw for draw in draws if draw.cases))


def _draw(draws: tuple[DrawCase, ...], seat: Seat, names: tuple[str, ...], *, tenpai: bool) -> DrawLine:
    cases = [draw for draw in draws if (seat in draw.tenpai) is tenpai]
    enough = [draw for draw in cases if draw.verdict is not Verdict.MISSED]
    return DrawLine(
        tenpai=tenpai,
        enough=tuple(
            tuple(names[other] for other in SEATS if other in draw.tenpai and other is not seat) for draw in enough
        ),
        cases=len(cases),
        goes_on=any(draw.verdict is Verdict.SO_FAR for draw in enough),
    )

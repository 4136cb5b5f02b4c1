"""The points and wins that a player still needs to reach a goal, for the page that the player's private link opens."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from scoring.bonus import NO_CHIPS, check_chips
from scoring.goals import Goal, TablePlace, TableState, TournamentPlace
from scoring.last_hand import is_last_hand
from scoring.needs import PlaceNeed, places_and_points, within_reach
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat
from scoring.situation import opening
from scoring.stages import Standing, standing, usual_count
from tournament.core.queries.visibility import EVERYTHING
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.mine.hand_lines import HandLines, hand_lines
from tournament.models import Entry, Hanchan, Tournament
from tournament.standings.queries.cached import board_of
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row
from tournament.standings.queries.standings_page import coming_cuts


@dataclass(frozen=True, kw_only=True)
class Wish:
    """The goal for which to compute the needed points: a place in the tournament or at the table; None means the
    default goal. `counted_out` says that a shared place is not enough. `riichi` are the seats that have bet in the
    current hand. `chips` is each seat's balance of chips, won less lost; None means the chips that were entered at the
    table."""

    at: Literal["tournament", "table"] | None = None
    place: int | None = None
    counted_out: bool = False
    riichi: frozenset[Seat] = frozenset()
    chips: Points | None = None


@dataclass(frozen=True, kw_only=True)
class NeedsSeat:
    """The current state of one of the four players; `chips_typed` is the number of chips in the form."""

    name: str
    points: int
    chips: int
    chips_typed: int
    is_winless: bool


class NeedsState(StrEnum):
    """The state of the player in the tournament, which decides what can be computed."""

    NOTHING = "nothing"  # no hanchan is in play, and the standings are not public
    OUT = "out"  # the player is not ranked
    BETWEEN = "between"  # no hanchan is in play: compute for the next one
    PLAYING = "playing"
    OVER = "over"  # the hanchan is over, but not signed


@dataclass(frozen=True, kw_only=True)
class NeedsPage:
    """The data of the page with the points and wins that a player still needs.

    * `row` and `board`: None if the standings are not public.
    * `lines`: what the player needs; empty if a substitute plays at the table, because then only the last hand can be
      computed. If the rules have yakitori and the player has not won yet, `lines` assume that the player still wins a
      hand, and `lines_without_win` that the player does not.
    * `hand`: None before the last hand.
    * `cut_line`: how many players advance at the next cut, as announced or by default.
    * `chips`: the chips used in the computation. `chips_refused` is the reason why the chips in `wish` are invalid.
    """

    state: NeedsState
    wish: Wish
    row: Row | None
    board: Leaderboard | None
    game: Game | None
    seat: Seat | None
    lines: tuple[PlaceNeed, ...]
    hand: HandLines | None
    rules: Ruleset
    lines_without_win: tuple[PlaceNeed, ...] = ()
    cut_line: int = 0
    chips: Points = NO_CHIPS
    chips_refused: str = ""

    @property
    def seats(self) -> list[NeedsSeat]:
        """The four players of the current hanchan; empty if there is no current hanchan."""
        game = self.game
        if game is None:
            return []
        return [
            NeedsSeat(
                name=game.public_names[seat],
                points=game.final_points[seat],
                chips=self.chips[seat],
                chips_typed=(self.wish.chips or self.chips)[seat],
                is_winless=bool(game.rules.yakitori) and seat in game.winless,
            )
            for seat in SEATS
        ]

    @property
    def players(self) -> int:
        return len(self.board.rows) if self.board else 0

    @property
    def bets(self) -> str:
        """The riichi bets and chips as query parameters, for the links to other goals."""
        riichi = [f"&riichi={seat.value}" for seat in sorted(self.wish.riichi)]
        chips = [f"&chips_{seat:d}={count}" for seat, count in enumerate(self.wish.chips or ())]
        return "".join([*riichi, *chips])

    @property
    def same(self) -> bool:
        """Whether in every line the points that may be enough (`least`) equal the points that are surely enough
        (`sure`)."""
        return all(line.least == line.sure for line in (*self.lines, *self.lines_without_win))

    @property
    def goes_on(self) -> bool:
        """Whether the game may continue after this hand: at least one of the listed results would not end the game."""
        if self.hand is None:
            return False
        return any(line.goes_on for line in self.hand.wins) or any(line.goes_on for line in self.hand.draws)


def needs_page(entry: Entry, wish: Wish, *, sees_standings: bool) -> NeedsPage:
    """Compute the page for one player, in a fixed number of queries.

    Without `sees_standings` only the player's own table is used.
    """
    tournament = entry.tournament
    hanchans = Hanchan.objects.filter(round__tournament=tournament, seats__entry=entry).valid()
    game = next(iter(load_games(hanchans.order_by("-round__number")[:1])), None)
    # The version is read after the hanchan, so that the cached standings include everybody who sits at this table.
    tournament.refresh_from_db(fields=["version"])
    board = board_of(tournament, EVERYTHING) if sees_standings else None
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
        rules=game.rules if game else tournament.ruleset,
        chips=game.chips if game else NO_CHIPS,
        cut_line=_cut_line(tournament, board) if board else 0,
    )
    if state is NeedsState.BETWEEN and board and row:
        rules = tournament.ruleset
        table = TableState(rules=rules, situation=opening(rules), winless=_without_win(rules, SEATS))
        goal = _after_next(page.wish, board, row)
        return _with_lines(page, table, goal)
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
    """Return the wish with defaults filled in, and limited to goals that can be computed."""
    at = wish.at or ("tournament" if board else "table")
    if board is None:
        at = "table"
    elif state is NeedsState.BETWEEN:
        at = "tournament"
    most = 3 if at == "table" else max(len(board.rows) if board else 1, 1)
    usual = 1 if at == "table" else 3
    return replace(wish, at=at, place=max(1, min(wish.place or usual, most)))


def _with_chips(page: NeedsPage, game: Game) -> NeedsPage:
    """Return the page with the chips of the wish. If these chips are impossible, the chips entered at the table are
    used."""
    if page.wish.chips is None or not game.rules.chip_value:
        return page
    try:
        check_chips(page.wish.chips, rules=game.rules)
    except Refused as refused:
        return replace(page, chips_refused=str(refused))
    return replace(page, chips=page.wish.chips)


def _without_win(rules: Ruleset, winless: Iterable[Seat]) -> frozenset[Seat]:
    """Return the seats that have not won a hand yet. Without yakitori in the rules, the result is empty."""
    return frozenset(winless) if rules.yakitori else frozenset()


def _playing(page: NeedsPage, game: Game, seat: Seat) -> NeedsPage:
    page = _with_chips(page, game)
    table = TableState(
        rules=game.rules,
        situation=game.situation,
        last_by_clock=game.hands_left == 1,
        riichi=page.wish.riichi,
        from_start=game.from_start,
        during_play=game.during_play,
        chips=page.chips,
        winless=_without_win(game.rules, map(Seat, game.winless)),
    )
    goal = _goal(page, game, seat)
    page = page if game.substitutes else _with_lines(page, table, goal)
    return replace(page, hand=hand_lines(table, goal, game.public_names) if is_last_hand(table) else None)


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
    """Return the goal for the next hanchan. The other three players of the next hanchan are unknown, so they are ranked
    below everybody."""
    nobody: Standing = (-2, Fraction())
    return TournamentPlace(
        seat=Seat.EAST,
        place=wish.place or 1,
        before=(_standing(row), nobody, nobody, nobody),
        others=tuple(_standing(other) for other in board.rows if other.place and other.entry.pk != row.entry.pk),
        shared_counts=_shared_counts(wish, board),
    )


def _shared_counts(wish: Wish, board: Leaderboard) -> bool:
    """Whether a total equal to another player's is enough for the goal. It is not enough if tie-break criteria apply,
    because they may favour the other player."""
    return not wish.counted_out and not board.ties.criteria


def _standing(row: Row) -> Standing:
    """Return a row's standing for comparisons; disqualified players, and players taken out of the results, are below
    everybody."""
    out = row.departure is not None and (row.departure.is_last or row.departure.is_unlisted)
    return standing(row.total, len(row.passed), disqualified=out)


def _before(row: Row, game: Game) -> Standing:
    """Return a player's standing without this hanchan's score so far.

    Rounds that a player sits out may count with the player's average score. In this case the average still includes the
    hanchan's score.
    """
    cuts, total = _standing(row)
    here = [result.score for result in row.results if result and result.hanchan_id == game.hanchan.pk]
    return (cuts, total - sum(here, Fraction()) if cuts >= 0 else total)


def _with_lines(page: NeedsPage, table: TableState, goal: Goal) -> NeedsPage:
    """Return the page with the points needed for each place. If the rules have yakitori and the player has not won a
    hand yet, the points are computed twice: for the case that the player still wins a hand, and for the other case."""
    own = frozenset({goal.seat})
    if isinstance(goal, TablePlace) or not own <= table.winless:
        return replace(page, lines=_lines(table, goal, frozenset()))
    others = replace(table, winless=table.winless - own)
    return replace(page, lines=_lines(others, goal, frozenset()), lines_without_win=_lines(others, goal, never_win=own))


def _lines(table: TableState, goal: Goal, never_win: frozenset[Seat]) -> tuple[PlaceNeed, ...]:
    return tuple(within_reach(need, table) for need in places_and_points(table, goal, never_win=never_win))

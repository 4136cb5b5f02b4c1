"""A player's day, for the page that the player's private link opens: seat, sheets to confirm, rank and total.

Withheld results are withheld from the player too. The player's own table is shown, because players must read their
sheet before they confirm it (see `core.queries.visibility`).
"""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.seats import SEATS, STARTING_WINDS, Seat, Wind
from tournament.core.namesakes import distinct_names
from tournament.core.queries.visibility import Sight
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, clock_of, read_clock
from tournament.games.queries.confirmations import ChangedPoints, changed_since_confirmed
from tournament.games.queries.results import HanchanState, state_of
from tournament.games.queries.seats import plan_for
from tournament.models import Entry, PlannedStart, Round
from tournament.people.queries.entry import Played, games_of, played
from tournament.rounds.queries.timetable import next_start
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row
from tournament.table.sheet import Sheet, sheet


@dataclass(frozen=True, kw_only=True)
class Place:
    """The player's seat in a round: table, starting wind, and the numbers and names of the `opponents` in turn order.
    `since` is the time at which the round was started or, before that, the seating plan was accepted."""

    round: int
    table: int
    wind: Wind
    opponents: tuple[tuple[Wind, int, str], ...]
    since: datetime


@dataclass(frozen=True, kw_only=True)
class Rest:
    """A round that the player sits out. `since` is the time at which the round was started or, before that, the seating
    plan was accepted."""

    round: int
    since: datetime


@dataclass(frozen=True, kw_only=True)
class CurrentHanchan:
    """The player's current hanchan, until its sheet is signed. `clock` is the clock of the table, None if the hanchan
    is over."""

    place: Place
    game: Game
    state: HanchanState
    clock: ClockFace | None


@dataclass(frozen=True, kw_only=True)
class ToConfirm:
    """A hanchan that is over, but whose sheet is not signed. `seat` (0 to 3) is the player's seat."""

    game: Game
    seat: int
    sheet: Sheet

    @property
    def is_confirmed(self) -> bool:
        return self.sheet.by_seat[self.seat].confirmed

    @property
    def confirmed(self) -> int:
        return sum(line.confirmed for line in self.sheet.by_seat)

    @property
    def substitute(self) -> str:
        """The public name of the person who played in the player's place; "" if the player played."""
        return self.game.public_substitute_names[self.seat]


@dataclass(frozen=True, kw_only=True)
class Gap:
    """The distance to the next place above or below, in thousands."""

    place: int
    total: Fraction


@dataclass(frozen=True, kw_only=True)
class OwnStanding:
    """The player's row of the standings, and the gaps to the next players above and below.

    `players` is the number of ranked players. The first player has no gap above, and the last player has no gap below.
    A gap is also None if no total can change the order of the two players: the next player is disqualified, or is on
    the other side of a cut.
    """

    row: Row
    players: int
    above: Gap | None
    below: Gap | None


@dataclass(frozen=True, kw_only=True)
class MyDay:
    """The player's page.

    `now` is the current hanchan. `coming` is the player's seat or rest in the next round; None if it is not known yet.
    `start` is the next round's planned time. `rests` is the current round if the player sits it out. `hanchans` are the
    player's hanchans, the latest first. `changed` are hanchans whose points now differ from the points that the player
    confirmed. `standing` is None if the visitor may not see the standings, or if the player has no place in them.
    `has_left` says that the player has left.
    """

    begun: bool
    now: CurrentHanchan | None
    rests: Rest | None
    coming: Place | Rest | None
    start: PlannedStart | None
    to_confirm: tuple[ToConfirm, ...]
    changed: tuple[ChangedPoints, ...]
    standing: OwnStanding | None
    hanchans: tuple[Played, ...]
    has_left: bool

    @property
    def sits_out(self) -> bool:
        """Whether the player is known to sit out the next round."""
        return isinstance(self.coming, Rest)


def my_day(entry: Entry, sight: Sight, board: Leaderboard | None) -> MyDay:
    """Load the page in a fixed number of queries. `board` are the standings that the visitor may see, or None."""
    tournament = entry.tournament
    latest = tournament.rounds.order_by("-number").first()
    games = games_of(entry)
    coming = latest.number + 1 if latest else 1
    has_left = entry.departures.current().filter(from_round__lte=coming).exists()
    # On a club night each hanchan has a round of its own, and others start while this one is played.
    is_current = games and latest and (not tournament.kind.has_rounds or games[-1].hanchan.round_id == latest.pk)
    now = _now(entry, games[-1]) if is_current else None
    return MyDay(
        begun=latest is not None,
        now=now,
        rests=_rest(entry, latest) if latest and now is None else None,
        coming=None if has_left else _planned(entry, coming),
        start=None if has_left else next_start(tournament, coming),
        to_confirm=tuple(
            ToConfirm(game=game, seat=_seat(entry, game), sheet=sheet(game))
            for game in games
            if not game.sheet and game.ending
        ),
        changed=changed_since_confirmed(entry, games),
        standing=_standing(entry, board) if board else None,
        hanchans=tuple(played(game, entry, sight) for game in reversed(games)),
        has_left=has_left,
    )


def _now(entry: Entry, game: Game) -> CurrentHanchan | None:
    if game.sheet:
        return None
    round_ = game.hanchan.round
    extra = game.hanchan.extra_seconds
    people = {
        seat: (taken.entry.number, name) for seat, taken, name in zip(SEATS, game.seats, game.public_names, strict=True)
    }
    return CurrentHanchan(
        place=_place(round_.number, game.hanchan.table.number, _seat(entry, game), people, round_.started_at),
        game=game,
        state=state_of(game),
        clock=None if game.ending else read_clock(clock_of(round_), game.rules, extra_seconds=extra),
    )


def _place(round_: int, table: int, seat: Seat, people: dict[Seat, tuple[int, str]], since: datetime) -> Place:
    """Return the player's seat; `people` are number and name of the four players by seat."""
    others = [seat.after(turns) for turns in (1, 2, 3)]
    return Place(
        round=round_,
        table=table,
        wind=STARTING_WINDS[seat],
        opponents=tuple((STARTING_WINDS[other], *people[other]) for other in others),
        since=since,
    )


def _rest(entry: Entry, latest: Round) -> Rest | None:
    if not latest.resting.filter(pk=entry.pk).exists():
        return None
    return Rest(round=latest.number, since=latest.started_at)


def _planned(entry: Entry, number: int) -> Place | Rest | None:
    planned = plan_for(entry.tournament, number)
    if planned is None:
        return None
    plan, entries = planned
    since = plan.accepted_by.at
    for table, four in enumerate(plan.rounds[number - 1], start=1):
        if entry.number in four:
            seated = [entries[player] for player in four]
            shown_names = distinct_names(seated)
            people = {seat: (other.number, shown_names[other.pk]) for seat, other in zip(SEATS, seated, strict=True)}
            return _place(number, table, SEATS[four.index(entry.number)], people, since)
    return Rest(round=number, since=since) if entry.number in plan.players_from(number) else None


def _seat(entry: Entry, game: Game) -> Seat:
    return next(Seat(seat.seat) for seat in game.seats if seat.entry_id == entry.pk)


def _side(row: Row) -> tuple[int, bool]:
    return row.group, row.departure is not None and row.departure.is_last


def _standing(entry: Entry, board: Leaderboard) -> OwnStanding | None:
    row = next((row for row in board.rows if row.entry.pk == entry.pk), None)
    if row is None or row.place is None:
        return None
    same_side = [(other.place, other.total) for other in board.rows if other.place and _side(other) == _side(row)]
    above = max(((place, total) for place, total in same_side if place < row.place), default=None)
    below = min(((place, total) for place, total in same_side if place > row.place), default=None)
    return OwnStanding(
        row=row,
        players=sum(other.place is not None for other in board.rows),
        above=Gap(place=above[0], total=above[1] - row.total) if above else None,
        below=Gap(place=below[0], total=row.total - below[1]) if below else None,
    )

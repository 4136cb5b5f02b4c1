"""The organizer's desk: each table of the round, with its progress and the action that it needs from the organizers,
the most urgent first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median_low

from django.db.models import Q

from scoring.situation import turns_over, turns_planned
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, ClockState, clock_of, read_clock
from tournament.games.queries.results import HanchanState, state_of, unsigned_hanchans
from tournament.games.queries.shown_games import shown_games
from tournament.games.queries.shown_table import names_at
from tournament.models import Hanchan, Round, RoundClock, Table, Tournament
from tournament.table.queries.calls import OpenCall

QUIET = timedelta(minutes=20)
"""Time without a hand after which somebody should look at the table: few hands take half of this time."""

LATE = timedelta(minutes=10)
"""A table is late if its estimated end is more than this time after the median of all tables' estimated ends."""


class Need(StrEnum):
    """The reasons why a table needs the desk, the most urgent first."""

    CALL = "call"  # the table calls a referee
    SIGNATURES = "signatures"
    ANSWER = "answer"  # the signal has sounded, and nobody has answered whether a hand was in progress
    LOOK = "look"  # no hand for a long time, or none at all
    PATIENCE = "patience"  # late, by the table's estimated end
    SHEET = "sheet"  # on paper: the sheet was not entered yet
    START = "start"
    NOTHING = "nothing"
    DONE = "done"


URGENCY = list(Need)

TONES = {
    **dict.fromkeys((Need.CALL, Need.ANSWER, Need.LOOK), "urgent"),
    **dict.fromkeys((Need.SIGNATURES, Need.PATIENCE), "waiting"),
    **dict.fromkeys((Need.SHEET, Need.START, Need.NOTHING), "playing"),
    Need.DONE: "over",
}
"""The colour of a table for each action that it may need: urgent (go to the table), waiting (the table must act),
playing (all is well), or over."""


@dataclass(frozen=True, kw_only=True)
class PlayerAtDesk:
    """One of the four players: entry number and name; `substitute` is the name of the person who plays instead, or
    ""."""

    number: int
    name: str
    substitute: str


@dataclass(frozen=True, kw_only=True)
class TableAtDesk:
    """One table of the round. `ends_at` is estimated from the table's pace; None until the first dealer's turn is over.

    `minutes` are the whole minutes since the last hand or, before the first hand, since the start.
    """

    game: Game
    players: tuple[PlayerAtDesk, ...]
    ends_at: datetime | None
    need: Need
    minutes: int
    call: OpenCall | None = None

    @property
    def hanchan(self) -> Hanchan:
        return self.game.hanchan

    @property
    def state(self) -> HanchanState:
        return state_of(self.game)

    @property
    def tone(self) -> str:
        return TONES[self.need]

    @property
    def is_in_play(self) -> bool:
        return self.state not in {HanchanState.FINISHED, HanchanState.SIGNED}


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The tables of a club night: tables with an unsigned hanchan, the most urgent first, and free tables."""

    open: tuple[TableAtDesk, ...]
    free: tuple[Table, ...]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The latest round's tables, the most urgent first. `ends_at` is the time by which half of the tables in play
    should be done.

    `earlier` are tables of earlier rounds whose sheet is not signed. `clock` is None if the rules have no clock.
    """

    round: Round
    tables: tuple[TableAtDesk, ...]
    earlier: tuple[TableAtDesk, ...]
    ends_at: datetime | None
    clock: ClockFace | None

    @property
    def waiting(self) -> tuple[TableAtDesk, ...]:
        """Return the tables without a signed sheet."""
        return tuple(table for table in self.tables if table.state is not HanchanState.SIGNED)

    @property
    def signed(self) -> int:
        return len(self.tables) - len(self.waiting)


def desk(tournament: Tournament, *, now: datetime, calls: Sequence[OpenCall] = ()) -> Desk | None:
    """Read the latest round, and the unsigned tables of earlier rounds, in a fixed number of queries. Return None
    before round 1."""
    latest = tournament.rounds.order_by("-number").first()
    if latest is None:
        return None
    unsigned = unsigned_hanchans(tournament).exclude(round=latest)
    hanchans = Hanchan.objects.valid().filter(Q(round=latest) | Q(pk__in=unsigned.values("pk")))
    all_games = shown_games(tournament, hanchans.order_by("round__number", "table__number"))
    games = [game for game in all_games if game.hanchan.round_id == latest.pk]
    clock = clock_of(latest)
    ends = {
        game.hanchan.pk: expected_end(game, latest.started_at, now)
        for game in games
        if state_of(game) in {HanchanState.IN_PLAY, HanchanState.TIME_UP}
    }
    expected = sorted(end for end in ends.values() if end)
    usual = median_low(expected) if expected else None
    names, of_table = names_at(all_games, for_team=True), {call.call.table_id: call for call in calls}
    tables = [
        _at_desk(
            game,
            names,
            now=now,
            call=of_table.get(game.hanchan.table_id),
            ends_at=(end := ends.get(game.hanchan.pk)),
            need=_at_table(game, clock, now) or _need(game, end, usual, latest.started_at, now),
        )
        for game in games
    ]
    earlier = [game for game in all_games if game.hanchan.round_id != latest.pk]
    return Desk(
        round=latest,
        tables=tuple(sorted(tables, key=lambda table: (URGENCY.index(table.need), table.hanchan.table.number))),
        earlier=tuple(_at_desk(game, names, now=now, need=_left_open(game)) for game in earlier),
        ends_at=usual,
        clock=read_clock(clock, tournament.ruleset, now=now),
    )


def evening(tournament: Tournament, *, now: datetime, calls: Sequence[OpenCall] = ()) -> Evening:
    """Read a club night, where each hanchan has its own round and clock, in a fixed number of queries."""
    games = shown_games(tournament, unsigned_hanchans(tournament).order_by("table__number", "round__number"))
    clocks = {clock.round_id: clock for clock in RoundClock.objects.filter(round__tournament=tournament)}
    names, of_table = names_at(games, for_team=True), {call.call.table_id: call for call in calls}
    tables = []
    for game in games:
        round_ = game.hanchan.round
        at_table = _at_table(game, clocks.get(round_.pk, RoundClock(round=round_)), now)
        need = at_table or _need(game, None, None, round_.started_at, now)
        tables.append(_at_desk(game, names, now=now, call=of_table.get(game.hanchan.table_id), need=need))
    tables_in_play = {game.hanchan.table_id for game in games if not game.ending}
    return Evening(
        open=tuple(sorted(tables, key=lambda table: URGENCY.index(table.need))),
        free=tuple(tournament.tables.exclude(pk__in=tables_in_play)),
    )


def _at_desk(
    game: Game,
    names: Mapping[int, str],
    *,
    now: datetime,
    need: Need,
    ends_at: datetime | None = None,
    call: OpenCall | None = None,
) -> TableAtDesk:
    quiet = now - (_last_hand(game) or game.hanchan.round.started_at)
    return TableAtDesk(
        game=game,
        players=tuple(
            PlayerAtDesk(
                number=seat.entry.number, name=names[seat.entry_id], substitute=game.substitute_names[seat.seat]
            )
            for seat in game.seats
        ),
        ends_at=ends_at,
        need=Need.CALL if call else need,
        minutes=max(0, int(quiet.total_seconds() // 60)),
        call=call,
    )


def _left_open(game: Game) -> Need:
    """Return the next step at a table of an earlier round whose sheet is not signed."""
    if game.ending:
        return Need.SIGNATURES
    return Need.SHEET if _is_on_paper(game) else Need.LOOK


def _is_on_paper(game: Game) -> bool:
    """Whether the event is on paper, and no hand of this table was entered by phone."""
    return game.hanchan.tournament.is_on_paper and not game.hands


def _at_table(game: Game, clock: RoundClock, now: datetime) -> Need | None:
    """Return what the table has to do next; None if nothing. If the event is on paper, this can only be the sheet,
    because the players use no phone."""
    if _is_on_paper(game):
        return None if game.ending else Need.SHEET
    return Need.ANSWER if _needs_answer(game, clock, now) else None


def _needs_answer(game: Game, clock: RoundClock, now: datetime) -> bool:
    """Whether time is up by the clock, and the table has not yet answered whether a hand was in progress."""
    if game.ending or game.hands_left is not None:
        return False
    face = read_clock(clock, game.rules, extra_seconds=game.hanchan.extra_seconds, now=now)
    return face is not None and face.state is ClockState.SOUNDED


def expected_end(game: Game, started_at: datetime, now: datetime) -> datetime | None:
    """Estimate when a table will end, from the table's average time for a dealer's turn so far. The result is never in
    the past."""
    last, over = _last_hand(game), turns_over(game.situation)
    if last is None or not over:
        return None
    return max(now, started_at + (last - started_at) / over * max(turns_planned(game.rules), over))


def _need(game: Game, end: datetime | None, usual: datetime | None, started_at: datetime, now: datetime) -> Need:
    match state_of(game):
        case HanchanState.SIGNED:
            return Need.DONE
        case HanchanState.FINISHED:
            return Need.SIGNATURES
    if now - (_last_hand(game) or started_at) > QUIET:
        return Need.LOOK
    if not game.hands:
        return Need.START
    return Need.PATIENCE if end and usual and end - usual > LATE else Need.NOTHING


def _last_hand(game: Game) -> datetime | None:
    return game.hands[-1].recorded_at if game.hands else None

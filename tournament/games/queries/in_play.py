"""The hanchans of a tournament that are being played, with their tables and players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules import Ruleset
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import unsigned_hanchans
from tournament.models import Hanchan, Seat, Table, Tournament


class _State(NamedTuple):
    """The fields of a hanchan that show whether the hanchan has changed since its hands were replayed."""

    pk: int
    revision: int
    length: str
    time_called_after: int | None
    time_hand_in_progress: bool | None


@dataclass(frozen=True, slots=True)
class Replayed:
    """The unsigned hanchans of a tournament, replayed by `rules` before the lock was taken. `is_over` says whether each
    hanchan was over, by the hanchan's state."""

    rules: Ruleset
    is_over: Mapping[_State, bool]


@dataclass(frozen=True, slots=True)
class Occupied:
    """The ids of the tables and of the entries of hanchans that are not over."""

    tables: frozenset[int]
    entries: frozenset[int]


def in_play(tournament: Tournament) -> list[Game]:
    """Return the hanchans that are not over. A hanchan that only lacks a signed sheet is over: its players may start
    another hanchan."""
    return [game for game in load_games(unsigned_hanchans(tournament)) if not game.ending]


def seated(games: list[Game]) -> dict[int, Game]:
    return {seat.entry_id: game for game in games for seat in game.seats}


def is_taken(table: Table, games: list[Game]) -> bool:
    """Whether one of these games is played at this table."""
    return any(game.hanchan.table_id == table.pk for game in games)


def replayed(tournament: Tournament, before: Replayed | None = None) -> Replayed:
    """Replay the unsigned hanchans, before the lock is taken. A club night may have thousands of unsigned hands, and on
    SQLite no tournament can record a hand while the lock is held. Hanchans that have not changed since `before` are not
    replayed again."""
    return Replayed(tournament.ruleset, _is_over_now(tournament, before))


def occupied(tournament: Tournament, before: Replayed) -> Occupied:
    """Return the tables and players of a locked tournament that are not free. Only hanchans that have changed since
    `before` are replayed again."""
    playing = [state.pk for state, is_over in _is_over_now(tournament, before).items() if not is_over]
    return Occupied(
        tables=frozenset(Hanchan.objects.filter(pk__in=playing).values_list("table", flat=True)),
        entries=frozenset(Seat.objects.filter(hanchan__in=playing).values_list("entry", flat=True)),
    )


def _is_over_now(tournament: Tournament, before: Replayed | None) -> dict[_State, bool]:
    """Return for the present state of each unsigned hanchan whether the hanchan is over."""
    unsigned = unsigned_hanchans(tournament)
    known = before.is_over if before and before.rules == tournament.ruleset else {}
    states = [_State(*fields) for fields in unsigned.values_list(*_State._fields)]
    changed = [state.pk for state in states if state not in known]
    games = load_games(unsigned.filter(pk__in=changed)) if changed or before is None else []
    unchanged = {state: known[state] for state in states if state in known}
    return unchanged | {_state(game.hanchan): bool(game.ending) for game in games}


def _state(hanchan: Hanchan) -> _State:
    return _State(*(getattr(hanchan, name) for name in _State._fields))

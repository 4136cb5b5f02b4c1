"""A club night: the free players and tables for the next hanchan."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from tournament.core.namesakes import told_apart
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import unsigned_hanchans
from tournament.games.queries.seats import playing
from tournament.models import Table, Tournament


@dataclass(frozen=True, kw_only=True)
class FreeSeats:
    """The players for a hanchan at a table. `names` are the free players by entry, in order of names; `busy` are the
    names of players in another hanchan. `is_taken`: the table's hanchan is not over yet."""

    table: Table
    names: Mapping[int, str]
    busy: tuple[str, ...]
    is_taken: bool


def free_seats(table: Table, *, key: UUID | None = None) -> FreeSeats:
    """Read the free players in a fixed number of queries. Names are in full, for the players at the table.

    Where the form with this key has started its hanchan, everybody counts as free, so that it can be read once more.
    """
    games = in_play(table.tournament)
    names = told_apart(playing(table.tournament), for_team=True)
    busy = {} if _was_started(table.tournament, key) else seated(games)
    return FreeSeats(
        table=table,
        names={entry: name for entry, name in names.items() if entry not in busy},
        busy=tuple(name for entry, name in names.items() if entry in busy),
        is_taken=is_taken(table, games),
    )


def in_play(tournament: Tournament) -> list[Game]:
    """Return the hanchans that are not over. Players may start the next one while a sheet is still unsigned."""
    return [game for game in load_games(unsigned_hanchans(tournament)) if not game.ending]


def seated(games: list[Game]) -> dict[int, Game]:
    return {seat.entry_id: game for game in games for seat in game.seats}


def is_taken(table: Table, games: list[Game]) -> bool:
    """Whether one of these games is played at this table."""
    return any(game.hanchan.table_id == table.pk for game in games)


def _was_started(tournament: Tournament, key: UUID | None) -> bool:
    """Whether a submission with this idempotency key has already started its hanchan."""
    return key is not None and tournament.log.filter(key=key, kind="hanchan.started").exists()

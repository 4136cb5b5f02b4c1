"""The hanchans of a tournament that are being played, with their tables and players."""

from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import unsigned_hanchans
from tournament.models import Table, Tournament


def in_play(tournament: Tournament) -> list[Game]:
    """Return the hanchans that are not over. If only the sheet is unsigned, the players may start their next
    hanchan."""
    return [game for game in load_games(unsigned_hanchans(tournament)) if not game.ending]


def seated(games: list[Game]) -> dict[int, Game]:
    return {seat.entry_id: game for game in games for seat in game.seats}


def is_taken(table: Table, games: list[Game]) -> bool:
    """Whether one of these games is played at this table."""
    return any(game.hanchan.table_id == table.pk for game in games)

"""A hanchan as a file in the format `hanchan/1`."""

from tournament.queries.game_data import game_data as hanchan_json

__all__ = ["hanchan_json"]

"""Store the derived figures (statistics) of signed hanchans. For actions only: the caller holds the lock."""

from collections.abc import Iterable

from tournament.games.figures import figures_of
from tournament.games.game import Game
from tournament.models import LineFigures, SheetLine


def store_figures(game: Game, lines: Iterable[SheetLine]) -> None:
    """Store the figures (statistics) for these players' lines of the game's sheet. The lines must not have stored
    figures yet."""
    LineFigures.objects.bulk_create(figures_of(game, line) for line in lines)

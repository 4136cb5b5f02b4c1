"""Store the derived figures (statistics) of signed hanchans. For actions only: the caller holds the lock."""

from collections.abc import Iterable, Sequence

from tournament.games.figures import figures_of
from tournament.games.game import Game
from tournament.models import LineFigures, SheetLine


def store_figures(game: Game, lines: Iterable[SheetLine]) -> None:
    """Store the figures (statistics) for these players' lines of the game's sheet. The lines must not have stored
    figures yet."""
    LineFigures.objects.bulk_create(figures_of(game, line) for line in lines)


def replace_figures(figures: Sequence[LineFigures]) -> None:
    """Replace the stored figures of these lines, because their hands have changed although the sheet has not."""
    columns = [field.name for field in LineFigures._meta.concrete_fields if not field.primary_key]
    LineFigures.objects.bulk_create(figures, update_conflicts=True, unique_fields=["line"], update_fields=columns)

"""Compute the stored figures (statistics) of signed hanchans again from their hands."""

from tournament.archive.queries.game_differences import replayed_until_refused
from tournament.core.actions.locking import locked_tournament
from tournament.games.actions.store_figures import store_figures
from tournament.games.figures import differs, figures_of
from tournament.games.queries.game import load_games
from tournament.games.queries.results import signed_lines
from tournament.models import Hanchan, LineFigures, Tournament


def rebuild_figures(*, tournament_id: int) -> int:
    """Correct the figures (statistics) of one tournament's signed sheets, and return how many players' lines had wrong
    or missing figures.

    If a hanchan cannot be replayed by the rules, its figures are not changed.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        kept = LineFigures.objects.in_bulk(
            list(signed_lines(Tournament.objects.filter(pk=tournament.pk)).values_list("pk", flat=True))
        )
        rebuilt = 0
        for game in load_games(Hanchan.objects.valid().filter(round__tournament=tournament).order_by("pk")):
            if game.sheet is None or (replayed_until_refused(game)[1] and not game.paper):
                continue
            lines = [line for line in game.sheet.lines.all() if differs(figures_of(game, line), kept.get(line.pk))]
            LineFigures.objects.filter(line__in=lines).delete()
            store_figures(game, lines)
            rebuilt += len(lines)
        return rebuilt


def make_missing_figures() -> None:
    """Compute the figures of signed sheets that have none, because older versions did not store figures."""
    lines = signed_lines(Tournament.objects.all()).filter(figures=None)
    for tournament in sorted(set(lines.order_by().values_list("sheet__hanchan__round__tournament", flat=True))):
        rebuild_figures(tournament_id=tournament)

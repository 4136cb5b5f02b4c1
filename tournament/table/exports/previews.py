"""The preview that a chat shows for a link to a hanchan's page."""

from tournament.core.previews import Preview, preview_of
from tournament.core.words.names import hanchan_name, shown_later
from tournament.core.words.scores import points
from tournament.games.words.hands import state_words
from tournament.models import Hanchan, Tournament
from tournament.table.queries.hanchan import HanchanPage


def hanchan_preview(tournament: Tournament, hanchan: Hanchan, page: HanchanPage) -> Preview:
    """Return the preview of a hanchan's page: the players, with their points unless the round is withheld."""
    title = hanchan_name(hanchan)
    held = {result.seat: points(result.points) for _seat, result in page.results}
    names = page.game.public_names
    players = [f"{name} {held[seat]}" if seat in held else name for seat, name in enumerate(names)]
    parts = [state_words(page.state), ", ".join(players)]
    parts += [shown_later(tournament, page.withheld)] if page.withheld else []
    return preview_of(f"{title} · {tournament.name}", parts)

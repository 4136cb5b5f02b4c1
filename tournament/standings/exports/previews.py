"""The previews that a chat shows for links to the pages of standings, players and leagues."""

from collections.abc import Iterable
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.previews import Preview, preview_of
from tournament.core.words.scores import mean, score
from tournament.models import League, Tournament
from tournament.standings.exports.results_pdf import rounds_played, standings_after
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row
from tournament.standings.queries.statistics import PlayerPage

LEADERS = 5


def standings_preview(tournament: Tournament, board: Leaderboard) -> Preview:
    """Return the preview of the standings, which names the leaders."""
    return preview_of(
        f"{_('Standings')} · {tournament.name}",
        [
            standings_after(tournament, board, rounds_played(board)),
            leaders_line(row for row in board.rows if row.place),
        ],
    )


def player_preview(page: PlayerPage) -> Preview:
    """Return the preview of a player's page, with country, club and average place."""
    parts = list(page.about)
    if page.places.average is not None:
        average = ngettext(
            "Average place %(place)s in %(count)s hanchan",
            "Average place %(place)s in %(count)s hanchans",
            page.places.hanchans,
        )
        parts.append(average % {"place": mean(page.places.average), "count": page.places.hanchans})
    return preview_of(page.name, parts)


def league_preview(league: League, tournaments: Iterable[str], places: Iterable[tuple[int | None, str]]) -> Preview:
    """Return the preview of a league, which names the leaders and the tournaments. `places` are pairs of a rank and a
    name, one for each row from the top."""
    leaders = ", ".join(f"{place} {name}" for place, name in islice(places, LEADERS) if place)
    return preview_of(league.name, [leaders, ", ".join(tournaments)])


def leaders_line(rows: Iterable[Row]) -> str:
    """Return one line with the first few players, their places and their totals."""
    return ", ".join(f"{row.place} {row.name} {score(row.total)}" for row in islice(rows, LEADERS))

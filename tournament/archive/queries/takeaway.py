"""The data of a whole tournament for the team's downloads."""

from dataclasses import dataclass

from tournament.core.namesakes import distinct_names
from tournament.core.queries.contacts import conceal, hidden_contacts
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.seats import current_plan
from tournament.models import Hanchan, Penalty, SeatingPlan, TeamPenalty, Tournament, Visitor, with_log_entries
from tournament.models.tournament import ORGANIZING
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.team_standings import TeamStandings, team_standings


@dataclass(frozen=True, kw_only=True)
class Takeaway:
    """The data of all downloads: standings, hanchans that count, penalties and the seating plan.

    The standings are live or official, of players (`board`) and of teams. Hanchans are sorted by round and table,
    penalties by time. `names` are the full names by entry id; `by_number` are the full names by entry number. `hidden`
    are the ids of entries whose contacts the reader may not read (`core.queries.contacts`); the rows of the standings
    leave these contacts out. `reader_organizes` says that the reader is an organizer, not only a referee.
    """

    tournament: Tournament
    board: Leaderboard
    teams: TeamStandings
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...]
    team_penalties: tuple[TeamPenalty, ...]
    plan: SeatingPlan | None
    names: dict[int, str]
    by_number: dict[int, str]
    hidden: frozenset[int]
    reader_organizes: bool


def load_takeaway(tournament: Tournament, reader: Visitor, *, official: bool = False) -> Takeaway:
    """Load the data of a tournament's downloads, in a fixed number of queries. With `official`, the standings count
    only signed sheets."""
    hanchans = Hanchan.objects.filter(round__tournament=tournament).valid()
    entries = list(tournament.entries.select_related("player"))
    names = distinct_names(entries, for_team=True)
    penalties = Penalty.objects.filter(entry__tournament=tournament)
    team_penalties = TeamPenalty.objects.filter(team__tournament=tournament)
    board = leaderboard(tournament, official=official)
    hidden = hidden_contacts(tournament, reader)
    conceal((row.entry for row in (*board.rows, *board.unlisted)), hidden)
    return Takeaway(
        tournament=tournament,
        board=board,
        teams=team_standings(tournament, board),
        games=tuple(load_games(hanchans.order_by("round__number", "table__number"))),
        penalties=tuple(with_log_entries(penalties, "entry", "given_by", "taken_back_by").order_by("pk")),
        team_penalties=tuple(with_log_entries(team_penalties, "team", "given_by", "taken_back_by").order_by("pk")),
        plan=current_plan(tournament),
        names=names,
        by_number={entry.number: names[entry.pk] for entry in entries},
        hidden=hidden,
        reader_organizes=reader.role_in(tournament) in ORGANIZING,
    )

"""Decides whether a tournament is over, and who won."""

from tournament.core.queries.visibility import Sight
from tournament.games.progress import Progress
from tournament.games.queries.ceremony import ceremony_of
from tournament.games.queries.seats import current_plan
from tournament.models import Hanchan, Tournament, is_signed
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row

CEREMONY = ("ceremony.started", "ceremony.revealed", "ceremony.reveal_taken_back", "ceremony.ended")


def progress_of(tournament: Tournament) -> Progress:
    """Load the facts that decide whether a tournament is over, in a fixed number of queries."""
    plan = current_plan(tournament)
    latest = tournament.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    last = list(tournament.log.filter(kind__in=(*CEREMONY, "round.started")).order_by("-number")[:2])
    ended = [entry.kind for entry in last] == ["ceremony.ended", "ceremony.revealed"]
    return Progress(
        is_archived=tournament.archived_at is not None,
        is_club_night=tournament.is_club_night,
        latest=latest,
        known=max(len(plan.rounds) if plan else 0, *tournament.planned_starts.values_list("number", flat=True), 0),
        is_cut=tournament.cuts.current().filter(after_round=latest).exists(),
        all_signed=not Hanchan.objects.valid().filter(~is_signed(), round__tournament=tournament).exists(),
        was_won=ended and last[1].data.get("place") == 1,
    )


def winners(tournament: Tournament, progress: Progress, board: Leaderboard | None, sight: Sight) -> tuple[Row, ...]:
    """Return the rows of the winners: all players in first place of the official standings (`board`).

    The result is empty on a club night, and before the tournament is over. The result is also empty while a withheld
    round or a ceremony hides the winners from this `sight`.
    """
    if board is None or tournament.is_club_night or not progress.is_finished or not progress.all_signed:
        return ()
    if not sight.live or ceremony_of(tournament) is not None:
        return ()
    return tuple(row for row in board.rows if row.place == 1 and not (row.departure and row.departure.is_last))

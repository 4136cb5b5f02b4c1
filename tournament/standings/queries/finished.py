"""Whether a tournament is over, and who won: decided here for every page, and for who may still enter."""

from dataclasses import dataclass

from tournament.core.queries.visibility import Sight
from tournament.models import Hanchan, Tournament, is_signed
from tournament.rounds.queries.seating import current_plan
from tournament.screens.queries.ceremony import ceremony_of
from tournament.standings.queries.leaderboard import Leaderboard, Row

CEREMONY = ("ceremony.started", "ceremony.revealed", "ceremony.reveal_taken_back", "ceremony.ended")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What decides whether a tournament is over. `latest` is the number of the round that was started last, 0 before
    the first, and `known` that of the last round in the seating plan or the timetable, 0 without either. `is_cut`: some
    go on to a final after the latest round. `was_won`: since then a ceremony revealed the winner, and was ended.
    """

    is_archived: bool = False
    is_club_night: bool = False
    latest: int = 0
    known: int = 0
    is_cut: bool = False
    all_signed: bool = True
    was_won: bool = False

    @property
    def had_its_last_round(self) -> bool:
        """Whether the latest round is the last that is known of."""
        return 0 < self.known <= self.latest and not self.is_cut

    @property
    def is_finished(self) -> bool:
        """Archived; else with every sheet signed, after its last round or its ceremony. Where neither a plan nor a
        timetable says how many rounds there are, nobody knows before: another may follow. A club night goes on until it
        is archived.

        >>> Progress(latest=5, known=5).is_finished, Progress(latest=4, known=5).is_finished
        (True, False)
        >>> Progress(latest=5).is_finished, Progress(latest=5, was_won=True).is_finished
        (False, True)
        """
        if self.is_archived or self.is_club_night:
            return self.is_archived
        return self.all_signed and (self.had_its_last_round or (self.was_won and self.latest > 0 and not self.is_cut))


def progress_of(tournament: Tournament) -> Progress:
    """In a fixed number of queries."""
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
        was_won=ended and last[1].data["place"] == 1,
    )


def winners(tournament: Tournament, progress: Progress, board: Leaderboard | None, sight: Sight) -> tuple[Row, ...]:
    """Who shares the first place of these official standings: one, several who are level, or nobody. Nobody either
    while somebody with this `sight` may not know it, a round withheld or a ceremony on; nor of a club night.
    """
    if board is None or tournament.is_club_night or not progress.is_finished or not progress.all_signed:
        return ()
    if not sight.live or ceremony_of(tournament) is not None:
        return ()
    return tuple(row for row in board.rows if row.place == 1 and not (row.departure and row.departure.is_last))

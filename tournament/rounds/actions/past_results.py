"""Import results of past rounds: seats, points from paper, and a referee's signature."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.utils.translation import gettext_lazy as _

from scoring.seats import Points
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.games.queries.seats import next_round_number
from tournament.models import Hanchan, Visitor
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.paper_line import Keying
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.prepare_tables import make_tables
from tournament.table.actions.sign_sheet import sign_sheet


class RoundsDoNotFollow(NotDone):
    """The file's rounds do not follow the tournament's latest round, or a round's tables are not numbered 1, 2, 3 …"""

    message = _(
        "Nothing was saved: the rounds and tables must be numbered without gaps. Continue with the next"
        " round of this event, and begin with table 1."
    )


@dataclass(frozen=True, kw_only=True)
class PastHanchan:
    """One past hanchan: `seats` are the four entry ids from East to North."""

    round: int
    table: int
    started_at: datetime.datetime
    seats: Points
    keying: Keying


@once_per_key
def record_past_results(*, tournament_id: int, key: UUID, hanchans: Sequence[PastHanchan], by: Visitor) -> None:
    """Save all of these hanchans, by round and table, or none. A repeated submission changes nothing.

    Raises `RoundsDoNotFollow`, and the errors of `start_round`, `start_hanchan`, `record_paper_result` and
    `sign_sheet`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "hanchan.imported", tournament=tournament):
            return
        numbers = sorted({past.round for past in hanchans})
        rounds = [[past for past in hanchans if past.round == number] for number in numbers]
        if tournament.kind.has_rounds and (
            numbers != list(range(first := next_round_number(tournament), first + len(numbers)))
            or any([past.table for past in tables] != list(range(1, len(tables) + 1)) for tables in rounds)
        ):
            raise RoundsDoNotFollow
        make_tables(tournament, max(past.table for past in hanchans))
        # First, because the actions below lock the tournament anew and raise its version.
        log(tournament, "hanchan.imported", by=by, key=key, count=len(hanchans))
        for tables in rounds:
            if tournament.kind.has_rounds:
                start_round(
                    tournament_id=tournament_id,
                    number=tables[0].round,
                    tables=[past.seats for past in tables],
                    seed=None,
                    by=by,
                    started_at=tables[0].started_at,
                )
            for past in tables:
                hanchan_key = uuid5(key, f"{past.round} {past.table}")
                if not tournament.kind.has_rounds:
                    start_hanchan(
                        tournament_id=tournament_id,
                        table_number=past.table,
                        key=hanchan_key,
                        seats=past.seats,
                        seed=None,
                        by=by,
                        started_at=past.started_at,
                    )
                _record(tournament_id, past, uuid5(hanchan_key, "points"), by)


def _record(tournament_id: int, past: PastHanchan, key: UUID, by: Visitor) -> None:
    """Record the points of the hanchan that was just started, and sign its sheet."""
    started = Hanchan.objects.filter(round__tournament=tournament_id, table__number=past.table)
    hanchan = started.latest("round__number")
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=key,
        points=past.keying.points,
        riichi_sticks=past.keying.riichi_sticks,
        chombo=past.keying.chombo,
        by=by,
    )
    hanchan.refresh_from_db()
    sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=by)

"""Import results of past rounds: seats, points from paper, and a referee's signature."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.utils.translation import gettext_lazy as _

from scoring.seats import Points
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_still_organizer
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.queries.disk import check_free_space
from tournament.games.queries.in_play import Replayed, replayed
from tournament.games.queries.seats import next_round_number
from tournament.models import Hanchan, LogEntry, Round, Tournament, Visitor
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.start_round import check_number_of_rounds, start_round
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
    """Save these hanchans, by round and table. A repeated submission saves only what is missing.

    Each hanchan is saved in transactions of its own. A single transaction for hundreds of hanchans would take many
    seconds, in which on SQLite no other table could record a hand. If somebody else starts a round meanwhile, the
    hanchans saved before stay, and so do they if `by` is removed from the team.

    Raises `DiskNearlyFull`, `RoundsDoNotFollow`, `NoOrganizerMeanwhile`, and the errors of `start_round`,
    `start_hanchan`, `record_paper_result` and `sign_sheet`.
    """
    check_free_space()
    numbers = sorted({past.round for past in hanchans})
    rounds = [[past for past in hanchans if past.round == number] for number in numbers]
    with locked_tournament(tournament_id) as tournament:
        check_still_organizer(tournament, by)
        has_rounds = tournament.kind.has_rounds
        if not logged_before(key, "hanchan.imported", tournament=tournament):
            if has_rounds:
                _check_numbers(tournament, numbers, rounds)
            check_number_of_rounds(tournament, len(rounds) if has_rounds else len(hanchans))
            make_tables(tournament, max(past.table for past in hanchans))
            log(tournament, "hanchan.imported", by=by, key=key, count=len(hanchans))
    before: Replayed | None = None
    for tables in rounds:
        if has_rounds:
            _start_round(tournament_id, tables, by)
        for past in tables:
            hanchan_key = uuid5(key, f"{past.round} {past.table}")
            if not has_rounds:
                before = replayed(Tournament.objects.get(pk=tournament_id), before)
            with locked_tournament(tournament_id) as tournament:
                check_still_organizer(tournament, by)
                number = _start_hanchan(tournament_id, past, hanchan_key, by, before) if before else past.round
                _record(_hanchan(tournament_id, number, past), past, uuid5(hanchan_key, "points"), by)


def _check_numbers(tournament: Tournament, numbers: Sequence[int], rounds: Sequence[Sequence[PastHanchan]]) -> None:
    first = next_round_number(tournament)
    follow = list(numbers) == list(range(first, first + len(numbers)))
    if not follow or any([past.table for past in tables] != list(range(1, len(tables) + 1)) for tables in rounds):
        raise RoundsDoNotFollow


def _start_round(tournament_id: int, tables: Sequence[PastHanchan], by: Visitor) -> None:
    """Start the round of these hanchans, unless this submission has started it before."""
    number = tables[0].round
    with locked_tournament(tournament_id) as tournament:
        check_still_organizer(tournament, by)
        if not Round.objects.filter(tournament=tournament, number=number).exists():
            start_round(
                tournament_id=tournament_id,
                number=number,
                tables=[past.seats for past in tables],
                seed=None,
                by=by,
                started_at=tables[0].started_at,
            )


def _start_hanchan(tournament_id: int, past: PastHanchan, key: UUID, by: Visitor, before: Replayed) -> int:
    """Start a hanchan of a club night, unless this submission has started it before; return the number of the hanchan's
    round. `before` has the unsigned hanchans as they were replayed before the lock was taken."""
    start_hanchan(
        tournament_id=tournament_id,
        table_number=past.table,
        key=key,
        seats=past.seats,
        seed=None,
        by=by,
        started_at=past.started_at,
        evening=before,
    )
    number: int = LogEntry.objects.get(key=key).data["number"]
    return number


def _hanchan(tournament_id: int, number: int, past: PastHanchan) -> Hanchan:
    """Return the hanchan that was started for this result. Raises `RoundsDoNotFollow` if somebody else has started the
    round with other seats."""
    started = Hanchan.objects.valid().filter(round__tournament=tournament_id, round__number=number)
    hanchan = started.filter(table__number=past.table).first()
    if hanchan is None or list(hanchan.seats.order_by("seat").values_list("entry", flat=True)) != list(past.seats):
        raise RoundsDoNotFollow
    return hanchan


def _record(hanchan: Hanchan, past: PastHanchan, key: UUID, by: Visitor) -> None:
    """Record the points of a hanchan that was started, and sign its sheet, unless this submission has done both before:
    these points may have been corrected since."""
    if LogEntry.objects.filter(key=key).exists():
        return
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

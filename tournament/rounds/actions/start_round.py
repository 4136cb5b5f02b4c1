"""Start a round with its tables, seats and resting players."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_with
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_ROUNDS
from tournament.core.words.limits import with_limit
from tournament.games.queries.seats import next_round_number, playing
from tournament.games.queries.stages import stages_of
from tournament.models import Hanchan, Round, Seat, Tournament, Visitor
from tournament.rounds.queries.ranks import ranks_now
from tournament.table.actions.prepare_tables import make_tables


class RoundAlreadyStarted(NotDone):
    """Conflict: another submission has started this round."""

    message = _("Someone else has already started this round. It was not started twice.")


class HasNoRounds(NotDone):
    """The tournament is a club night."""

    message = _("A club night has no rounds. Start a hanchan at a free table instead.")


class WrongSeats(NotDone):
    """A player has two seats, is not entered, or does not play any more."""

    message = _("The players were changed meanwhile. Nothing was started; check the seats again.")


class StandingsChanged(NotDone):
    """Conflict: the ranks from which the seats were computed have changed."""

    message = _(
        "The standings have changed since these seats were computed, so the round was not started. Seat the players by"
        " the current standings, or start the round with the seats below."
    )


class TooManyRounds(NotDone):
    """The tournament would have more rounds than are allowed (`limits.MOST_ROUNDS`)."""

    message = with_limit(
        _(
            "An event can have at most %(most)s rounds, or hanchans of a club night. Nothing was started; the"
            " organizers can open a new event."
        ),
        MOST_ROUNDS,
    )


class RoundBeyond(TooManyRounds):
    """A setting is for a round whose number is above the allowed number of rounds."""

    message = with_limit(_("An event can have at most %(most)s rounds. Nothing was changed."), MOST_ROUNDS)


def start_round(
    *,
    tournament_id: int,
    number: int,
    tables: Sequence[Sequence[int]],
    seed: int | None,
    by: Visitor,
    started_at: datetime | None = None,
    ranks: str = "",
) -> Round:
    """Create the round, missing tables, and a hanchan at each table, in one transaction.

    `tables` begin with table 1; each has four entry ids, from East to North. `seed` is logged so that a draw can be
    repeated. `started_at` is for an imported round; without it the round starts now. `ranks` are those from which the
    seats were computed (`ranks_behind`), if any. Raises `RoundAlreadyStarted`, `WrongSeats`, `StandingsChanged`,
    `HasNoRounds` and `TooManyRounds`.
    """

    def has_these_ranks(tournament: Tournament) -> bool:
        return not ranks or ranks_now(tournament, ranks) == ranks

    # A hand that is recorded in the moment between this check and the lock is not noticed.
    with locked_with(tournament_id, has_these_ranks) as (tournament, is_current):
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        if number != next_round_number(tournament):
            raise RoundAlreadyStarted
        check_number_of_rounds(tournament)
        seated = [entry for table in tables for entry in table]
        entered = {entry.pk: entry.number for entry in playing(tournament)}
        if not tables or any(len(table) != 4 for table in tables) or len(set(seated)) != len(seated):
            raise WrongSeats
        if not entered.keys() >= set(seated):
            raise WrongSeats
        if not is_current:
            raise StandingsChanged

        make_tables(tournament, len(tables))
        rows = list(tournament.tables.filter(number__lte=len(tables)).order_by("number"))
        started = Round.objects.create(tournament=tournament, number=number, started_at=started_at or timezone.now())
        hanchans = Hanchan.objects.bulk_create(Hanchan(round=started, table=table) for table in rows)
        Seat.objects.bulk_create(
            Seat(hanchan=hanchan, seat=seat, entry_id=entry)
            for hanchan, table in zip(hanchans, tables, strict=True)
            for seat, entry in enumerate(table)
        )
        # In a match of teams the other members do not sit out: their team plays.
        if not tournament.team_seats.filter(round=number).exists():
            started.resting.set(sitting_out(tournament, entered, seated))
        log(
            tournament,
            "round.started",
            by=by,
            number=number,
            tables=len(tables),
            seed=seed,
            sitting_out=sorted(number for entry, number in entered.items() if entry not in seated),
        )
        return started


def check_number_of_rounds(tournament: Tournament, more: int = 1) -> None:
    """Raise `TooManyRounds` if the tournament cannot have this many `more` rounds. For actions only: the caller holds
    the lock."""
    if tournament.rounds.count() + more > MOST_ROUNDS:
        raise TooManyRounds


def sitting_out(tournament: Tournament, playing_on: Collection[int], seated: Collection[int]) -> set[int]:
    """Return the entries (ids) that sit the round out: normally all players without a seat. After a cut, players who
    did not advance sit out only if they have a side event; without a side event they have finished."""
    cuts = stages_of(tournament).cuts
    finalists = cuts[-1][1] if cuts else frozenset(playing_on)
    side_event = any(entry not in finalists for entry in seated)
    return {entry for entry in playing_on if entry not in seated and (entry in finalists or side_event)}

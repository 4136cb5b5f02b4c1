"""The visibility of each round's results, for the organizers' page about visibility."""

from dataclasses import dataclass

from tournament.core.limits import MOST_ROUNDS
from tournament.core.queries.signed_rounds import awaits_decision
from tournament.games.queries.seats import current_plan
from tournament.games.queries.table_counts import SIGNED_TABLES, TABLES
from tournament.models import LogEntry, Round, RoundVisibility, Shown, ShownTo, Tournament, with_log_entries


@dataclass(frozen=True, kw_only=True)
class RoundShown:
    """One round; `round` is None before the round starts. `own` is the round's own visibility, None if it has none;
    `times` is the visibility that applies: the round's own or else the tournament's. `awaits_decision` says whether
    the round does not count as signed because of a table whose hanchan was cancelled (`core.queries.signed_rounds`)."""

    number: int
    round: Round | None
    tables: int
    signed: int
    own: RoundVisibility | None
    times: ShownTo
    awaits_decision: bool

    @property
    def all_signed(self) -> bool:
        return 0 < self.tables == self.signed

    @property
    def is_held(self) -> bool:
        """Whether the round's visibility requires a release before the results are shown. This remains true after the
        release."""
        return self.round is not None and Shown.HELD in self.times.shown_to.values()

    @property
    def waits_for_approval(self) -> bool:
        """Whether the results are hidden from somebody until the round is approved, although nothing is left to sign:
        a table's hanchan was cancelled."""
        return self.awaits_decision and self.all_signed and Shown.SIGNED in self.times.shown_to.values()

    @property
    def release(self) -> LogEntry | None:
        return self.round.released_by if self.round else None


def rounds_shown(tournament: Tournament) -> tuple[RoundShown, ...]:
    """Return all started rounds, all rounds that are planned or have their own visibility, and the next round."""
    started = with_log_entries(tournament.rounds.all(), "released_by").annotate(
        tables=TABLES, signed=SIGNED_TABLES, awaits_decision=awaits_decision()
    )
    rounds = {round_.number: round_ for round_ in started}
    own = {visibility.number: visibility for visibility in tournament.round_visibilities.all()}
    plan = current_plan(tournament)
    last = max(len(plan.rounds) if plan else 0, max(rounds, default=0) + 1, *own, 1)
    # A file may give its only round a number such as 32,767.
    numbers = sorted({*range(1, min(last, MOST_ROUNDS) + 1), *rounds, *own})
    return tuple(
        RoundShown(
            number=number,
            round=rounds.get(number),
            tables=getattr(rounds.get(number), "tables", 0),
            signed=getattr(rounds.get(number), "signed", 0),
            own=own.get(number),
            times=own.get(number, tournament),
            awaits_decision=getattr(rounds.get(number), "awaits_decision", False),
        )
        for number in numbers
    )


def held_rounds(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of the rounds that wait for their release."""
    return tuple(line.number for line in rounds_shown(tournament) if line.is_held and line.release is None)

"""The progress of a tournament, for its first page."""

from collections import Counter
from dataclasses import dataclass

from tournament.core.limits import MOST_ROUNDS
from tournament.games.queries.results import HanchanState, state_of
from tournament.games.queries.shown_games import shown_games
from tournament.games.queries.table_counts import SIGNED_TABLES, TABLES
from tournament.models import Hanchan, PlannedStart, Round, Tournament
from tournament.rounds.queries.timetable import coming_starts, next_of


@dataclass(frozen=True)
class RoundState:
    """A round, and how many of its tables are in each state. Cancelled hanchans do not count."""

    round: Round
    tables: int
    signed: int
    states: Counter[HanchanState]

    @property
    def in_play(self) -> int:
        return self.states[HanchanState.IN_PLAY] + self.states[HanchanState.TIME_UP]

    @property
    def finished(self) -> int:
        return self.states[HanchanState.FINISHED]

    @property
    def not_started(self) -> int:
        return self.states[HanchanState.NOT_STARTED]

    @property
    def nothing_played(self) -> bool:
        """Whether play has not begun at any table."""
        return self.not_started == self.tables

    @property
    def only_state(self) -> HanchanState:
        """Return the state of a club night's round, which has a single hanchan."""
        return next(iter(self.states.elements()), HanchanState.CANCELLED)

    @property
    def waits_for_signatures(self) -> bool:
        """Whether all tables have finished, and some sheets are not signed."""
        return self.finished > 0 and not self.in_play and not self.not_started

    @property
    def is_over(self) -> bool:
        """Whether every sheet of the round is signed."""
        return self.signed == self.tables


@dataclass(frozen=True)
class Overview:
    """The rounds of a tournament, the newest first. `planned` are the announced starts of later rounds, by number."""

    players: int
    tables: int
    rounds: list[RoundState]
    planned: tuple[PlannedStart, ...]

    @property
    def latest(self) -> RoundState | None:
        return self.rounds[0] if self.rounds else None

    @property
    def next_number(self) -> int:
        return self.rounds[0].round.number + 1 if self.rounds else 1

    @property
    def next_start(self) -> PlannedStart | None:
        return next_of(self.planned)

    @property
    def open_count(self) -> int:
        """Return the number of rounds (on a club night: hanchans) that are not over."""
        return sum(not line.is_over for line in self.rounds)

    @property
    def rounds_left(self) -> int:
        """Return how many rounds (on a club night: hanchans) can still be started."""
        return max(MOST_ROUNDS - len(self.rounds), 0)

    @property
    def is_nearly_full(self) -> bool:
        """Whether fewer than 100 rounds (on a club night: hanchans) can still be started; a large club plays that many
        in three evenings."""
        return self.rounds_left < 100

    @property
    def may_start(self) -> bool:
        """Whether there are enough players for a table."""
        return self.players >= 4


def overview(tournament: Tournament) -> Overview:
    """Read the progress of a tournament; only hanchans of rounds with unsigned sheets are replayed."""
    rounds = list(tournament.rounds.annotate(tables=TABLES, signed=SIGNED_TABLES).order_by("-number"))
    open_hanchans = Hanchan.objects.valid().filter(round__in=[r.pk for r in rounds if r.signed < r.tables])
    states: dict[int, Counter[HanchanState]] = {}
    for game in shown_games(tournament, open_hanchans):
        states.setdefault(game.hanchan.round_id, Counter())[state_of(game)] += 1
    return Overview(
        players=tournament.entries.accepted().count(),
        tables=tournament.tables.count(),
        rounds=[
            RoundState(
                round=round_,
                tables=round_.tables,
                signed=round_.signed,
                states=states.get(round_.pk, Counter({HanchanState.SIGNED: round_.signed})),
            )
            for round_ in rounds
        ],
        planned=coming_starts(tournament, rounds[0].number + 1 if rounds else 1),
    )

"""What is going on in a tournament, for its first page."""

from collections import Counter
from dataclasses import dataclass

from tournament.games.queries.results import HanchanState, state_of
from tournament.games.queries.shown_games import shown_games
from tournament.games.queries.table_counts import SIGNED_TABLES, TABLES
from tournament.models import Hanchan, PlannedStart, Round, Tournament
from tournament.rounds.queries.timetable import coming_starts, next_of


@dataclass(frozen=True)
class RoundState:
    """A round and how many of its tables stand where. Cancelled hanchans count nowhere."""

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
        """No table has begun."""
        return self.not_started == self.tables

    @property
    def only_state(self) -> HanchanState:
        """How far it is where it is one hanchan: of a club night."""
        return next(iter(self.states.elements()), HanchanState.CANCELLED)

    @property
    def waits_for_signatures(self) -> bool:
        """Nobody plays any more, and nobody still has to begin."""
        return self.finished > 0 and not self.in_play and not self.not_started

    @property
    def is_over(self) -> bool:
        """Every sheet is signed."""
        return self.signed == self.tables


@dataclass(frozen=True)
class Overview:
    """`rounds` has the newest first. `latest` is the one that is played, or was played last. `planned` are the starts
    that are announced for rounds to come, by number."""

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
        """How many rounds, of a club night hanchans, are not over."""
        return sum(not line.is_over for line in self.rounds)

    @property
    def may_start(self) -> bool:
        """Whether there are players for a table at all."""
        return self.players >= 4


def overview(tournament: Tournament) -> Overview:
    """Only hanchans without a signed sheet are replayed: those of the round that is on."""
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

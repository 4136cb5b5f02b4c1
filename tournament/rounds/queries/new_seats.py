"""The seats of a round without a plan: drawn, or computed from the standings, from ranks or from the lives of a
knock-out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tournament.games.queries.seats import played_rounds
from tournament.models import Tournament
from tournament.rounds.apart import wishes_of
from tournament.seating.by_seed import Pattern
from tournament.seating.draw import Table
from tournament.seating.people import Rounds, SeatedPlayer
from tournament.seating.swiss import by_pattern, by_standings, draw_apart, swiss
from tournament.standings.queries.leaderboard import leaderboard

SeatingMethod = Literal["random", "swiss", "standings", "seeds", "lives"]
"""How to seat without a plan: by a draw; "swiss" (players of similar rank who have not met); "standings" (places at a
fixed distance); "seeds" (a pattern of ranks); or "lives" (of a knock-out)."""


@dataclass(frozen=True, kw_only=True)
class NewSeats:
    """The method of seating a round. `people` are the players by entry id. With the method `standings`, `step` is the
    distance between neighbouring places at a table (1 seats the places 1, 2, 3, 4 together); with `seeds` and `lives`,
    `pattern` has the seats by rank."""

    tournament: Tournament
    people: Mapping[int, SeatedPlayer]
    method: SeatingMethod
    seed: int
    step: int
    pattern: Pattern | None

    def tables(self, groups: list[list[int]]) -> tuple[Table, ...]:
        """Return the tables of each group (entry ids) in turn; each group fills whole tables. A pattern of ranks
        applies to the first group only; the seats of the other groups are drawn."""
        if self.method == "random":
            return self._drawn(groups, others=0)
        history = tuple(played_rounds(self.tournament, by="entry").values())
        if self.method in {"seeds", "lives"} and self.pattern:
            seated = [self.people[entry] for entry in groups[0]]
            first = by_pattern(self.pattern, groups[0], history, seed=self.seed, players=seated)
            return (*first, *self._drawn(groups[1:], others=len(first)))
        return self._by_standings(groups, history)

    def _drawn(self, groups: list[list[int]], *, others: int) -> tuple[Table, ...]:
        tables: list[Table] = []
        for players in groups:
            seated = [_from_table(self.people[entry], others + len(tables)) for entry in players]
            tables += draw_apart(seated, seed=self.seed, wishes=wishes_of(self.tournament))
        return tuple(tables)

    def _by_standings(self, groups: list[list[int]], history: Rounds) -> tuple[Table, ...]:
        tables: list[Table] = []
        board = leaderboard(self.tournament, official=False)
        standings = [row.entry.pk for row in (*board.rows, *board.unlisted)]
        for players in groups:
            group = set(players)
            ranked = [entry for entry in standings if entry in group]
            seated = [_from_table(self.people[entry], len(tables)) for entry in ranked]
            if ranked and self.method == "swiss":
                wishes = wishes_of(self.tournament)
                tables += swiss(ranked, history, seed=self.seed, players=seated, wishes=wishes)
            elif ranked:
                tables += by_standings(ranked, history, seed=self.seed, players=seated, step=self.step)
        return tuple(tables)


def _from_table(player: SeatedPlayer, others: int) -> SeatedPlayer:
    """Return the player with reserved tables numbered as if the first `others` tables did not exist: with `others` 4,
    table 6 of the hall becomes table 2."""
    return replace(player, tables=frozenset(table - others for table in player.tables if table > others))

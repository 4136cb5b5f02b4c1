"""The seats of a round in which two players may still change places: planned, or started and not played."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scoring.seats import STARTING_WINDS, Wind, by_seat
from tournament.games.queries.departures import departed_entries
from tournament.games.queries.seats import current_plan, next_round_number, played_rounds
from tournament.models import Hanchan, Tournament
from tournament.rounds.apart import Unmet, players_to_seat, unmet, wishes_of
from tournament.rounds.queries.seating import as_played, names_by_number
from tournament.seating.draw import Table
from tournament.seating.people import Rounds, SeatedPlayer, Wishes
from tournament.seating.quality import plan_hash


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A seat of the round: its table and its number at the table, 0 for East to 3 for North."""

    table: int
    seat: int

    @property
    def wind(self) -> Wind:
        return STARTING_WINDS[self.seat]


@dataclass(frozen=True, kw_only=True)
class ChangedTable:
    """One table: each starting wind with the player's name before and after, from East to North."""

    number: int
    seats: tuple[tuple[Wind, str, str], ...]


@dataclass(frozen=True, kw_only=True)
class RoundToChange:
    """The seats of the round; players are entry numbers. `base` is the fingerprint of the seats, for the form.

    `tables` has all tables by number; `open_tables` are the numbers of tables where nothing was played. `hanchans` are
    the ids of the started hanchans by table number. `others` are the other rounds, as played or planned.
    """

    number: int
    is_started: bool
    tables: dict[int, Table]
    hanchans: dict[int, int]
    open_tables: frozenset[int]
    without_seat: tuple[int, ...]
    names: dict[int, str]
    players: tuple[SeatedPlayer, ...]
    wishes: Wishes
    others: Rounds

    @property
    def base(self) -> str:
        return plan_hash((tuple(self.tables.values()),))

    @cached_property
    def spots(self) -> dict[int, Spot | None]:
        """Return the seats of all players who may be exchanged, in the order of names; None for a player without a
        seat."""
        seated: dict[int, Spot | None] = {
            player: Spot(table=number, seat=seat)
            for number, four in self.tables.items()
            if number in self.open_tables
            for seat, player in enumerate(four)
        }
        spots = seated | dict.fromkeys(self.without_seat)
        return {player: spots[player] for player in self.names if player in spots}

    def exchanged(self, first: int, second: int) -> dict[int, Table]:
        """Return the tables after these two players have changed places."""
        other = {first: second, second: first}
        return {number: by_seat(other.get(player, player) for player in four) for number, four in self.tables.items()}

    def preview(self, first: int, second: int) -> "ExchangePreview":
        """Return the effects of exchanging these two players, without exchanging them."""
        after = self.exchanged(first, second)
        changed = [number for number, four in after.items() if four != self.tables[number]]
        met = {pair for tables in self.others for four in tables for pair in combinations(sorted(four), 2)}
        rematches = [
            (self.names[player], self.names[other])
            for number in changed
            for player, other in combinations(sorted(after[number]), 2)
            if (player, other) in met
        ]
        hall = tuple(after.get(number, ()) for number in range(1, max(after) + 1))
        return ExchangePreview(
            tables=tuple(
                ChangedTable(
                    number=number,
                    seats=tuple(
                        (STARTING_WINDS[seat], self.names[self.tables[number][seat]], self.names[player])
                        for seat, player in enumerate(after[number])
                    ),
                )
                for number in changed
            ),
            rematches=tuple(rematches),
            unmet=unmet((hall,), self.players, self.wishes, self.names, first=self.number, tables=changed),
        )


@dataclass(frozen=True, kw_only=True)
class ExchangePreview:
    """The effects of an exchange: changed tables, `rematches` (pairs who meet again), and wishes that the exchange
    leaves unfulfilled."""

    tables: tuple[ChangedTable, ...]
    rematches: tuple[tuple[str, str], ...]
    unmet: Unmet


def round_to_change(tournament: Tournament, number: int) -> RoundToChange | None:
    """Return the round with this number if it is the latest started round or a planned round, otherwise None."""
    latest = next_round_number(tournament) - 1
    plan = current_plan(tournament)
    entries = list(tournament.entries.accepted().select_related("player").order_by("number"))
    names = names_by_number(entries, for_team=True)
    hanchans: list[Hanchan] = []
    if 0 < number == latest:
        hanchans = _hanchans(tournament, number)
        tables = {h.table.number: by_seat(seat.entry.number for seat in h.seats.all()) for h in hanchans}
        others = tuple(round_ for other, round_ in played_rounds(tournament).items() if other != number)
        players, open_tables = set(names), _untouched(hanchans)
    elif plan is not None and latest < number <= len(plan.rounds):
        rounds, _started = as_played(tournament, plan)
        tables = dict(enumerate(rounds[number - 1], start=1))
        others = (*rounds[: number - 1], *rounds[number:])
        players, open_tables = plan.players_from(1) & names.keys(), frozenset(tables)
    else:
        return None
    seated = {player for four in tables.values() for player in four}
    departed = departed_entries(tournament, number).values_list("number", flat=True)
    return RoundToChange(
        number=number,
        is_started=number == latest,
        tables=tables,
        hanchans={hanchan.table.number: hanchan.pk for hanchan in hanchans},
        open_tables=open_tables,
        without_seat=tuple(sorted(players - seated - set(departed))),
        names=names | {player: f"– {player} –" for player in sorted(seated - names.keys())},
        players=tuple(players_to_seat(entries)),
        wishes=wishes_of(tournament),
        others=others,
    )


def _hanchans(tournament: Tournament, number: int) -> list[Hanchan]:
    hanchans = Hanchan.objects.valid().filter(round__tournament=tournament, round__number=number)
    related = hanchans.select_related("table").prefetch_related("seats__entry")
    return list(related.order_by("table__number"))


def _untouched(hanchans: list[Hanchan]) -> frozenset[int]:
    """Return the numbers of the tables without any record: no hand, points, signature, substitute, end or approval, and
    no extras, which belong to the players who sit there."""
    rows = Hanchan.objects.filter(
        pk__in=[hanchan.pk for hanchan in hanchans], time_called_at=None, round__approved_by=None
    )
    rows = rows.filter(start_points=[], chips=[], winless=[])
    rows = rows.exclude(hands__isnull=False).exclude(paper_results__isnull=False)
    rows = rows.exclude(signatures__isnull=False).exclude(substitutions__isnull=False)
    return frozenset(rows.values_list("table__number", flat=True))

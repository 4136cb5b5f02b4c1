"""The page of one player in one tournament: rank, total, and every hanchan of the player."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.outcome import Limit
from scoring.seats import SEATS, STARTING_WINDS, Wind
from scoring.statistics import count_places, won_hands
from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.penalties import penalties_of
from tournament.games.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.games.queries.seats import next_round_number, plan_for
from tournament.models import Entry, Hanchan, Penalty, Tournament
from tournament.standings.queries.cached import board_of
from tournament.standings.queries.row import Row

HandValue = int | Limit
"""The value of a won hand: its han below mangan, or its limit."""

HAND_VALUES: tuple[HandValue, ...] = (1, 2, 3, 4, *Limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One hanchan of a player, with the opponents' entries and names. `own_result` is None before the first hand, and
    while the round is `withheld`. `substitute` is the public name of the person who played instead, "" if the player
    played."""

    hanchan: Hanchan
    state: HanchanState
    own_result: Result | None
    substitute: str
    opponents: tuple[tuple[Entry, str], ...]
    withheld: Withheld | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeat:
    """A player's planned seat in the next round (`number`). Table and wind are None if the player sits out. `starts_at`
    is the round's planned time; None if no time is planned, or if the planned day is past."""

    number: int
    table: int | None
    wind: Wind | None
    starts_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A player's row in the live standings, the penalties that count, and the player's hanchans, the last round first.
    `coming` is the seat in the next round, None without a seating plan for that round and player. `placements` counts
    how often the player came first to fourth in finished hanchans; `values` counts the player's won hands by their
    value. Neither counts hands or hanchans that a substitute played."""

    row: Row
    penalties: tuple[Penalty, ...]
    coming: NextSeat | None
    hanchans: tuple[Played, ...]
    placements: tuple[int, ...]
    values: dict[HandValue, int]

    @property
    def has_placements(self) -> bool:
        return any(self.placements)

    @property
    def has_values(self) -> bool:
        return any(self.values.values())

    @property
    def has_statistics_page(self) -> bool:
        """Whether the player has a page about all events (`standings.queries.statistics`)."""
        return self.row.entry.shows_other_events and not (self.row.departure and self.row.departure.is_unlisted)


def entry_page(tournament: Tournament, entry: Entry, sight: Sight) -> EntryPage:
    """Load a player's page, with only the rounds that `sight` shows, in a fixed number of queries. Cancelled hanchans
    are left out."""
    games = games_of(entry)
    board = board_of(tournament, sight)
    (row,) = (row for row in (*board.rows, *board.unlisted) if row.entry.pk == entry.pk)
    hanchans = tuple(played(game, entry, sight) for game in games)
    return EntryPage(
        row=row,
        penalties=tuple(penalties_of(entry, sight)),
        coming=next_seat(tournament, entry),
        hanchans=hanchans[::-1],
        placements=placements([hanchan.own_result for hanchan in hanchans if hanchan.own_result]),
        values=values_won(
            (game, _seat(game, entry)) for game, hanchan in zip(games, hanchans, strict=True) if not hanchan.withheld
        ),
    )


def next_seat(tournament: Tournament, entry: Entry) -> NextSeat | None:
    """Return the player's planned seat in the next round; None if no plan has the player in that round. The seat is no
    secret: everybody can read the seating plan."""
    number = next_round_number(tournament)
    planned = plan_for(tournament, number)
    if planned is None or entry.number not in planned[1]:
        return None
    start = tournament.planned_starts.filter(number=number).first()
    seats = ((table, four) for table, four in enumerate(planned[0].rounds[number - 1], start=1) if entry.number in four)
    table, four = next(seats, (None, None))
    return NextSeat(
        number=number,
        table=table,
        wind=STARTING_WINDS[SEATS[four.index(entry.number)]] if four else None,
        starts_at=start.starts_at if start and timezone.localdate(start.starts_at) >= timezone.localdate() else None,
    )


def placements(results: Iterable[Result]) -> tuple[int, ...]:
    """Count how often the player came first to fourth in finished hanchans that no substitute played."""
    over = {HanchanState.FINISHED, HanchanState.SIGNED}
    return count_places(row.place for row in results if row.state in over and not row.substitute).counts


def values_won(games: Iterable[tuple[Game, int]]) -> dict[HandValue, int]:
    """Count the hands that the player won, by value. Each game is in a pair with the player's seat, 0 to 3. Hands that
    a substitute played are left out."""
    won = Counter(
        hand.worth.limit or hand.worth.han
        for game, seat in games
        for hand in won_hands(game.own_hands(seat))
        if hand.win.winner == seat
    )
    return {value: won[value] for value in HAND_VALUES}


def games_of(entry: Entry) -> list[Game]:
    """Load a player's hanchans by round, without cancelled ones."""
    hanchans = Hanchan.objects.filter(round__tournament=entry.tournament_id, seats__entry=entry).valid()
    return load_games(hanchans.order_by("round__number", "pk"))


def _seat(game: Game, entry: Entry) -> int:
    return next(seat.seat for seat in game.seats if seat.entry_id == entry.pk)


def played(game: Game, entry: Entry, sight: Sight) -> Played:
    """Return one hanchan of the player; its result is left out if `sight` withholds the round."""
    withheld = sight.withholds(game.hanchan.round.number)
    results = results_of(game) if has_begun(game) and withheld is None else []
    return Played(
        hanchan=game.hanchan,
        state=state_of(game),
        own_result=next((result for result in results if result.entry_id == entry.pk), None),
        substitute="" if withheld else game.public_substitute_names[_seat(game, entry)],
        opponents=tuple(
            (seat.entry, name)
            for seat, name in zip(game.seats, game.public_names, strict=True)
            if seat.entry_id != entry.pk
        ),
        withheld=withheld,
    )

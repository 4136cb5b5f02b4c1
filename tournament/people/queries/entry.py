"""One player in one tournament: how they stand, and every hanchan they sat in."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.outcome import Limit
from scoring.statistics import count_places, won_hands
from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.penalties import penalties_of
from tournament.games.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.models import Entry, Hanchan, Penalty, Tournament
from tournament.standings.queries.leaderboard import Row, leaderboard

HandValue = int | Limit
"""Han below a mangan, or the name of a limit."""

HAND_VALUES: tuple[HandValue, ...] = (1, 2, 3, 4, *Limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One hanchan of a player; opponents with their names. `mine` is None before its first hand, and where its round
    is `withheld`."""

    hanchan: Hanchan
    state: HanchanState
    mine: Result | None
    opponents: tuple[tuple[Entry, str], ...]
    withheld: Withheld | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A player's row in the live standings, the penalties that count, and their hanchans by round. `placements` counts
    the first to fourth places in hanchans that are over, `values` the hands won by their value. What a substitute did
    is no part of these two."""

    row: Row
    penalties: tuple[Penalty, ...]
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
    def has_player_page(self) -> bool:
        """Whether a page over all events tells of this one (`standings.queries.statistics`)."""
        return self.row.entry.is_told and not (self.row.departure and self.row.departure.is_unlisted)


def entry_page(tournament: Tournament, entry: Entry, sight: Sight) -> EntryPage:
    """All that the player's page shows to somebody, in a fixed number of queries. Cancelled hanchans are left out."""
    games = games_of(entry)
    board = leaderboard(tournament, official=False, sight=sight)
    (row,) = (row for row in (*board.rows, *board.unlisted) if row.entry.pk == entry.pk)
    hanchans = tuple(played(game, entry, sight) for game in games)
    return EntryPage(
        row=row,
        penalties=tuple(penalties_of(entry, sight)),
        hanchans=hanchans,
        placements=placements([one.mine for one in hanchans if one.mine]),
        values=values_won(
            (game, _seat(game, entry)) for game, one in zip(games, hanchans, strict=True) if not one.withheld
        ),
    )


def placements(results: Iterable[Result]) -> tuple[int, ...]:
    """How many of these are first, second, third and fourth places: of hanchans that are over, played oneself."""
    over = {HanchanState.FINISHED, HanchanState.SIGNED}
    return count_places(one.place for one in results if one.state in over and not one.substitute).counts


def values_won(games: Iterable[tuple[Game, int]]) -> dict[HandValue, int]:
    """How often the player of a seat won a hand of each value."""
    won = Counter(
        hand.worth.limit or hand.worth.han
        for game, seat in games
        for hand in won_hands(game.own_hands(seat))
        if hand.win.winner == seat
    )
    return {value: won[value] for value in HAND_VALUES}


def games_of(entry: Entry) -> list[Game]:
    """A player's hanchans by round, without those that were cancelled."""
    hanchans = Hanchan.objects.filter(round__tournament=entry.tournament_id, seats__entry=entry).valid()
    return load_games(hanchans.order_by("round__number", "pk"))


def _seat(game: Game, entry: Entry) -> int:
    return next(seat.seat for seat in game.seats if seat.entry_id == entry.pk)


def played(game: Game, entry: Entry, sight: Sight) -> Played:
    """One of them as it is shown to somebody with this sight."""
    withheld = sight.withholds(game.hanchan.round.number)
    results = results_of(game) if has_begun(game) and withheld is None else []
    return Played(
        hanchan=game.hanchan,
        state=state_of(game),
        mine=next((result for result in results if result.entry_id == entry.pk), None),
        opponents=tuple(
            (seat.entry, name)
            for seat, name in zip(game.seats, game.public_names, strict=True)
            if seat.entry_id != entry.pk
        ),
        withheld=withheld,
    )

"""Results for print: the standings as a poster, and a round's results as a booklet."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.queries.game import load_games
from tournament.games.queries.shown_table import ShownTable, names_at, shown_table
from tournament.models import Hanchan, Round, Tournament
from tournament.standings.queries.finished import progress_of, winners
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.row import Row


@dataclass(frozen=True, kw_only=True)
class Poster:
    """The standings with their heading. `first_day` and `last_day` are the first and last day on which a round started;
    before the first round, both are the announced day. `winners` are the rows in first place; empty until the
    tournament is over."""

    tournament: Tournament
    board: Leaderboard
    first_day: date | None
    last_day: date | None
    withheld: tuple[Withheld, ...]
    winners: tuple[Row, ...]


@dataclass(frozen=True, kw_only=True)
class Booklet:
    """A round's tables, sorted by number, and the standings after the round (`board`). While the round is withheld,
    `board` is None, and `withheld` says whether the round waits for signatures or for its release."""

    tournament: Tournament
    round: Round
    tables: tuple[ShownTable, ...]
    board: Leaderboard | None
    withheld: Withheld | None

    @property
    def any_chombo(self) -> bool:
        return any(seat.result.penalty for table in self.tables for seat in table.seats if seat.result)


def poster(tournament: Tournament, *, official: bool, sight: Sight) -> Poster:
    """Load the poster in a fixed number of queries."""
    board = leaderboard(tournament, official=official, sight=sight)
    days = [timezone.localdate(at) for at in tournament.rounds.values_list("started_at", flat=True)]
    first = min(days, default=tournament.starts_on)
    return Poster(
        tournament=tournament,
        board=board,
        first_day=first,
        last_day=max(days, default=first),
        withheld=sight.withheld if sight.until is None else (),
        winners=winners(tournament, progress_of(tournament), board, sight) if sight.until is None else (),
    )


def booklet(round_: Round, sight: Sight) -> Booklet:
    """Load the booklet in a fixed number of queries, without cancelled hanchans."""
    games = load_games(Hanchan.objects.valid().filter(round=round_).order_by("table__number"))
    names = names_at(games)
    withheld = sight.withholds(round_.number)
    board = None
    if withheld is None:
        board = leaderboard(round_.tournament, official=False, sight=sight.after(round_.number))
    return Booklet(
        tournament=round_.tournament,
        round=round_,
        tables=tuple(shown_table(game, names, is_withheld=withheld is not None) for game in games),
        board=board,
        withheld=withheld,
    )

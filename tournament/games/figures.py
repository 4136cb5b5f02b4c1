"""The statistics of a signed hanchan: each player's hands, wins, deal-ins and so on, counted from the hands."""

from collections.abc import Iterable
from dataclasses import asdict

from scoring.outcome import Limit
from scoring.seats import Seat
from scoring.statistics import HandCounts, WonHand, count_hands, rank_number, won_hands
from tournament.games.game import Game
from tournament.models import LineFigures, SheetLine

COUNTS: tuple[str, ...] = HandCounts.__slots__
"""The columns of `LineFigures` that are added up over several hanchans."""


def own_wins(game: Game, seat: Seat) -> tuple[WonHand, ...]:
    """Return the wins for which the player of the seat, not a substitute, was paid; empty if the points are from
    paper."""
    if game.paper:
        return ()
    return tuple(won for won in won_hands(game.own_hands(seat)) if won.win.winner is seat)


def figures_of(game: Game, line: SheetLine) -> LineFigures:
    """Compute the statistics of the player of this sheet line, as a row that is not saved."""
    seat = Seat(line.seat)
    wins = own_wins(game, seat)
    own_hands = game.player_hands(seat)
    return LineFigures(
        line=line,
        **asdict(_counts(game, seat)),
        is_by_hand=game.paper is None and own_hands != 0,
        was_there=seat not in game.from_start,
        best=max((rank_number(won.rank) for won in wins), default=0),
        yakuman=sum(won.worth.limit is Limit.YAKUMAN for won in wins),
    )


def figures_of_sheets(games: Iterable[Game]) -> tuple[LineFigures, ...]:
    """Compute the statistics of all players on the signed sheets of these games, as rows that are not saved."""
    return tuple(figures_of(game, line) for game in games if game.sheet for line in game.sheet.lines.all())


def _counts(game: Game, seat: Seat) -> HandCounts:
    """Count the hands of the player of the seat, not of a substitute. For a result from paper, only chombo can be
    counted."""
    if game.paper:
        return HandCounts(chombo=0 if game.player_hands(seat) == 0 else game.paper.chombo_by_seat[seat])
    return count_hands(game.own_hands(seat), seat)


def differs(figures: LineFigures, other: LineFigures | None) -> bool:
    """Whether two rows of statistics for the same sheet line have different numbers; true if `other` is None."""
    names = [field.attname for field in LineFigures._meta.concrete_fields]
    return other is None or any(getattr(figures, name) != getattr(other, name) for name in names)

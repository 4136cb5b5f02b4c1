"""The result of each player in each hanchan: from the signed sheet or, before the sheet is signed, as if play stopped
now.

Standings, players' pages, leagues and exports all read results here.
"""

from collections.abc import Collection, Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.game_writing import exact
from tournament.core.queries.visibility import EVERYTHING, Sight
from tournament.games.game import Game
from tournament.games.queries.departures import is_unlisted
from tournament.games.queries.shown_games import shown_games
from tournament.models import Hanchan, SheetLine, Tournament, is_signed


class HanchanState(StrEnum):
    """The state of a hanchan. The states are the same for results from hands and from paper."""

    CANCELLED = "cancelled"
    NOT_STARTED = "not_started"
    IN_PLAY = "in_play"
    TIME_UP = "time_up"  # time is up, and the last hands are being played
    FINISHED = "finished"  # over, but its sheet is not signed yet
    SIGNED = "signed"


class Result(NamedTuple):
    """The result of one seat in one hanchan. `score` and `uma` are exact, in thousands; `penalty` is the cost of
    chombo, positive, in thousands.

    The result is provisional until the sheet is signed. If a substitute played (`substitute`), points and place are the
    substitute's. A result contains no names: `Game.names` and `Game.public_names` have them.
    """

    entry_id: int
    hanchan_id: int
    round: int
    table: int
    seat: int
    points: int
    place: int
    uma: Fraction
    score: Fraction
    penalty: Fraction
    state: HanchanState
    substitute: bool = False

    @property
    def official(self) -> bool:
        return self.state is HanchanState.SIGNED

    @property
    def net(self) -> Fraction:
        """Return the score less the cost of chombo."""
        return self.score - self.penalty if self.penalty else self.score


def state_of(game: Game) -> HanchanState:
    """Return the state of a hanchan: for example in play, over but unsigned, or signed."""
    if game.hanchan.cancelled_by_id:
        return HanchanState.CANCELLED
    if game.sheet:
        return HanchanState.SIGNED
    if game.ending:
        return HanchanState.FINISHED
    if game.hands_left is not None:
        return HanchanState.TIME_UP
    return HanchanState.IN_PLAY if game.hands else HanchanState.NOT_STARTED


def results_of(game: Game) -> list[Result]:
    """Return the four results of a hanchan by seat: from the signed sheet, or provisional results if no sheet is
    signed."""
    if game.sheet:
        return [_signed(line, game.hanchan) for line in game.sheet.lines.all()]
    state = state_of(game)
    return [
        Result(
            entry_id=seat.entry_id,
            hanchan_id=game.hanchan.pk,
            round=game.hanchan.round.number,
            table=game.hanchan.table.number,
            seat=seat.seat,
            points=placement.points,
            place=placement.place,
            uma=placement.uma,
            score=placement.score,
            penalty=Fraction(game.penalties[seat.seat]),
            state=state,
            substitute=bool(game.substitute_names[seat.seat]),
        )
        for seat, placement in zip(game.seats, game.result, strict=True)
    ]


def signed_lines(tournaments: "QuerySet[Tournament]") -> "QuerySet[SheetLine]":
    """Return each player's line of every signed sheet of these tournaments."""
    return SheetLine.objects.filter(
        sheet__withdrawn_by=None,
        sheet__hanchan__cancelled_by=None,
        sheet__hanchan__round__tournament__in=tournaments,
    )


def signed_lines_of(entries: Collection[int]) -> "QuerySet[SheetLine]":
    """Return the lines of these entries (ids) on every signed sheet."""
    return SheetLine.objects.filter(sheet__withdrawn_by=None, sheet__hanchan__cancelled_by=None, entry__in=entries)


def listed_lines(tournaments: "QuerySet[Tournament]", hidden: Collection[int]) -> "QuerySet[SheetLine]":
    """Return each player's line of every signed sheet of these tournaments, without the hidden rounds (by id) and
    without players whom standings leave out."""
    lines = signed_lines(tournaments).filter(~is_unlisted("entry"))
    return lines.exclude(sheet__hanchan__round__in=hidden) if hidden else lines


def official_results(tournament: Tournament, sight: Sight = EVERYTHING) -> list[Result]:
    """Return results from signed sheets, in the rounds that `sight` shows. One query."""
    return [result for _pk, result in official_results_of([tournament.pk]) if sight.shows(result.round)]


def official_results_of(tournaments: Collection[int]) -> Iterator[tuple[int, Result]]:
    """Yield results from signed sheets of several tournaments (ids), each with its tournament's id. One query. Withheld
    rounds are included."""
    lines = signed_lines(Tournament.objects.filter(pk__in=tournaments))
    hanchan = "sheet__hanchan"
    rows = lines.values_list(
        f"{hanchan}__round__tournament", "entry", hanchan, f"{hanchan}__round__number", f"{hanchan}__table__number",
        "seat", "points", "place", "uma", "score", "penalty", "substitute",
    )  # fmt: skip
    for tournament, entry, pk, round_, table, seat, points, place, uma, score, penalty, substitute in rows:
        yield (
            tournament,
            Result(
                entry_id=entry,
                hanchan_id=pk,
                round=round_,
                table=table,
                seat=seat,
                points=points,
                place=place,
                uma=exact(uma),
                score=exact(score),
                penalty=exact(penalty),
                state=HanchanState.SIGNED,
                substitute=bool(substitute),
            ),
        )


def provisional_results(tournament: Tournament, sight: Sight = EVERYTHING) -> list[Result]:
    """Return results of hanchans that are in play, or finished but not signed, in the rounds that `sight` shows. A
    fixed number of queries.

    A hanchan without a hand has no result yet: all four players would be tied, and under some rules they would get a
    score just for their starting points.
    """
    unsigned = sight.limit(unsigned_hanchans(tournament), "round__number")
    games = shown_games(tournament, unsigned)
    return [result for game in games if has_begun(game) for result in results_of(game)]


def unsigned_hanchans(tournament: Tournament) -> "QuerySet[Hanchan]":
    """Return the hanchans without a signed sheet that were not cancelled."""
    return Hanchan.objects.valid().filter(~is_signed(), round__tournament=tournament)


def has_begun(game: Game) -> bool:
    """Whether the hanchan has a recorded hand, points from paper or a sheet."""
    return bool(game.hands or game.paper or game.sheet)


def _signed(line: SheetLine, hanchan: Hanchan) -> Result:
    return Result(
        entry_id=line.entry_id,
        hanchan_id=hanchan.pk,
        round=hanchan.round.number,
        table=hanchan.table.number,
        seat=line.seat,
        points=line.points,
        place=line.place,
        uma=exact(line.uma),
        score=line.exact_score,
        penalty=line.exact_penalty,
        state=HanchanState.SIGNED,
        substitute=bool(line.substitute),
    )

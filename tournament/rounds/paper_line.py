"""One line of the grid for a round on paper: the text typed for a table, and its meaning by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from scoring.placement import Placement
from scoring.refusal import Refused
from scoring.seats import SEATS, Points
from scoring.uma import Tenths
from tournament.core.text import whole_number
from tournament.core.words.refusals import refusal_words
from tournament.core.words.scores import points as points_words
from tournament.games.game import Game
from tournament.games.words.hands import wind_letters
from tournament.models import PaperResult
from tournament.table.amounts import Amount, NoAmount, SeveralReadings, points_of, read_amount, read_chombo


class LineState(StrEnum):
    """The state of a typed line: for example, amounts are missing, or the amounts do not add up."""

    EMPTY = "empty"
    UNFINISHED = "unfinished"  # an amount is missing
    WRONG = "wrong"
    RIGHT = "right"


@dataclass(frozen=True, kw_only=True)
class Keying:
    """The points of a sheet as a person entered them: points by seat before leftover bets, the number of bets left, and
    chombo by seat."""

    points: Points
    riichi_sticks: int
    chombo: Points

    def equals(self, paper: PaperResult | None) -> bool:
        """Whether `paper` has the same points, bets and chombo."""
        return paper is not None and (paper.points, paper.riichi_sticks, paper.chombo_by_seat) == (
            self.points,
            self.riichi_sticks,
            self.chombo,
        )


@dataclass(frozen=True, kw_only=True)
class LineAnswer:
    """A typed line with its meaning. `read` are the points by seat; a missing or wrong amount is None.

    `missing` are the points that the sum lacks, negative if the sum is too large. `hint` says how else an amount may be
    written. `placements` and `penalties` (for chombo) are filled only for a line without `problem`.
    """

    state: LineState
    read: tuple[int | None, ...]
    problem: str = ""
    hint: str = ""
    missing: int = 0
    keying: Keying | None = None
    placements: tuple[Placement, ...] = ()
    penalties: tuple[Tenths, Tenths, Tenths, Tenths] = (0, 0, 0, 0)

    @property
    def total(self) -> int:
        """Return the sum of the points that could be read."""
        return sum(points or 0 for points in self.read)

    @property
    def surplus(self) -> int:
        return -self.missing

    @property
    def seats(self) -> list[tuple[str, int | None, Placement | None, Tenths]]:
        """Return each seat's wind letter, points, placement and penalty."""
        placements = self.placements or (None,) * 4
        penalties: Sequence[Tenths] = self.penalties
        return list(zip(wind_letters(), self.read, placements, penalties, strict=True))


def answer(typed: Sequence[str], bets: str, chombo: str, game: Game) -> LineAnswer:
    """Read one typed line, and compute the players' places by the tournament's rules."""
    amounts: list[Amount | None] = []
    problem = ""
    for text in typed:
        try:
            amounts.append(read_amount(text) if text.strip() else None)
        except NoAmount:
            amounts.append(None)
            problem = problem or _("“%(text)s” cannot be read as points. Write 30400, 304 or 30.4.") % {
                "text": text.strip()[:30]
            }
    read = tuple(amount.meanings[0] if amount else None for amount in amounts)
    riichi_sticks = whole_number(bets.strip() or "0", digits=2)
    if riichi_sticks is None:
        problem = problem or _("Write the riichi bets left as a whole number: 0, 1, 2 …")
    letters = {letter: seat for seat, letter in enumerate(wind_letters())}
    try:
        counts = read_chombo(chombo, letters)
    except NoAmount:
        counts = (0, 0, 0, 0)
        problem = problem or _(
            "Chombo: write the starting wind of the player who made it (%(letters)s) or the player’s column (1 to 4)."
        ) % {"letters": ", ".join(letters)}
    if problem:
        return LineAnswer(state=LineState.WRONG, read=read, problem=problem)
    if any(amount is None for amount in amounts):
        is_empty = not any(text.strip() for text in (*typed, bets, chombo))
        return LineAnswer(state=LineState.EMPTY if is_empty else LineState.UNFINISHED, read=read)
    return _placed([amount for amount in amounts if amount], riichi_sticks or 0, counts, game)


def _placed(amounts: Sequence[Amount], riichi_sticks: int, chombo: Points, game: Game) -> LineAnswer:
    likeliest = tuple(amount.meanings[0] for amount in amounts)
    try:
        points = points_of(amounts, riichi_sticks, rules=game.rules, start_points=game.start_points)
    except SeveralReadings as several:
        return LineAnswer(state=LineState.WRONG, read=likeliest, problem=_which(amounts, several.points))
    except Refused as refused:
        short = next((amount for amount in amounts if amount.is_short), None)
        return LineAnswer(
            state=LineState.WRONG,
            read=likeliest,
            problem=refusal_words(refused),
            hint=_("If %(text)s means %(text)s,000 points, write %(text)s.0.") % {"text": short.text} if short else "",
            missing=refused.details["expected"] - refused.details["found"] if refused.code == "sum_off" else 0,
        )
    placed = game.with_paper(points, riichi_sticks, chombo)
    return LineAnswer(
        state=LineState.RIGHT,
        read=points,
        keying=Keying(points=points, riichi_sticks=riichi_sticks, chombo=chombo),
        placements=placed.result,
        penalties=placed.penalties,
    )


def _which(amounts: Sequence[Amount], readings: Sequence[Points]) -> str:
    """Return a question to the person: which of two values does an amount mean? For example, "300" can mean 30,000 or
    300 points. The question is about the first amount that differs between the two `readings`."""
    first, second = readings
    seat = next(seat for seat in SEATS if first[seat] != second[seat])
    values = {"text": amounts[seat].text, "one": points_words(first[seat]), "other": points_words(second[seat])}
    return _("Does %(text)s mean %(one)s or %(other)s points? Write the whole number.") % values

"""Double entry of points from paper: who may enter the points a second time, and where the two entries differ."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.seats import SEATS
from tournament.games.game import Game
from tournament.models import PaperResult, Visitor


class Check(StrEnum):
    """The state of a sheet's double entry, for one visitor."""

    NOTHING = "nothing"  # nobody has entered points
    SIGNED = "signed"
    MINE = "mine"  # this visitor made the first entry
    OPEN = "open"  # this visitor may make the second entry
    DISPUTED = "disputed"


@dataclass(frozen=True)
class ComparedLine:
    """One player's points and chombo in the two entries."""

    name: str
    first: int
    second: int
    first_chombo: int
    second_chombo: int

    @property
    def points_differ(self) -> bool:
        return self.first != self.second

    @property
    def chombo_differ(self) -> bool:
        return self.first_chombo != self.second_chombo


@dataclass(frozen=True)
class Comparison:
    """Both entries side by side, by seat. `own_paper` is the entry that this visitor made; None if the visitor made
    neither entry."""

    first: PaperResult
    second: PaperResult
    lines: tuple[ComparedLine, ...]
    own_paper: PaperResult | None

    @property
    def bets_differ(self) -> bool:
        return self.first.riichi_sticks != self.second.riichi_sticks


@dataclass(frozen=True)
class AlsoSigned:
    """A player's chips, and whether the player has won no hand: the sheet counts these too when two equal entries of
    the points sign it."""

    name: str
    chips: int
    is_winless: bool


def also_signed(game: Game) -> tuple[AlsoSigned, ...]:
    """Return the players who have chips or, if the rules have yakitori, have won no hand. The result reveals no
    points."""
    winless = game.winless if game.rules.yakitori else frozenset()
    lines = (AlsoSigned(game.names[seat], game.chips[seat], seat in winless) for seat in SEATS)
    return tuple(line for line in lines if line.chips or line.is_winless)


def check_of(game: Game, visitor: Visitor) -> Check:
    """Return the state of the double entry for this visitor; the state reveals no points."""
    if game.sheet:
        return Check.SIGNED
    if game.paper is None:
        return Check.NOTHING
    if game.is_disputed:
        return Check.DISPUTED
    return Check.MINE if is_by(game.paper, visitor) else Check.OPEN


def comparison(game: Game, visitor: Visitor) -> Comparison | None:
    """Return both entries if they exist and differ, otherwise None. A second person gets None until they have entered
    the points, so that they do not see the first entry."""
    if game.paper is None or game.second is None or not game.is_disputed:
        return None
    first, second = game.paper, game.second
    return Comparison(
        first=first,
        second=second,
        lines=tuple(
            ComparedLine(
                name=game.names[seat],
                first=first.points[seat],
                second=second.points[seat],
                first_chombo=first.chombo_by_seat[seat],
                second_chombo=second.chombo_by_seat[seat],
            )
            for seat in SEATS
        ),
        own_paper=next((paper for paper in (first, second) if is_by(paper, visitor)), None),
    )


def is_by(paper: PaperResult | None, visitor: Visitor) -> bool:
    """Whether this visitor's account entered these points."""
    return paper is not None and visitor.account is not None and paper.recorded_user_id == visitor.account.pk

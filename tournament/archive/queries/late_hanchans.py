"""Compares the hanchans of a tournament with the hanchans in a laptop's file that came back too late, after play had
continued on the site."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, HandOver, Tournament
from tournament.table.edits import Edit, Edits, Insert, Remove, Replace, Seen

Place = tuple[int, int, int]
"""A hanchan's round, its table, and its number (from 1) among the valid hanchans at this table in this round. This key
is the same on the site and on the laptop."""


class SeatedPoints(NamedTuple):
    """A player's name and points."""

    name: str
    points: int


@dataclass(frozen=True, kw_only=True)
class ComparedHanchan:
    """A hanchan whose recorded facts differ between this site (`here`) and the `laptop`. `here` or `laptop` is None if
    that side does not have the hanchan."""

    here: Game | None
    laptop: Game | None

    @property
    def games(self) -> tuple[Game | None, Game | None]:
        """The hanchan on both sides: first on this site, then on the laptop."""
        return self.here, self.laptop

    @property
    def seats(self) -> list[tuple[SeatedPoints | None, ...]]:
        """The player and the points of each seat, first on this site, then on the laptop."""
        return [tuple(_seated(game, seat) for game in self.games) for seat in range(4)]

    @property
    def hanchan(self) -> Hanchan:
        game = self.here or self.laptop
        assert game is not None  # noqa: S101 (one of them is there)
        return game.hanchan

    @property
    def differs_from(self) -> int | None:
        """The number of the first hand that differs, or is missing on one side; None if all hands are equal."""
        here, laptop = (game.outcomes if game else () for game in self.games)
        equal = 0
        while equal < min(len(here), len(laptop)) and here[equal] == laptop[equal]:
            equal += 1
        return None if equal == len(here) == len(laptop) else equal + 1

    @property
    def edits(self) -> Edits:
        """The correction that turns the hands on this site into the laptop's hands; empty if the hanchans cannot be
        compared hand by hand."""
        here, laptop, first = self.here, self.laptop, self.differs_from
        if here is None or laptop is None or first is None or here.paper or laptop.paper:
            return ()
        if _entries(here) != _entries(laptop):
            return ()
        last, edits = len(here.hands), list[Edit]()
        for number, (hand, played) in enumerate(laptop.hands_played[first - 1 :], first):
            seen = Seen.of(played.before)
            make = (
                Replace(number, hand.parsed_outcome(), seen)
                if number <= last
                else Insert(last + 1, hand.parsed_outcome(), seen)
            )
            edits.append(make)
        return (*edits, *(Remove(number) for number in range(len(laptop.hands) + 1, last + 1) if number >= first))


def late_hanchans(late: HandOver) -> list[ComparedHanchan]:
    """Return the hanchans that differ between this site and the late copy of this hand-over (`late_copy`), in the order
    of rounds and tables. The result is empty without a late copy."""
    if late.late_copy is None:
        return []
    here, laptop = _games(late.tournament), _games(late.late_copy)
    pairs = [(here.get(place), laptop.get(place)) for place in sorted(here.keys() | laptop.keys())]
    return [ComparedHanchan(here=one, laptop=other) for one, other in pairs if _facts(one) != _facts(other)]


def _games(tournament: Tournament) -> dict[Place, Game]:
    rows = Hanchan.objects.valid().filter(round__tournament=tournament)
    return dict(_placed(load_games(rows.order_by("round__number", "table__number", "pk"))))


def _placed(games: list[Game]) -> Iterator[tuple[Place, Game]]:
    there: Counter[tuple[int, int]] = Counter()
    for game in games:
        at = game.hanchan.round.number, game.hanchan.table.number
        there[at] += 1
        yield (*at, there[at]), game


def _seated(game: Game | None, seat: int) -> SeatedPoints | None:
    return SeatedPoints(game.names[seat], game.final_points[seat]) if game else None


def _entries(game: Game) -> list[int]:
    return [seat.entry.number for seat in game.seats]


def _facts(game: Game | None) -> object:
    """Return the recorded facts of a hanchan, in a form that is equal for equal hanchans of two tournaments."""
    if game is None:
        return None
    paper = game.paper and (game.paper.points, game.paper.riichi_sticks, game.final_points)
    substitutes = game.substitute_names
    return _entries(game), game.outcomes, paper, game.sheet is not None, substitutes, game.result

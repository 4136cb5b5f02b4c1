"""The ceremony: the places revealed so far and, for organizers, the places to be revealed next.

A revealed place is shown even while the rounds are withheld. No response to the hall contains a place that is not
revealed yet.
"""

from dataclasses import dataclass
from itertools import groupby

from tournament.games.queries.ceremony import ceremony_of
from tournament.games.queries.results import unsigned_hanchans
from tournament.models import Ceremony, Tournament
from tournament.rounds.queries.visibility_page import held_rounds
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.row import Row

PODIUM = 3
"""The lowest place that the hall screen shows across the whole width of the screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The players who share a place; they are revealed together."""

    place: int
    rows: tuple[Row, ...]

    @property
    def names(self) -> list[str]:
        return [row.name for row in self.rows]

    @property
    def is_on_podium(self) -> bool:
        return self.place <= PODIUM


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The part of the ceremony that the hall may see: the revealed `steps` (each with the players of one place), the
    newest first, and the rows shown from the start (`at_once`)."""

    steps: tuple[Step, ...]
    at_once: tuple[Row, ...]

    @property
    def newest(self) -> Step | None:
        return self.steps[0] if self.steps else None

    @property
    def before(self) -> tuple[Row, ...]:
        """The rows that the hall sees besides the newest step, the best place first: earlier steps, and the rows shown
        from the start."""
        return (*(row for step in self.steps[1:] for row in step.rows), *self.at_once)

    @property
    def podium(self) -> tuple[Row, ...]:
        """The rows of `before` with a place on the podium."""
        return tuple(row for row in self.before if row.place and row.place <= PODIUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The whole ceremony, from the official standings, for organizers only. `steps` are the places to reveal, the worst
    place first; the first `done` steps are already revealed. `at_once` are the rows shown from the start."""

    steps: tuple[Step, ...]
    at_once: tuple[Row, ...]
    done: int

    @property
    def next(self) -> Step | None:
        """Return the place that is revealed next; None if the winner has been revealed."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def newest(self) -> Step | None:
        return self.steps[self.done - 1] if self.done else None

    @property
    def before_newest(self) -> Step | None:
        return self.steps[self.done - 2] if self.done > 1 else None

    @property
    def revealed(self) -> Revealed:
        return Revealed(steps=tuple(reversed(self.steps[: self.done])), at_once=self.at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class CeremonyPage:
    """The organizers' page. `course` is None while there is no ceremony. `places` are all places, the last first;
    `held` are the numbers of rounds that wait for their release; `unsigned` is the number of unsigned sheets, which are
    not in the standings yet."""

    ceremony: Ceremony | None
    course: Course | None
    places: tuple[int, ...]
    held: tuple[int, ...]
    unsigned: int


def ceremony_page(tournament: Tournament) -> CeremonyPage:
    ceremony = ceremony_of(tournament)
    steps = final_steps(tournament)
    return CeremonyPage(
        ceremony=ceremony,
        course=_course(steps, ceremony) if ceremony else None,
        places=tuple(step.place for step in steps),
        held=held_rounds(tournament),
        unsigned=unsigned_hanchans(tournament).count(),
    )


def revealed(ceremony: Ceremony) -> Revealed:
    """Return the part of the ceremony that the hall may see."""
    return course(ceremony).revealed


def course(ceremony: Ceremony) -> Course:
    """Return the whole ceremony, for organizers."""
    return _course(final_steps(ceremony.tournament), ceremony)


def final_steps(tournament: Tournament) -> tuple[Step, ...]:
    """Return every place of the official standings, the last first, without disqualified players. Rounds held back
    are included."""
    board = leaderboard(tournament, official=True)
    rows = [row for row in board.rows if row.place and not (row.departure and row.departure.is_last)]
    steps = [Step(place=place or 0, rows=tuple(of)) for place, of in groupby(rows, key=lambda row: row.place)]
    return tuple(reversed(steps))


def _course(steps: tuple[Step, ...], ceremony: Ceremony) -> Course:
    coming = tuple(step for step in steps if step.place <= ceremony.from_place)
    at_once = [row for step in reversed(steps) if step.place > ceremony.from_place for row in step.rows]
    last = ceremony.revealed_place
    done = 0 if last is None else sum(step.place >= last for step in coming)
    return Course(steps=coming, at_once=tuple(at_once), done=done)

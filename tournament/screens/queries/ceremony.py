"""The ceremony: what the hall is shown of the final standings so far, and for its organizers what comes next.

Whatever the sight of the hall withholds: what is revealed is revealed. What is not is in nothing that the hall gets.
"""

from dataclasses import dataclass
from itertools import groupby

from tournament.games.queries.ceremony import ceremony_of
from tournament.games.queries.results import unsigned_hanchans
from tournament.models import Ceremony, Tournament
from tournament.rounds.queries.visibility_page import held_rounds
from tournament.standings.queries.leaderboard import Row, leaderboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Those who share a place, revealed together."""

    place: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """What the hall is shown: the `steps` that were revealed, the newest first, and by place what was shown at once."""

    steps: tuple[Step, ...]
    at_once: tuple[Row, ...]

    @property
    def newest(self) -> Step | None:
        return self.steps[0] if self.steps else None

    @property
    def before(self) -> tuple[Row, ...]:
        """By place whoever was revealed before the newest, or shown at once."""
        return (*(row for step in self.steps[1:] for row in step.rows), *self.at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A whole ceremony, of the official standings: for organizers alone. `steps` has the last place first, and `done`
    of them are revealed: all, where a correction left fewer places than were."""

    steps: tuple[Step, ...]
    at_once: tuple[Row, ...]
    done: int

    @property
    def next(self) -> Step | None:
        """What is revealed next; None after the winner."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def newest(self) -> Step | None:
        return self.steps[self.done - 1] if self.done else None

    @property
    def revealed(self) -> Revealed:
        return Revealed(steps=tuple(reversed(self.steps[: self.done])), at_once=self.at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class CeremonyPage:
    """For the organizers' page: `course` is None while no ceremony is on. `places` are those there are, the last one
    the highest; `held` the rounds that wait for their release; `unsigned` sheets are counted by nobody yet.
    """

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
    """What the hall is shown of it."""
    return course(ceremony).revealed


def course(ceremony: Ceremony) -> Course:
    """All of it, for who leads it."""
    return _course(final_steps(ceremony.tournament), ceremony)


def final_steps(tournament: Tournament) -> tuple[Step, ...]:
    """Every place of the official standings, the last first, whatever is held back; but nobody is called to the front
    to be disqualified."""
    board = leaderboard(tournament, official=True)
    rows = [row for row in board.rows if row.place and not (row.departure and row.departure.is_last)]
    steps = [Step(place=place or 0, rows=tuple(of)) for place, of in groupby(rows, key=lambda row: row.place)]
    return tuple(reversed(steps))


def _course(steps: tuple[Step, ...], ceremony: Ceremony) -> Course:
    coming = tuple(step for step in steps if step.place <= ceremony.from_place)
    at_once = [row for step in reversed(steps) if step.place > ceremony.from_place for row in step.rows]
    return Course(steps=coming, at_once=tuple(at_once), done=min(ceremony.revealed, len(coming)))

"""A rehearsed event: its state, and changes that can happen at any time. `day` decides when the changes happen."""

from random import Random

from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.seats import Seat
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.desk import DeskRobot
from tournament.rehearsal.mishaps import IN_PLAY, Mishap
from tournament.rehearsal.table import TableRobot
from tournament.rehearsal.truth import Person, Truth
from tournament.rehearsal.wanted import Report, Wanted

SUBSTITUTES = ("Robot One", "Robot Two", "Robot Three")
FEWEST = 6
"""In a rehearsed event with at most this many players nobody drops out."""


class RehearsedEvent:
    """One event while robots play it. `organizer` is a browser that is logged in as an organizer.

    `within` is the slug and the rules of an existing tournament to play in; with None the robots create a tournament.
    `pace` is the number of seconds that a table takes for a hand.
    """

    def __init__(
        self, wanted: Wanted, organizer: Browser, *, within: tuple[str, Ruleset] | None = None, pace: float = 0
    ) -> None:
        self.wanted = wanted
        self.pace = pace
        self.random = Random(wanted.seed)  # noqa: S311 (hands, not secrets)
        self.desk = DeskRobot(organizer)
        self.desk.slug, self.rules = within or ("", RULESETS[wanted.ruleset])
        self.truth = Truth()
        self.report = Report()
        self.links: dict[int, str] = {}
        self.late: list[tuple[TableRobot, int]] = []
        self.missing: list[Person] = []
        self.has_plan = True
        self.fits = True
        self.turn = self.random.randrange(len(IN_PLAY))

    def happened(self, mishap: Mishap) -> None:
        """Count a mishap for the report."""
        self.report.mishaps[mishap] += 1

    def chance(self, wins: int, of: int) -> bool:
        """Draw at random whether something happens: True with the probability `wins` / `of`."""
        return self.random.randrange(of) < wins

    def enter(self, people: list[str]) -> None:
        """Enter these players, and remember their entries."""
        self.desk.enter(people)
        entries = self.desk.people()
        for number, name in enumerate(people, len(self.truth.people) + 1):
            self.truth.people[entries[name]] = Person(name=name, number=number, entry=entries[name])

    def depart(self, person: Person, kind: str, from_round: int) -> None:
        """Let a player drop out; an earlier seating plan then no longer fits."""
        self.desk.depart(person.number, kind, from_round)
        person.status = kind
        self.fits = False

    def substitute(self, table: TableRobot, entry: int, name: str, since: int | None) -> None:
        """Let a substitute play for an entry after this many hands; with None, from the start."""
        self.desk.substitute(table.hanchan, entry, name, "start" if since is None else str(since))
        table.absent[Seat(table.entries.index(entry))] = since

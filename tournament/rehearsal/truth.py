"""The robots' own record of an event: players, hands and penalties, and the standings computed from them.

The record is independent of the site, so that record and site can be compared in the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.stages import rank_staged, staged_total
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.table import HanchanResult, TableRobot

LAST = "disqualified"
UNLISTED = ("struck", "removed")


@dataclass
class Person:
    """An entered player. `entry` is the id in forms; `status` is the kind of departure, empty while they play.

    `penalties` are pairs of a round and points, in thousands.
    """

    name: str
    number: int
    entry: int
    status: str = ""
    penalties: list[tuple[int, Fraction]] = field(default_factory=list)


@dataclass(frozen=True)
class ExpectedCut:
    """A cut: the entries that advanced after the round `after`, and `carry`, the share of their totals (0 to 1) that
    they carried over."""

    after: int
    carry: Fraction
    finalists: frozenset[int]


@dataclass
class Truth:
    """The record of an event so far: people by entry, tables by round, and cuts."""

    people: dict[int, Person] = field(default_factory=dict)
    tables: dict[int, list[TableRobot]] = field(default_factory=dict)
    cuts: list[ExpectedCut] = field(default_factory=list)

    @property
    def playing(self) -> list[Person]:
        """Return the people who still play, in order of their numbers."""
        return sorted(
            (person for person in self.people.values() if not person.status), key=lambda person: person.number
        )

    def results(self) -> dict[int, dict[int, tuple[int, HanchanResult]]]:
        """Return the players' results, by entry and then by round: the hanchan's id, and the player's result in that
        hanchan."""
        results: dict[int, dict[int, tuple[int, HanchanResult]]] = {entry: {} for entry in self.people}
        for number, tables in self.tables.items():
            for table in tables:
                for entry, line in zip(table.entries, table.results(), strict=True):
                    results[entry][number] = (table.pk, line)
        return results

    def standings(self) -> dict[int, tuple[int, Fraction]]:
        """Return place and total of each entry that has a result and is listed."""
        lines = {entry: line for entry, line in self.results().items() if line and self._listed(entry)}
        entries = list(lines)
        totals = [self._total(entry, lines[entry]) for entry in entries]
        passed = [len(self._passed(entry)) for entry in entries]
        last = [self.people[entry].status == LAST for entry in entries]
        places = rank_staged(totals, passed, last)
        return {entry: (place, total) for entry, place, total in zip(entries, places, totals, strict=True)}

    def could_go_on(self) -> dict[int, int]:
        """Return the places, by entry, of the players who still play. After a cut, only the players who advanced are
        included."""
        return {
            entry: place
            for entry, (place, _total) in self.standings().items()
            if not self.people[entry].status and (not self.cuts or entry in self.cuts[-1].finalists)
        }

    def compare(self, standings_json: Mapping[str, Any]) -> None:
        """Compare the record with the standings that the site exports as JSON. Raises `Stuck` for the first
        difference."""
        lines, standings = self.results(), self.standings()
        listed = {person.number: person for entry, person in self.people.items() if self._listed(entry)}
        if {player["number"] for player in standings_json["players"]} != listed.keys():
            raise Stuck(
                f"the standings list {[player['number'] for player in standings_json['players']]}, not {sorted(listed)}"
            )
        points: dict[int, list[int]] = {}
        for player in standings_json["players"]:
            person = listed[player["number"]]
            total = None if player["total"] is None else Fraction(player["total"])
            truth = (person.name, person.status or "plays", *standings.get(person.entry, (None, None)))
            if (player["name"], player["status"], player["place"], total) != truth:
                raise Stuck(f"the standings have {player}, but the truth is {truth}")
            for hanchan in player["hanchans"]:
                points.setdefault(hanchan["hanchan"], []).append(hanchan["points"])
            hanchans = {hanchan["round"]: (hanchan["hanchan"], _result(hanchan)) for hanchan in player["hanchans"]}
            if hanchans != lines[person.entry]:
                raise Stuck(f"{person.name} has {hanchans} in the standings, but {lines[person.entry]} was played")
        self._check_sums(points)

    def _check_sums(self, points: Mapping[int, list[int]]) -> None:
        """Check that the four results of each hanchan add up to the starting points, less riichi bets that nobody got
        (R12.2)."""
        for tables in self.tables.values():
            for table in tables:
                final_points = points.get(table.pk, [])
                missing = 4 * table.rules.start_points - sum(final_points)
                left = (table.paper[1] if table.paper else table.situation.riichi_sticks) * table.rules.riichi_bet
                if len(final_points) == 4 and not (missing == left or 0 <= missing < 4):
                    raise Stuck(f"hanchan {table.pk} has {final_points}, of which {missing} are missing")

    def _listed(self, entry: int) -> bool:
        return self.people[entry].status not in UNLISTED

    def _passed(self, entry: int) -> list[ExpectedCut]:
        return [cut for cut in self.cuts if entry in cut.finalists]

    def _total(self, entry: int, lines: Mapping[int, tuple[int, HanchanResult]]) -> Fraction:
        passed = self._passed(entry)
        gained = [Fraction()] * (len(passed) + 1)
        for number, (_hanchan, (_points, score, chombo)) in lines.items():
            gained[sum(cut.after < number for cut in passed)] += score - chombo
        for number, points in self.people[entry].penalties:
            gained[sum(cut.after < number for cut in passed)] -= points
        return staged_total(gained, [cut.carry for cut in passed])


def _result(hanchan: Mapping[str, Any]) -> HanchanResult:
    return (hanchan["points"], Fraction(hanchan["score"]), Fraction(hanchan["penalty"]))

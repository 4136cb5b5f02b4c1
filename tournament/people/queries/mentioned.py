"""Loads names and texts that log entries refer to by number or id only."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournament.core.namesakes import distinct_names
from tournament.core.queries.logged import logged_values
from tournament.games.substitutes import LONGEST_NAME
from tournament.models import Appeal, Substitution, Tournament
from tournament.people.name_finder import NameFinder

ABOUT_A_PLAYER = ("player", "players", "entry", "penalty", "appeal", "substitute", "sheet", "person", "mail")
"""First parts of kinds of log entries ("player" of "player.left") in which `number` is a player's number."""


@dataclass(frozen=True)
class Mentioned:
    """Names and texts for the log.

    `names` are players' full names by number, and `entered` are the numbers of players who have a page. `substitutes`
    are substitutes' names, and `appeals` are the texts of appeals; in both, the key is the id of a log entry about the
    substitute or the appeal.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    entered: frozenset[int] = frozenset()
    substitutes: Mapping[int, str] = field(default_factory=dict)
    appeals: Mapping[int, Appeal] = field(default_factory=dict)

    def name(self, number: object) -> str:
        """Return the current name of the player with this number, or "#12" if no player has the number."""
        return self.names.get(number, f"#{number}") if isinstance(number, int) else "…"

    @cached_property
    def number_of(self) -> dict[str, int]:
        """Return the numbers of players who have a page, by name. Names of one or two letters are left out, because
        they may be ordinary words."""
        return {name: number for number, name in self.names.items() if number in self.entered and len(name) > 2}

    def places_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the keys of `number_of` stand in a text: the start and end of each. Where a name is the beginning
        of a longer name, the longer name is found.

        An imported log may have texts of megabytes: see `NameFinder`.
        """
        yield from ((begin, end) for begin, end, _until in self._finder.find(text))

    @cached_property
    def _finder(self) -> NameFinder:
        return NameFinder(self.number_of)


def mentioned_in(tournament: Tournament) -> Mentioned:
    """Load the names for a tournament's log in four queries; names of removed entries come from the log itself."""
    entries = list(tournament.entries.filter(player__removed_at=None).select_related("player"))
    names = distinct_names(entries, for_team=True)
    substitutions = Substitution.objects.filter(hanchan__round__tournament=tournament)
    return Mentioned(
        names=names_of_removed(tournament) | {entry.number: names[entry.pk] for entry in entries},
        entered=frozenset(entry.number for entry in entries),
        substitutes={pk: row.name for row in substitutions for pk in (row.said_by_id, row.taken_back_by_id) if pk},
        appeals={pk: row for row in tournament.appeals.all() for pk in (row.made_by_id, row.decided_by_id) if pk},
    )


def names_of_removed(tournament: Tournament) -> dict[int, str]:
    """Return the names of removed entries by their numbers, from the log.

    A log that was imported may have any text for a name. A text that is too long for a name is left out: hundreds of
    places on a page repeat it.
    """
    in_log = logged_values(tournament.log.filter(kind="player.removed"), ("number", "name"))
    return {
        number: name
        for number, name in in_log
        if isinstance(number, int) and isinstance(name, str) and len(name) <= LONGEST_NAME
    }

"""A tournament's standings: every player's total, and what it is made of."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.penalties import total
from scoring.standings import rank_with_disqualified
from tournament.models import Departure, Entry, Tournament
from tournament.queries.departures import departures
from tournament.queries.names import told_apart
from tournament.queries.penalties import taken_off
from tournament.queries.results import Result, official_results, provisional_results


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player; `name` tells two of one name apart. `results` has one for each round, None where the player has none;
    `place` is None without any. `chombo` and the other `penalties` are positive, and taken off the total. `departure`
    says that the player plays no further.
    """

    place: int | None
    entry: Entry
    name: str
    total: Fraction
    chombo: Fraction
    penalties: Fraction
    departure: Departure | None
    results: tuple[Result | None, ...]

    @property
    def played(self) -> int:
        return sum(result is not None for result in self.results)

    @property
    def provisional(self) -> bool:
        """Whether a sheet that is not signed yet counts in the total."""
        return any(result and not result.official for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """The standings, ordered by place. `rounds` are their numbers; `official` says that only signed sheets count.

    `unlisted` are those whom the organizer took out of the results; they have no place.
    """

    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    unlisted: tuple[Row, ...]
    official: bool

    @property
    def provisional(self) -> bool:
        return any(row.provisional for row in self.rows)

    @property
    def any_chombo(self) -> bool:
        return any(row.chombo for row in self.rows)

    @property
    def any_substitute(self) -> bool:
        return any(result and result.substitute for row in self.rows for result in row.results)

    @property
    def any_penalty(self) -> bool:
        return any(row.penalties for row in self.rows)

    def named(self, query: str) -> tuple[Row, ...]:
        """The rows whose player's name has this in it, whatever its case and accents; places stay what they are."""
        wanted = plain(query)
        return tuple(row for row in self.rows if wanted in plain(row.entry.public_name))


def leaderboard(tournament: Tournament, *, official: bool) -> Leaderboard:
    """The standings, in a fixed number of queries: signed sheets, and if not `official` also what is in play.

    Totals are exact, penalties taken off; equal ones share the better place (T2). Who has no result yet has no
    place either, and comes last: a total of 0 would put them above everybody who has played and lost. The disqualified
    are below whoever has played (R15.5).
    """
    found = official_results(tournament)
    if not official:
        found += provisional_results(tournament)
    return leaderboard_of(tournament, found, official=official)


def leaderboard_of(tournament: Tournament, found: Iterable[Result], *, official: bool) -> Leaderboard:
    """The standings that these results make."""
    of_entry: dict[int, list[Result]] = {}
    for result in found:
        of_entry.setdefault(result.entry_id, []).append(result)

    rounds = tuple(tournament.rounds.values_list("number", flat=True))
    entries = list(tournament.entries.accepted().select_related("player"))
    names = told_apart(entries)
    penalties = taken_off(Tournament.objects.filter(pk=tournament.pk))
    left = departures(tournament)
    rows = [
        _row(
            entry,
            names[entry.pk],
            of_entry.get(entry.pk, []),
            rounds,
            penalties.get(entry.pk, Fraction()),
            left.get(entry.pk),
        )
        for entry in entries
    ]
    listed = [row for row in rows if not (row.departure and row.departure.is_unlisted)]
    played = [row for row in listed if row.entry.pk in of_entry]
    disqualified = [row.departure is not None and row.departure.is_last for row in played]
    places = rank_with_disqualified([row.total for row in played], disqualified)
    placed = [replace(row, place=place) for row, place in zip(played, places, strict=True)]
    placed += [row for row in listed if row.entry.pk not in of_entry]
    return Leaderboard(
        rounds=rounds,
        rows=tuple(sorted(placed, key=_order)),
        unlisted=tuple(row for row in rows if row.departure and row.departure.is_unlisted),
        official=official,
    )


def _row(
    entry: Entry,
    name: str,
    results: list[Result],
    rounds: tuple[int, ...],
    penalties: Fraction,
    departure: Departure | None,
) -> Row:
    by_round = {result.round: result for result in results}
    scores = sum((result.score for result in results), Fraction())
    chombo = sum((result.penalty for result in results), Fraction())
    return Row(
        place=None,
        entry=entry,
        name=name,
        total=total(scores, chombo, penalties),
        chombo=chombo,
        penalties=penalties,
        departure=departure,
        results=tuple(by_round.get(number) for number in rounds),
    )


def _order(row: Row) -> tuple[bool, int, str, int]:
    return (row.place is None, row.place or 0, plain(row.entry.public_name), row.entry.number)


_STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters that Unicode does not take apart, although a phone's keyboard without them would."""


def plain(text: str) -> str:
    """Text as one types it in a hurry: no accents, no capitals, one space between words.

    >>> plain(" Wojciech  ŁUCZYŃSKI")
    'wojciech luczynski'
    """
    apart = unicodedata.normalize("NFKD", text.translate(_STROKES))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).casefold().split())

"""The table of a ranking: the results of the ranking's events, by person. The table is cached until these results
change, and never stored in the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.translation import get_language

from scoring.best_results import best_results
from scoring.mers import CountedResult, age_factor, base_rank
from scoring.mers import ranking as mers_ranking
from scoring.standings import rank
from tournament.core.cache import Cache
from tournament.core.text import folded
from tournament.federation.persons import persons
from tournament.federation.queries.events import final_boards, held_on, public_events
from tournament.models import Entry, Ranking, RankingMethod, Tournament
from tournament.people.queries.same_person import PairKey, decided_pairs
from tournament.standings.queries.cached import state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedResult:
    """One result of a person: `place` among `players`. The result's value is `base` (0 to 1000) times `weight`; the
    weight becomes smaller as the result becomes older. `counts` says that the method includes this result in the
    person's sum."""

    event: Tournament
    entry: Entry
    place: int
    players: int
    base: int
    weight: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPerson:
    """One person's row in the table, with all the person's results, the latest event first."""

    place: int
    name: str
    player: int
    country: str
    total: Fraction
    results: tuple[RankedResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """The table of a ranking: the rows, the events that count (each with its weight), and the `withheld` events, which
    have rounds that are not public yet. `too_few` is how many people have too few results for a rank; `unnamed` is how
    many results belong to players without a public name."""

    rows: tuple[RankedPerson, ...]
    events: tuple[tuple[Tournament, Fraction], ...]
    withheld: tuple[Tournament, ...]
    too_few: int
    unnamed: int


ROWS_ON_A_PAGE = 50

_Person = tuple[int, bool]
"""A person's id, and whether the name is shown. Two players who are one person have two rows if one player is shown by
initials: in a single row, the name of the other player would reveal whose initials these are."""

TABLES: Cache[tuple[Any, ...], RankingTable] = Cache(20)
"""Cache of ranking tables. The key has the ranking, the ranking's settings, the day, and the state of the events."""


def cached_ranking(ranking: Ranking) -> RankingTable:
    """Return the table from the cache, because computing a large table takes seconds and anybody may request it. The
    cached table becomes stale by any change of one of the ranking's events, except by a recorded hand."""
    weights = tuple(ranking.events.order_by("pk").values_list("tournament", "weight"))
    events = Tournament.objects.filter(pk__in=[pk for pk, _weight in weights])
    key = (
        *(ranking.pk, ranking.method, ranking.best, weights, tuple(same_persons())),
        *(timezone.localdate(), get_language(), state_of(events)),
    )
    return TABLES.get(key, 0, lambda: ranking_table(ranking))


def rows_on_page(table: RankingTable, *, query: str, page: str) -> Page[RankedPerson]:
    """Return one page of the rows whose name contains `query`. `page` is the page's number as text, as in the
    address."""
    folded_query = folded(query)
    rows = [row for row in table.rows if folded_query in folded(row.name)]
    return Paginator(rows, ROWS_ON_A_PAGE).get_page(page)


def ranking_table(ranking: Ranking) -> RankingTable:
    """Compute the ranking in a fixed number of queries. Events that are not public do not count, even if they were
    public before."""
    weights = {event.tournament_id: event.exact_weight for event in ranking.events.all()}
    events = list(public_events().filter(pk__in=weights))
    boards = final_boards(events)
    shown = [event for event in events if event.pk in boards]
    of_person: dict[_Person, list[RankedResult]] = {}
    same = persons(same_persons())
    unnamed = 0
    for event in shown:
        placed = [row for row in boards[event.pk].rows if row.place]
        worth = weights[event.pk] * _age(event, ranking)
        for row in placed if len(placed) > 1 else []:
            if not row.entry.shows_other_events:
                unnamed += 1
                continue
            place = row.place or 0
            result = RankedResult(
                event=event, entry=row.entry, place=place, players=len(placed),
                base=base_rank(place, len(placed)), weight=worth,
            )  # fmt: skip
            person = same.get(row.entry.player_id, row.entry.player_id), row.entry.is_named
            of_person.setdefault(person, []).append(result)
    rows = _rows(of_person, ranking)
    return RankingTable(
        rows=rows,
        events=tuple((event, weights[event.pk]) for event in shown),
        withheld=tuple(event for event in events if event.pk not in boards),
        too_few=len(of_person) - len(rows),
        unnamed=unnamed,
    )


def same_persons() -> list[PairKey]:
    """Return the pairs of players who are one person according to the federation's latest answer."""
    return [pair for pair, is_same in decided_pairs().items() if is_same]


def _age(event: Tournament, ranking: Ranking) -> Fraction:
    if ranking.method != RankingMethod.MERS:
        return Fraction(1)
    return age_factor(held_on(event), timezone.localdate())


def _rows(of_person: Mapping[_Person, list[RankedResult]], ranking: Ranking) -> tuple[RankedPerson, ...]:
    counted = {person: _count(results, ranking) for person, results in of_person.items()}
    totals = {person: total for person, (total, _flags) in counted.items() if total is not None}
    places = dict(zip(totals, rank(list(totals.values())), strict=True))
    rows = [
        RankedPerson(
            place=places[person],
            name=of_person[person][0].entry.public_name,
            player=of_person[person][0].entry.player_id,
            country=_country(of_person[person]),
            total=total,
            results=tuple(
                RankedResult(
                    event=result.event, entry=result.entry, place=result.place, players=result.players,
                    base=result.base, weight=result.weight, counts=counts,
                )
                for result, counts in zip(of_person[person], counted[person][1], strict=True)
            ),
        )
        for person, total in totals.items()
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda row: (row.place, folded(row.name), row.player)))


def _count(results: list[RankedResult], ranking: Ranking) -> tuple[Fraction | None, tuple[bool, ...]]:
    values = [CountedResult(base=result.base, weight=result.weight) for result in results]
    if ranking.method == RankingMethod.MERS:
        rated = mers_ranking(values)
        return rated.total if rated else None, tuple(bool(value.weight) for value in values)
    return best_results(values, ranking.best)


def _country(results: list[RankedResult]) -> str:
    return results[0].entry.player.country_shown if results[0].entry.is_named else ""

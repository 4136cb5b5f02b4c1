"""Records: the best hands and hanchans of one tournament, or of all tournaments on the site that the visitor may see.

As in `standings.queries.statistics`, a hanchan counts if its sheet is signed, its round is shown and the player is
listed in the standings. Players who did not consent to a public name are called "a player". A substitute's results do
not count.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy

from scoring.outcome import Limit
from scoring.seats import Seat
from scoring.statistics import WonHand
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight, hidden_rounds, partial_sights
from tournament.games.figures import own_wins
from tournament.games.queries.game import load_games
from tournament.games.queries.results import listed_lines
from tournament.models import STRANGER, Entry, Hanchan, LineFigures, SheetLine, Tournament, Visitor
from tournament.standings.queries.cached import State, state_of
from tournament.standings.queries.runs import runs_of_firsts

MOST = 10
"""How many records of each kind are listed; yakuman are listed by pages."""

YAKUMAN_ON_A_PAGE = 20
BEST_HAND = "figures__best"

MOST_EQUAL = 1_000
"""The most equal records that are compared by day. There is a limit, because invented events can have any number of
equal records."""

MOST_READ = MOST_EQUAL
"""The most lines of the site that are read by their points or best hands, before the visitor's own are sorted."""

NOBODY_TWICE: Mapping[int, int] = MappingProxyType({})
"""An empty map of ids, for tournaments in which no person has several `Player` rows."""

HANCHAN, ROUND = "sheet__hanchan", "sheet__hanchan__round"
IN_TIME = (
    F(f"{ROUND}__tournament__starts_on").asc(nulls_last=True),
    f"{ROUND}__tournament",
    f"{ROUND}__number",
    HANCHAN,
)
"""Order of sheet lines by the day of their event, instead of by the time of entry."""

OF_LINE = ("entry__player", f"{ROUND}__tournament", f"{HANCHAN}__table")
NOT_OF_LINE = ("entry__carried_links", f"{ROUND}__tournament__hall_carried", f"{HANCHAN}__table__carried_links")
"""Hashes of links, which are long, and records are kept in memory."""
"""The related rows that are loaded with a sheet line, to show a record: the player, the tournament and the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHand:
    """A won hand, with its player and hanchan."""

    won: WonHand
    entry: Entry
    hanchan: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHanchan:
    """The final points of a player in a hanchan."""

    points: int
    entry: Entry
    hanchan: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A streak of first places: the first and the last hanchan, and the number of hanchans."""

    length: int
    entry: Entry
    first: Hanchan
    last: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Lists of records, the best first; among equal records, the earliest first. `yakuman` are the yakuman hands on one
    of the `pages`, the newest first. `withheld` says whether some round is not shown yet."""

    hands: tuple[RecordHand, ...]
    hanchans: tuple[RecordHanchan, ...]
    runs: tuple[Run, ...]
    yakuman: tuple[RecordHand, ...]
    pages: Page[int]
    withheld: bool


def site_records(visitor: Visitor, year: int | None = None, page: str = "") -> Records:
    """Load the records over all tournaments that this visitor may see, or over the tournaments of one year.

    `page` is the number of a page of the list of yakuman, as text.
    """
    seen = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None)
    tournaments = seen if year is None else seen.filter(starts_on__year=year)
    return _records(tournaments, partial_sights(tournaments, visitor), page, of_site=year is None)


def public_records(persons: Mapping[int, int], year: int | None = None, page: str = "") -> Records:
    """Load the records that everybody may see. If a person has several `Player` rows, these rows count as one player.

    `persons` maps the ids of all rows of a person to one common id.
    """
    tournaments = Tournament.objects.seen_by(STRANGER).filter(rehearsal_of=None)
    if year is not None:
        tournaments = tournaments.filter(starts_on__year=year)
    sight_by_id = partial_sights(tournaments, STRANGER)
    return _records(tournaments, sight_by_id, page, of_site=year is None, persons=persons)


def tournament_years(visitor: Visitor) -> list[int]:
    """Return the years of the tournaments that this visitor may see, by their first day, the latest first."""
    seen = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None)
    return [day.year for day in seen.dates("starts_on", "year", order="DESC")]


def tournament_records(tournament: Tournament, sight: Sight, page: str = "") -> Records:
    """Load the records of one tournament, of the rounds that `sight` shows."""
    return _records(Tournament.objects.filter(pk=tournament.pk), {tournament.pk: sight}, page, of_site=False)


def _records(
    tournaments: "QuerySet[Tournament]",
    sight_by_id: Mapping[int, Sight],
    page: str,
    *,
    of_site: bool,
    persons: Mapping[int, int] = NOBODY_TWICE,
) -> Records:
    """Load the records of these tournaments in a fixed number of queries. A tournament that is not in `sight_by_id` is
    shown completely.

    `persons` maps the ids of several `Player` rows of the same person to one common id.
    """
    hidden = hidden_rounds(sight_by_id)
    lines = listed_lines(tournaments, hidden)
    played = lines.filter(substitute="")
    state = (*state_of(tournaments), *hidden)
    best = BEST.get(state, 0, lambda: _best(lines, played, of_site=of_site))
    runs = runs_of_firsts(played, (*state, 0, *chain(*sorted(persons.items()))), persons)
    pages = Paginator(_yakuman(lines, state), YAKUMAN_ON_A_PAGE).get_page(page)
    wall = WALL.get((*state, pages.number), 0, lambda: _wall(list(pages), lines))
    shown = {*best.highest, *(won.line for won in (*best.hands, *wall))}
    line_of = SheetLine.objects.select_related(*OF_LINE).defer(*NOT_OF_LINE).order_by().in_bulk(shown)
    players = Entry.objects.select_related("player").in_bulk({run.entry for run in runs})
    places = Hanchan.objects.select_related("round__tournament", "table").in_bulk(
        {hanchan for run in runs for hanchan in (run.first, run.last)}
    )
    return Records(
        hands=tuple(_record(won, line_of) for won in best.hands),
        hanchans=tuple(
            RecordHanchan(points=line.points, entry=line.entry, hanchan=line.sheet.hanchan)
            for line in (line_of[pk] for pk in best.highest)
        ),
        runs=tuple(
            Run(length=run.length, entry=players[run.entry], first=places[run.first], last=places[run.last])
            for run in runs
        ),
        yakuman=tuple(_record(won, line_of) for won in wall),
        pages=pages,
        withheld=any(sight.withheld for sight in sight_by_id.values()),
    )


def _record(won: "_Won", line_of: Mapping[int, SheetLine]) -> RecordHand:
    line = line_of[won.line]
    return RecordHand(won=won.hand, entry=line.entry, hanchan=line.sheet.hanchan)


class _Won(NamedTuple):
    """A won hand, with the id of the winner's sheet line."""

    line: int
    hand: WonHand


class _Best(NamedTuple):
    """The best hands, and the ids of the sheet lines with the most points."""

    hands: tuple[_Won, ...]
    highest: tuple[int, ...]


BEST: Cache[State, _Best] = Cache(100)
"""A cache of the best hands and hanchans, by the state of the tournaments and the hidden rounds. To know the value of a
hand, its hanchan is replayed."""

WALL: Cache[State, tuple[_Won, ...]] = Cache(100)
"""A cache of the yakuman on one page, by the state of the tournaments, the hidden rounds and the page's number."""


def _best(lines: "QuerySet[SheetLine]", played: "QuerySet[SheetLine]", *, of_site: bool) -> _Best:
    """Find the best hands of these lines, and the best hanchans of the lines `played`, which are without
    substitutes."""
    wins = _wins(set(_highest(lines, BEST_HAND, of_site=of_site).values()), lines)
    return _Best(
        hands=tuple(nlargest(MOST, wins, key=lambda won: won.hand.rank)),
        highest=tuple(_highest(played, "points", of_site=of_site)),
    )


def _wall(yakuman: Collection[int], lines: "QuerySet[SheetLine]") -> tuple[_Won, ...]:
    """Return the yakuman of these lines (ids), the newest first."""
    hanchans = SheetLine.objects.filter(pk__in=yakuman).values_list("sheet__hanchan", flat=True)
    wins = _wins(set(hanchans), lines)
    return tuple(won for won in reversed(wins) if won.line in yakuman and won.hand.worth.limit is Limit.YAKUMAN)


YAKUMAN: Cache[State, list[int]] = Cache(100)
"""Cache of the ids of sheet lines with a yakuman, by the state of the tournaments and the hidden rounds. Such lines are
few, but the database reads every line of the site to find them."""


def _yakuman(lines: "QuerySet[SheetLine]", state: State) -> list[int]:
    """Return the ids of the sheet lines with a yakuman, the newest first."""
    newest_first = lines.filter(figures__yakuman__gt=0).order_by(*_newest_first())
    return YAKUMAN.get(state, 0, lambda: list(newest_first.values_list("pk", flat=True)))


def _newest_first() -> Iterator[OrderBy | str]:
    yield F(f"{ROUND}__tournament__starts_on").desc(nulls_first=True)
    yield from (f"-{name}" for name in IN_TIME[1:])


def _highest(lines: "QuerySet[SheetLine]", column: str, *, of_site: bool) -> dict[int, int]:
    """Return the ids of the `MOST` lines that have the highest values in this column, each with the id of its hanchan.
    Of equal lines, the earliest of the first `MOST_EQUAL` are chosen. `column` is a column with an index.

    For the whole site the best of all lines are read first, which needs no sorting. Most of them may be of events that
    the visitor must not see, as many as one likes: then the database sorts the visitor's own lines.
    """
    lines = lines.filter(**{f"{column}__gt": 0}) if column == BEST_HAND else lines
    best: Any = _best_of_site(lines, column) if of_site else None
    if best is None:
        # The sum keeps the database from walking down the index, past every line that the visitor must not see.
        best = lines.order_by((F(column) + 0).desc(), "pk").values("pk")[:MOST_EQUAL]
    highest = SheetLine.objects.filter(pk__in=best).order_by(f"-{column}", *IN_TIME, "pk")
    return dict(highest.values_list("pk", HANCHAN)[:MOST])


def _best_of_site(lines: "QuerySet[SheetLine]", column: str) -> "QuerySet[Any, Any] | None":
    """Return those of these lines that are among the best `MOST_READ` of the site; None if there are not enough to know
    that no other line is among the best."""
    rows: QuerySet[Any] = LineFigures.objects.all() if column == BEST_HAND else SheetLine.objects.all()
    own = column.split("__")[-1]
    ordered: QuerySet[Any, Any] = rows.order_by(f"-{own}", "pk")
    best = lines.filter(pk__in=ordered.values("pk")[:MOST_READ]).order_by()
    values = sorted(best.values_list(column, flat=True), reverse=True)
    next_one = ordered.values_list(own, flat=True)[MOST_READ : MOST_READ + 1]
    is_enough = all(len(values) >= MOST and values[MOST - 1] > value for value in next_one)
    return best.values("pk") if is_enough else None


def _wins(hanchans: Collection[int], lines: "QuerySet[SheetLine]") -> list[_Won]:
    """Return the wins in these hanchans by the players of these lines, in order of time."""
    games = {game.hanchan.pk: game for game in load_games(Hanchan.objects.filter(pk__in=hanchans))}
    rows = lines.filter(sheet__hanchan__in=hanchans).order_by(*IN_TIME).values_list("sheet__hanchan", "seat", "pk")
    of_hanchan: dict[int, dict[Seat, int]] = defaultdict(dict)
    for hanchan, seat, pk in rows:
        of_hanchan[hanchan][Seat(seat)] = pk
    return [
        _Won(line=seats[won.win.winner], hand=won)
        for hanchan, seats in of_hanchan.items()
        for game in [games[hanchan]]
        for won in sorted((won for seat in seats for won in own_wins(game, seat)), key=lambda won: won.hand)
    ]

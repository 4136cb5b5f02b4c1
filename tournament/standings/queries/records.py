"""Records: the best hands and hanchans of one tournament, or of all tournaments on the site that the visitor may see.

As in `standings.queries.statistics`, a hanchan counts if its sheet is signed, its round is shown and the player is
listed in the standings. Players who did not consent to a public name are called "a player". A substitute's results do
not count.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
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
from scoring.statistics import WonHand, longest_run_of_firsts
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight, hidden_rounds, partial_sights
from tournament.games.figures import own_wins
from tournament.games.queries.game import load_games
from tournament.games.queries.results import listed_lines
from tournament.models import STRANGER, Entry, Hanchan, LineFigures, SheetLine, ShownAs, Tournament, Visitor
from tournament.standings.queries.cached import State, state_of

MOST = 10
"""How many records of each kind are listed; yakuman are listed by pages."""

YAKUMAN_ON_A_PAGE = 20
CHUNK = 50

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
    """A streak of first places: its first and its last hanchan, and its length."""

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
    """Load the records that everybody may see. If a person has several `Player` rows, they count as one player.

    `persons` maps the ids of the rows of such a person to one common id.
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
    """Load the records of one tournament, of the rounds that this sight shows."""
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
    by_points, by_best = SheetLine.objects.all(), LineFigures.objects.filter(best__gt=0)
    if not of_site:  # for few lines, walking down the index of the whole site would be slow
        by_points, by_best = lines, by_best.filter(line__in=lines.values("pk"))
    played = lines.filter(substitute="")
    highest = _best(by_points, "points", played)
    best = _best(by_best, "best", lines)
    state = (*state_of(tournaments), *hidden)
    runs = _runs(played, (*state, 0, *chain(*sorted(persons.items()))), persons)
    pages = Paginator(_yakuman(lines, state), YAKUMAN_ON_A_PAGE).get_page(page)
    with_yakuman = dict(SheetLine.objects.filter(pk__in=list(pages)).values_list("pk", "sheet__hanchan"))
    wins = _wins({line.sheet.hanchan_id for line in best} | {*with_yakuman.values()}, lines)
    players = Entry.objects.select_related("player").in_bulk({run.entry for run in runs})
    places = Hanchan.objects.select_related("round__tournament", "table").in_bulk(
        {hanchan for run in runs for hanchan in (run.first, run.last)}
    )
    return Records(
        hands=tuple(nlargest(MOST, (record for _line, record in wins), key=lambda record: record.won.rank)),
        hanchans=tuple(
            RecordHanchan(points=line.points, entry=line.entry, hanchan=line.sheet.hanchan) for line in highest
        ),
        runs=tuple(
            Run(length=run.length, entry=players[run.entry], first=places[run.first], last=places[run.last])
            for run in runs
        ),
        yakuman=tuple(
            record
            for line, record in reversed(wins)
            if line in with_yakuman and record.won.worth.limit is Limit.YAKUMAN
        ),
        pages=pages,
        withheld=any(sight.withheld for sight in sight_by_id.values()),
    )


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


def _best(rows: "QuerySet[Any]", column: str, counted: "QuerySet[SheetLine]") -> list[SheetLine]:
    """Return the `MOST` sheet lines with the highest values in this column, among the lines that count; if several are
    equal, the earliest.

    `rows` are `SheetLine` or `LineFigures` rows. They are read in the order of the column's index, from the highest
    value, until enough of them count. Otherwise the database would sort every line of the site.
    """
    values: list[int] = []
    candidates: list[int] = []
    size, start = CHUNK, 0
    while True:
        chunk = dict(rows.order_by(f"-{column}", "pk").values_list("pk", column)[start : start + size])
        counts = list(counted.filter(pk__in=list(chunk)).order_by().values_list("pk", flat=True))
        candidates += counts
        values = sorted([*values, *(chunk[pk] for pk in counts)], reverse=True)
        last = values[MOST - 1] if len(values) >= MOST else None
        if len(chunk) < size or (last is not None and min(chunk.values()) < last):
            break
        start, size = start + size, 2 * size
    value = column if rows.model is SheetLine else f"figures__{column}"
    best = SheetLine.objects.filter(pk__in=candidates).order_by(f"-{value}", *IN_TIME, "pk")
    return list(best.select_related("entry__player", f"{ROUND}__tournament", f"{HANCHAN}__table")[:MOST])


def _wins(hanchans: Collection[int], lines: "QuerySet[SheetLine]") -> list[tuple[int, RecordHand]]:
    """Return the wins of these lines' players in these hanchans, in order of time, each with the id of its sheet
    line."""
    games = {game.hanchan.pk: game for game in load_games(Hanchan.objects.filter(pk__in=hanchans))}
    rows = lines.filter(sheet__hanchan__in=hanchans).order_by(*IN_TIME).values_list("sheet__hanchan", "seat", "pk")
    of_hanchan: dict[int, dict[Seat, int]] = defaultdict(dict)
    for hanchan, seat, pk in rows:
        of_hanchan[hanchan][Seat(seat)] = pk
    return [
        (seats[won.win.winner], RecordHand(won=won, entry=game.seats[won.win.winner].entry, hanchan=game.hanchan))
        for hanchan, seats in of_hanchan.items()
        for game in [games[hanchan]]
        for won in sorted((won for seat in seats for won in own_wins(game, seat)), key=lambda won: won.hand)
    ]


class _Line(NamedTuple):
    """One player's line of a signed sheet, sortable by time. `person` identifies the player over all tournaments; for a
    player who did not consent to a public name, it identifies only this entry. `is_named` says whether the whole name
    is shown, not only initials."""

    day: datetime.date
    tournament: int
    round: int
    hanchan: int
    entry: int
    person: tuple[str, int]
    is_named: bool
    place: int


class _Run(NamedTuple):
    """A streak of first places; `entry`, `first` and `last` (hanchans) are ids."""

    length: int
    entry: int
    first: int
    last: int


RUNS: Cache[State, list[_Run]] = Cache(100)
"""A cache of the longest streaks, by the state of the tournaments and the hidden rounds."""


def _runs(lines: "QuerySet[SheetLine]", state: State, persons: Mapping[int, int]) -> list[_Run]:
    """Return the longest streak of each person, if the streak has at least two hanchans."""
    return RUNS.get(state, 0, lambda: _longest_runs(lines, persons))


def _longest_runs(lines: "QuerySet[SheetLine]", persons: Mapping[int, int]) -> list[_Run]:
    of_person: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for line in sorted(_in_time(lines, persons)):
        of_person[line.person].append(line)
    runs = []
    for own_lines in of_person.values():
        start, length = longest_run_of_firsts([line.place for line in own_lines])
        if length > 1:
            runs.append(own_lines[start : start + length])
    longest = sorted(runs, key=lambda run: (-len(run), run[-1]))[:MOST]
    return [_Run(len(run), _shown_entry(run), run[0].hanchan, run[-1].hanchan) for run in longest]


def _shown_entry(run: Sequence[_Line]) -> int:
    """Return the id of the entry whose name is shown for a streak: an entry that is shown by initials if there is one,
    otherwise the last entry. If the whole name stood beside hanchans that other pages show by initials, it would reveal
    whose hanchans they are."""
    return next((line.entry for line in run if not line.is_named), run[-1].entry)


def _in_time(lines: "QuerySet[SheetLine]", persons: Mapping[int, int]) -> Iterator[_Line]:
    rows = lines.order_by().values_list(
        f"{ROUND}__tournament__starts_on", f"{ROUND}__tournament", f"{ROUND}__number", HANCHAN, "entry", "place",
        "entry__player", "entry__may_publish", "entry__player__shown_as",
    )  # fmt: skip
    for day, tournament, round_, hanchan, entry, place, player, may_publish, shown_as in rows:
        shows_other_events = may_publish and shown_as != ShownAs.NOBODY
        person = ("player", persons.get(player, player)) if shows_other_events else ("entry", entry)
        is_named = shows_other_events and shown_as == ShownAs.NAME
        yield _Line(day or datetime.date.max, tournament, round_, hanchan, entry, person, is_named, place)

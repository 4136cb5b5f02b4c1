"""Leagues that somebody may read, and the table of one: several tournaments added up by person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from django.db.models import Q, QuerySet

from scoring.standings import rank
from tournament.models import Entry, League, Player, SheetLine, Tournament, Visitor
from tournament.queries.departures import unlisted
from tournament.queries.leaderboard import plain
from tournament.queries.penalties import TakenOff, taken_off
from tournament.queries.results import signed_lines
from tournament.queries.sit_outs import SitOuts, sit_outs
from tournament.queries.stages import Stages, stages
from tournament.queries.visibility import Sight, sights

Order = Literal["sum", "average"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """One person. `sum` adds up their totals in the tournaments, in thousands and exact: scores less chombo and
    penalties, carried over cuts as there. `average` is that for each hanchan.

    `name` is none of theirs where one of these tournaments may not publish it. `entries` are their places in the
    tournaments that count, by which people of one name are told apart.
    """

    place: int
    player: Player
    name: str
    sum: Fraction
    hanchans: int
    entries: tuple[Entry, ...]
    shares_name: bool

    @property
    def average(self) -> Fraction:
        return self.sum / self.hanchans


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """`tournaments` are those that this reader may see; `left_out` says that there are others, and `withheld` that
    these have rounds which are not shown yet."""

    rows: tuple[LeagueRow, ...]
    tournaments: tuple[Tournament, ...]
    left_out: bool
    withheld: bool


def league_table(league: League, visitor: Visitor, *, by: Order) -> LeagueTable:
    """Signed sheets less penalties, by person and never by name, in a fixed number of queries. Who was taken out of a
    tournament's results has none of it here either.

    Only tournaments that this visitor may see count, and of these the rounds that are shown: a league that anybody
    reads must not tell what happened in one that is private, not even as a part of a sum. So two readers may see two
    tables, and `left_out` and `withheld` let the page say so.
    """
    counted = league.tournaments.filter(pk__in=Tournament.objects.seen_by(visitor).values("pk"))
    lines = (
        signed_lines(counted)
        .exclude(entry__in=unlisted(counted).values("pk"))
        .select_related("entry__player", "entry__tournament", "sheet__hanchan__round")
    )
    tournaments = tuple(counted.with_role(visitor))
    seen = sights(tournaments, visitor)
    return LeagueTable(
        rows=tuple(
            _rows(_shown(lines, seen), _penalties(counted, seen), _stages(counted, seen), sit_outs(counted), by)
        ),
        tournaments=tournaments,
        left_out=league.tournaments.count() > len(tournaments),
        withheld=any(sight.withheld for sight in seen.values()),
    )


def _shown(lines: Iterable[SheetLine], seen: Mapping[int, Sight]) -> Iterable[SheetLine]:
    return (line for line in lines if seen[line.entry.tournament_id].shows(line.sheet.hanchan.round.number))


def _penalties(counted: "QuerySet[Tournament]", seen: Mapping[int, Sight]) -> dict[int, list[TakenOff]]:
    of = dict(Entry.objects.filter(tournament__in=counted).values_list("pk", "tournament_id"))
    return {
        entry: [penalty for penalty in theirs if penalty.is_seen(seen[of[entry]])]
        for entry, theirs in taken_off(counted).items()
    }


def _stages(counted: "QuerySet[Tournament]", seen: Mapping[int, Sight]) -> dict[int, Stages]:
    return {tournament: cuts.seen(seen[tournament]) for tournament, cuts in stages(counted).items()}


def _rows(
    lines: Iterable[SheetLine],
    penalties: Mapping[int, list[TakenOff]],
    of_stages: Mapping[int, Stages],
    rests: Mapping[int, SitOuts],
    by: Order,
) -> list[LeagueRow]:
    of_player: dict[int, list[SheetLine]] = {}
    begun: dict[int, set[int]] = {}
    for line in lines:
        of_player.setdefault(line.entry.player_id, []).append(line)
        begun.setdefault(line.entry.tournament_id, set()).add(line.sheet.hanchan.round.number)
    sums = [_sum(theirs, penalties, of_stages, rests, begun) for theirs in of_player.values()]
    counts = [len(theirs) for theirs in of_player.values()]
    compared = sums if by == "sum" else [sum_ / count for sum_, count in zip(sums, counts, strict=True)]
    names = [_name(theirs) for theirs in of_player.values()]
    rows = [
        LeagueRow(
            place=place,
            player=theirs[0].entry.player,
            name=name,
            sum=sum_,
            hanchans=len(theirs),
            entries=_entries(theirs),
            shares_name=names.count(name) > 1,
        )
        for theirs, name, place, sum_ in zip(of_player.values(), names, rank(compared), sums, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.place, plain(row.name), row.player.pk))


def _name(lines: list[SheetLine]) -> str:
    return min((line.entry for line in lines), key=lambda entry: entry.may_publish).public_name


def _sum(
    lines: list[SheetLine],
    penalties: Mapping[int, list[TakenOff]],
    of_stages: Mapping[int, Stages],
    rests: Mapping[int, SitOuts],
    begun: Mapping[int, set[int]],
) -> Fraction:
    """`penalties` by entry: each counts once, however many lines the entry has. The others by tournament; `begun` are
    the rounds with results."""
    of_entry: dict[int, list[SheetLine]] = {}
    for line in lines:
        of_entry.setdefault(line.entry_id, []).append(line)
    sum_ = Fraction()
    for entry, theirs in of_entry.items():
        scores = [(line.sheet.hanchan.round.number, line.exact_score - line.exact_penalty) for line in theirs]
        tournament = theirs[0].entry.tournament_id
        own = [line.exact_score for line in theirs]
        scores += rests.get(tournament, SitOuts()).scores(entry, begun[tournament], own)
        cuts = of_stages.get(tournament, Stages())
        sum_ += cuts.standing(entry, scores, penalties.get(entry, [])).total
    return sum_


def _entries(lines: list[SheetLine]) -> tuple[Entry, ...]:
    entries = {line.entry_id: line.entry for line in lines}
    return tuple(sorted(entries.values(), key=lambda entry: entry.tournament_id))


def leagues_for(visitor: Visitor) -> "QuerySet[League]":
    """Those this person may read."""
    return League.objects.seen_by(visitor)


def choosable_tournaments(visitor: Visitor, league: League | None) -> "QuerySet[Tournament]":
    """What this person may put into a league: what they organize, and what the league has already."""
    mine = Tournament.objects.organized_by(visitor).values("pk")
    there = league.tournaments.values("pk") if league else Tournament.objects.none().values("pk")
    return Tournament.objects.filter(Q(pk__in=mine) | Q(pk__in=there), rehearsal_of=None)

"""The data of a finished tournament for the European Mahjong Association, and the faults in these data.

The organizer enters facts that the site does not store, such as days, country and qualification (`EmaFacts`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from scoring.mers import Weight, base_rank, weight
from scoring.rules import Ruleset
from tournament.countries import COUNTRIES, country_name, sport_letters
from tournament.games.queries.table_counts import TABLES
from tournament.models import Entry, Round, RoundClock, Substitution, Tournament
from tournament.standings.ema import EmaFacts, EmaRow, city_and_country, names_of
from tournament.standings.file_faults import FileFault, FileFinding
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.result_faults import faults_of_people, faults_of_results, shared_by_several
from tournament.standings.queries.row import Row

EMA_RULES = ("ema_2025", "ema_2016")
REMOVED = "(removed)"
SUBSTITUTES_AT_MOST = 3
NUMBER = re.compile(r"[0-9]{8}")


@dataclass(frozen=True, kw_only=True)
class EmaPackage:
    """The data for the page, the file and the report. `country` is the tournament's country as a code of three letters.
    `countries` are triples: a country's code of three letters, its name and its number of players. `rounds` are pairs:
    a round (annotated with its number of `tables`), and the minutes until the end signal of the round's clock."""

    facts: EmaFacts
    city: str
    country: str
    days: int
    first_day: date | None
    last_day: date | None
    rows: tuple[EmaRow, ...]
    findings: tuple[FileFinding, ...]
    countries: tuple[tuple[str, str, int], ...]
    weight: Weight | None
    rules: Ruleset
    substitutes: int
    penalties: int
    chombo: int
    rounds: tuple[tuple[Round, int | None], ...]

    @property
    def players(self) -> int:
        return len(self.rows)

    @property
    def rejected(self) -> list[FileFinding]:
        """Return the faults for which the federation would reject the file."""
        return [finding for finding in self.findings if finding.is_rejected]

    @property
    def warnings(self) -> list[FileFinding]:
        return [finding for finding in self.findings if not finding.is_rejected]


def ema_package(tournament: Tournament, facts: EmaFacts) -> EmaPackage:
    """Build the EMA package from signed sheets only, in a fixed number of queries."""
    board = leaderboard(tournament, official=True)
    rounds = list(tournament.rounds.select_related("clock").annotate(tables=TABLES))
    started = {timezone.localdate(round_.started_at) for round_ in rounds}
    days = facts.days or max(len(started), 1)
    first = tournament.starts_on or min(started, default=None)
    places = [row for row in board.rows if row.place]
    rows = tuple(_ema_row(row, len(places)) for row in places)
    letters = Counter(row.country for row in rows if row.country)
    names = {row.entry.player.country: _letters(row.entry) for row in places}
    city, country_of_place = city_and_country(tournament.place)
    country = facts.country or country_of_place
    rules = tournament.ruleset
    substitutes = set(
        Substitution.objects.current()
        .filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
        .values_list("name", flat=True)
    )
    return EmaPackage(
        facts=facts,
        city=city,
        country=sport_letters(country),
        days=days,
        first_day=first,
        last_day=first + timedelta(days=days - 1) if first else None,
        rows=rows,
        findings=tuple(_faults(tournament, country, board, rows, substitutes, rules)),
        countries=tuple(
            (code, country_name(iso), letters[code])
            for iso, code in sorted(names.items(), key=lambda named: named[1])
            if code
        ),
        weight=weight(
            days=days,
            players=len(rows),
            countries=len(letters),
            qualification=facts.qualification,
            mers=facts.mers,
        )
        if rows
        else None,
        rules=rules,
        substitutes=len(substitutes),
        penalties=sum(row.penalties > 0 for row in board.rows),
        chombo=sum(bool(result and result.penalty) for row in board.rows for result in row.results),
        rounds=tuple((round_, _minutes(round_, rules)) for round_ in rounds),
    )


def _minutes(round_: Round, rules: Ruleset) -> int | None:
    """Return the minutes until the end signal of the clock: the round's minutes if they are set, otherwise the rules'
    minutes; None if the rules have no clock."""
    clock: RoundClock | None = getattr(round_, "clock", None)
    return rules.minutes and ((clock.minutes if clock else None) or rules.minutes)


def _ema_row(row: Row, players: int) -> EmaRow:
    assert row.place is not None  # noqa: S101 (for the type check)
    player = row.entry.player
    first_name, last_name = ("", REMOVED) if player.removed_at else names_of(player.name, player.last_name)
    return EmaRow(
        place=row.place,
        number=row.entry.number,
        first_name=first_name,
        last_name=last_name,
        ema_number=player.ema_number,
        score=row.total,
        country=_letters(row.entry),
        base=base_rank(row.place, players) if players > 1 else None,
    )


def _letters(entry: Entry) -> str:
    return sport_letters(entry.player.country)


def _faults(
    tournament: Tournament,
    country: str,
    board: Leaderboard,
    rows: tuple[EmaRow, ...],
    substitutes: set[str],
    rules: Ruleset,
) -> Iterator[FileFinding]:
    if not rows:
        yield FileFinding(fault=FileFault.NOTHING)
    if not tournament.starts_on:
        yield FileFinding(fault=FileFault.NO_DATE)
    if not tournament.place:
        yield FileFinding(fault=FileFault.NO_PLACE)
    if not country:
        yield FileFinding(fault=FileFault.NO_COUNTRY)
    if rules.key not in EMA_RULES:
        yield FileFinding(fault=FileFault.RULES, about=rules.key)
    if rules.tie_uma != "shared":
        yield FileFinding(fault=FileFault.TIES_BY_SEAT)
    players = [row.entry.player for row in board.rows if row.place and not row.entry.player.removed_at]
    shared = shared_by_several(player.ema_number for player in players)
    yield from faults_of_people(
        [row.entry for row in board.rows if row.place],
        {
            FileFault.NUMBER_WRONG: lambda player: bool(player.ema_number) and not NUMBER.fullmatch(player.ema_number),
            FileFault.NUMBER_TWICE: lambda player: player.ema_number in shared,
            FileFault.COUNTRY_UNKNOWN: lambda player: player.country not in COUNTRIES,
            FileFault.NAME_SINGLE: lambda player: len(player.name.split()) < 2,
        },
    )
    if len(substitutes) > SUBSTITUTES_AT_MOST:
        yield FileFinding(fault=FileFault.SUBSTITUTES, about=", ".join(sorted(substitutes)))
    yield from faults_of_results(tournament, board)

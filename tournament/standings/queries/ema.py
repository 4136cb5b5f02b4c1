"""A finished tournament as the European Mahjong Association wants it, and the faults in it.

The organizer enters the facts that this site does not know (days, country, qualification): `EmaFacts`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from django.utils import timezone

from scoring.bonus import has_bonus
from scoring.mers import Weight, base_rank, weight
from scoring.penalties import total
from scoring.placement import Placement, points_add_up, scores_add_up
from scoring.rules import Ruleset
from scoring.seats import by_seat
from scoring.stages import rank_staged
from tournament.core.text import folded
from tournament.countries import COUNTRIES, country_name, sport_letters
from tournament.games.queries.results import unsigned_hanchans
from tournament.games.queries.table_counts import TABLES
from tournament.models import Entry, Hanchan, Round, RoundClock, SheetLine, SignedSheet, Substitution, Tournament
from tournament.standings.ema import EmaFacts, EmaFault, EmaFinding, EmaRow, city_and_country, names_of
from tournament.standings.queries.leaderboard import Leaderboard, Row, leaderboard

EMA_RULES = ("ema_2025", "ema_2016")
REMOVED = "(removed)"
SUBSTITUTES_AT_MOST = 3


@dataclass(frozen=True, kw_only=True)
class EmaPackage:
    """The data for the page, the file and the report. `country` has the three letters of the tournament's;
    `countries` have letters, name and number of players; `rounds` have the number of their `tables`, each with the
    minutes to its signal."""

    facts: EmaFacts
    city: str
    country: str
    days: int
    first_day: date | None
    last_day: date | None
    rows: tuple[EmaRow, ...]
    findings: tuple[EmaFinding, ...]
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
    def rejected(self) -> list[EmaFinding]:
        """The faults for which the federation would send the file back."""
        return [finding for finding in self.findings if finding.is_rejected]

    @property
    def worth_a_look(self) -> list[EmaFinding]:
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
    sheets = list(_sheets(tournament))
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
        findings=tuple(_faults(tournament, country, board, rows, sheets, substitutes, rules)),
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
    """Return the minutes to the signal: the round's own if set, else the rules'; None if the rules have no clock."""
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


def _sheets(tournament: Tournament) -> Iterable[SignedSheet]:
    current = SignedSheet.objects.current().filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
    return current.select_related("hanchan__round", "hanchan__table").prefetch_related("lines").order_by("hanchan")


def _faults(
    tournament: Tournament,
    country: str,
    board: Leaderboard,
    rows: tuple[EmaRow, ...],
    sheets: list[SignedSheet],
    substitutes: set[str],
    rules: Ruleset,
) -> Iterator[EmaFinding]:
    if not rows:
        yield EmaFinding(fault=EmaFault.NOTHING)
    if not tournament.starts_on:
        yield EmaFinding(fault=EmaFault.NO_DATE)
    if not tournament.place:
        yield EmaFinding(fault=EmaFault.NO_PLACE)
    if not country:
        yield EmaFinding(fault=EmaFault.NO_COUNTRY)
    if rules.key not in EMA_RULES:
        yield EmaFinding(fault=EmaFault.RULES, about=rules.key)
    if rules.tie_uma != "shared":
        yield EmaFinding(fault=EmaFault.TIES_BY_SEAT)
    yield from _faults_of_people([row.entry for row in board.rows if row.place])
    yield from _missing_rows(board)
    if len(substitutes) > SUBSTITUTES_AT_MOST:
        yield EmaFinding(fault=EmaFault.SUBSTITUTES, about=", ".join(sorted(substitutes)))
    for hanchan in unsigned_hanchans(tournament).select_related("round", "table").order_by("round__number", "table"):
        yield _of_sheet(hanchan, EmaFault.UNSIGNED)
    for sheet in sheets:
        yield from _faults_of_sheet(sheet, rules)
    yield from wrong_places(board.rows)
    yield from _wrong_totals(board)


def _faults_of_people(entries: list[Entry]) -> Iterator[EmaFinding]:
    """Yield faults in players' details. A removed person has one fault only, because nothing can be corrected."""
    for entry in entries:
        if entry.player.removed_at:
            yield EmaFinding(fault=EmaFault.NAME_GONE, about=f"#{entry.number}")
    entries = [entry for entry in entries if not entry.player.removed_at]
    names = Counter(folded(entry.player.name) for entry in entries)
    numbers = Counter(entry.player.ema_number for entry in entries if entry.player.ema_number)
    for entry in entries:
        player = entry.player
        faults = {
            EmaFault.NUMBER_WRONG: bool(player.ema_number)
            and not (len(player.ema_number) == 8 and player.ema_number.isascii() and player.ema_number.isdigit()),
            EmaFault.NUMBER_TWICE: numbers[player.ema_number] > 1,
            EmaFault.COUNTRY_UNKNOWN: player.country not in COUNTRIES,
            EmaFault.NAME_TWICE: names[folded(player.name)] > 1,
            EmaFault.NAME_SINGLE: len(player.name.split()) < 2,
        }
        for fault, is_found in faults.items():
            if is_found:
                yield _of(entry, fault)


def _of(entry: Entry, fault: EmaFault) -> EmaFinding:
    """Return a finding about a person; a removed person is named by number."""
    about = f"#{entry.number}" if entry.player.removed_at else entry.player.name
    return EmaFinding(fault=fault, about=about, entry=entry.number)


def _missing_rows(board: Leaderboard) -> Iterator[EmaFinding]:
    """Yield players who are entered but missing from the file, and players who did not play every round."""
    for row in board.unlisted:
        yield _of(row.entry, EmaFault.NOT_LISTED)
    most = max((row.played for row in board.rows), default=0)
    for row in board.rows:
        if not row.place:
            yield _of(row.entry, EmaFault.NO_RESULT)
        elif row.played < most and not board.cuts:
            yield _of(row.entry, EmaFault.ROUNDS_DIFFER)


def _faults_of_sheet(sheet: SignedSheet, rules: Ruleset) -> Iterator[EmaFinding]:
    """Yield faults of a sheet: points that do not add up, and scores that do not follow from them."""
    lines: list[SheetLine] = list(sheet.lines.all())
    start_points = by_seat(sheet.hanchan.start_points) if sheet.hanchan.start_points else None
    points = [line.points for line in lines]
    if not points_add_up(points, sheet.riichi_sticks, rules=rules, start_points=start_points):
        yield _of_sheet(sheet.hanchan, EmaFault.POINTS_SUM)
    placements = [
        Placement(points=line.points, place=line.place, uma=Fraction(line.uma), score=line.exact_score)
        for line in lines
    ]
    is_plain = not any(line.substitute for line in lines) and not has_bonus(rules)
    if is_plain and not scores_add_up(placements, rules=rules):
        yield _of_sheet(sheet.hanchan, EmaFault.SCORES_SUM)


def _wrong_totals(board: Leaderboard) -> Iterator[EmaFinding]:
    """Yield totals that differ from the sum of hanchans and rounds sat out, less chombo and penalties.

    Standings where a cut carried only a part are not checked.
    """
    for row in board.rows:
        if row.place and not board.any_carried:
            scores = sum((result.score for result in row.results if result), row.sat_out or Fraction())
            if row.total != total(scores, row.chombo, row.penalties):
                yield _of(row.entry, EmaFault.TOTAL_SUM)


def _of_sheet(hanchan: Hanchan, fault: EmaFault) -> EmaFinding:
    return EmaFinding(fault=fault, round=hanchan.round.number, table=hanchan.table.number)


def wrong_places(rows: Iterable[Row]) -> Iterator[EmaFinding]:
    """Yield places that do not follow from the totals: equals share the better place, and the next is skipped (T2)."""
    placed = [row for row in rows if row.place]
    places = rank_staged(
        [row.total for row in placed],
        [len(row.passed) for row in placed],
        [row.departure is not None and row.departure.is_last for row in placed],
    )
    for row, place in zip(placed, places, strict=True):
        if row.place != place:
            yield _of(row.entry, EmaFault.PLACE_WRONG)

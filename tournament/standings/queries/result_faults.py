"""Finds faults in a tournament's players, score sheets and places that no federation accepts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from scoring.bonus import has_bonus
from scoring.penalties import total
from scoring.placement import Placement, points_add_up, scores_add_up
from scoring.rules import Ruleset
from scoring.seats import by_seat
from scoring.stages import rank_staged
from tournament.core.text import folded
from tournament.games.queries.results import unsigned_hanchans
from tournament.models import Entry, Hanchan, Player, SheetLine, SignedSheet, Tournament
from tournament.standings.file_faults import FileFault, FileFinding
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row


def faults_of_people(
    entries: Iterable[Entry], checks: Mapping[FileFault, Callable[[Player], bool]]
) -> Iterator[FileFinding]:
    """Yield a finding for each check that returns True for a player, and for each player who has the same name as
    another. A removed person gets only the finding `NAME_GONE`, because nothing about a removed person can be
    corrected."""
    present = []
    for entry in entries:
        if entry.player.removed_at:
            yield FileFinding(fault=FileFault.NAME_GONE, about=f"#{entry.number}")
        else:
            present.append(entry)
    names = Counter(folded(entry.player.name) for entry in present)
    for entry in present:
        if names[folded(entry.player.name)] > 1:
            yield _about_person(entry, FileFault.NAME_TWICE)
        for fault, is_found in checks.items():
            if is_found(entry.player):
                yield _about_person(entry, fault)


def shared_by_several(numbers: Iterable[str]) -> frozenset[str]:
    """Return the member numbers that occur more than once; empty numbers are ignored."""
    return frozenset(number for number, count in Counter(filter(None, numbers)).items() if count > 1)


def faults_of_results(tournament: Tournament, board: Leaderboard) -> Iterator[FileFinding]:
    """Yield faults of the results: players missing from the file, sheets that are unsigned or do not add up, and wrong
    places and totals. Three queries."""
    yield from _missing_rows(board)
    for hanchan in unsigned_hanchans(tournament).select_related("round", "table").order_by("round__number", "table"):
        yield _about_sheet(hanchan, FileFault.UNSIGNED)
    for sheet, lines in _sheets(tournament):
        yield from _faults_of_sheet(sheet, lines, tournament.ruleset)
    yield from wrong_places(board.rows)
    yield from _wrong_totals(board)


def _sheets(tournament: Tournament) -> Iterator[tuple[SignedSheet, list[SheetLine]]]:
    """Yield the current score sheets with their lines.

    With `prefetch_related` each line would refer to its sheet, and the sheet to its lines. A page of a large event
    would then leave 50 MB that only a full garbage collection frees.
    """
    current = SignedSheet.objects.current().filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
    lines: dict[int, list[SheetLine]] = {}
    for line in SheetLine.objects.filter(sheet__in=current.order_by().values("pk")).order_by("sheet", "seat"):
        lines.setdefault(line.sheet_id, []).append(line)
    for sheet in current.select_related("hanchan__round", "hanchan__table").order_by("hanchan"):
        yield sheet, lines.get(sheet.pk, [])


def _about_person(entry: Entry, fault: FileFault) -> FileFinding:
    """Return a finding about a person; for a removed person it has the player's number instead of the name."""
    about = f"#{entry.number}" if entry.player.removed_at else entry.player.name
    return FileFinding(fault=fault, about=about, entry=entry.number)


def _missing_rows(board: Leaderboard) -> Iterator[FileFinding]:
    """Yield a finding for each player who entered but is not in the file of results. Also yield a finding for each
    player with fewer hanchans than others."""
    for row in board.unlisted:
        yield _about_person(row.entry, FileFault.NOT_LISTED)
    most = max((row.played for row in board.rows), default=0)
    for row in board.rows:
        if not row.place:
            yield _about_person(row.entry, FileFault.NO_RESULT)
        elif row.played < most and not board.cuts:
            yield _about_person(row.entry, FileFault.ROUNDS_DIFFER)


def _faults_of_sheet(sheet: SignedSheet, lines: list[SheetLine], rules: Ruleset) -> Iterator[FileFinding]:
    """Yield the faults of a score sheet: points that do not add up, and scores that do not follow from the points."""
    start_points = by_seat(sheet.hanchan.start_points) if sheet.hanchan.start_points else None
    points = [line.points for line in lines]
    if not points_add_up(points, sheet.riichi_sticks, rules=rules, start_points=start_points):
        yield _about_sheet(sheet.hanchan, FileFault.POINTS_SUM)
    placements = [
        Placement(points=line.points, place=line.place, uma=Fraction(line.uma), score=line.exact_score)
        for line in lines
    ]
    is_plain = not any(line.substitute for line in lines) and not has_bonus(rules)
    if is_plain and not scores_add_up(placements, rules=rules):
        yield _about_sheet(sheet.hanchan, FileFault.SCORES_SUM)


def _wrong_totals(board: Leaderboard) -> Iterator[FileFinding]:
    """Yield a finding for each total that differs from the sum of hanchans and rounds sat out, less chombo and
    penalties.

    If a cut carried over only a part of the totals, nothing is checked.
    """
    for row in board.rows:
        if row.place and not board.any_carried:
            scores = sum((result.score for result in row.results if result), row.sat_out or Fraction())
            if row.total != total(scores, row.chombo, row.penalties):
                yield _about_person(row.entry, FileFault.TOTAL_SUM)


def _about_sheet(hanchan: Hanchan, fault: FileFault) -> FileFinding:
    return FileFinding(fault=fault, round=hanchan.round.number, table=hanchan.table.number)


def wrong_places(rows: Iterable[Row]) -> Iterator[FileFinding]:
    """Yield a finding for each place that does not follow from the totals: equal totals share the better place, and
    after two players in place 1 comes place 3 (T2)."""
    placed = [row for row in rows if row.place]
    places = rank_staged(
        [row.total for row in placed],
        [len(row.passed) for row in placed],
        [row.departure is not None and row.departure.is_last for row in placed],
    )
    for row, place in zip(placed, places, strict=True):
        if row.place != place:
            yield _about_person(row.entry, FileFault.PLACE_WRONG)

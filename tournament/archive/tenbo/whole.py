"""All rows of a tournament that the document contains, read as one consistent snapshot."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Count, Model, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from scoring.rules import Ruleset
from tournament.archive.tenbo.columns import Shape, record_of
from tournament.core.errors import LogFull
from tournament.core.limits import MOST_HANDS_IN_FILE
from tournament.core.queries.byte_length import ByteLength
from tournament.games.substitutes import NameKey, name_key, public_name
from tournament.models import (
    Announcement,
    Appeal,
    Call,
    Cut,
    Departure,
    Entry,
    EntryTerms,
    Hanchan,
    Hand,
    LogEntry,
    MailWording,
    PaperResult,
    Penalty,
    PlannedStart,
    PlayerTeam,
    Round,
    RoundVisibility,
    Seat,
    SeatingPlan,
    SheetLine,
    Signature,
    SignedSheet,
    Substitution,
    TeamPenalty,
    TeamSeat,
    Tournament,
)
from tournament.people.queries.enter import terms_of

MOST_LOGGED_DATA = 60_000_000
"""The most bytes that the data of a tournament's log may have in a file. The largest tournaments have a third of
it; a file of 400 MB took more than a gigabyte of memory. No file of more than 20 MB comes back from a laptop."""

MOST_OUTCOMES, MOST_HANDS_READ = 60_000_000, 2 * MOST_HANDS_IN_FILE
"""The most bytes that the outcomes of a tournament's hands may take in the database, and the most hands, of which a
file is made. What an imported file of 20 MB contains may take three times as much there, as names of yaku in other
letters than a to z are stored with six bytes each."""

TRIES = 4
"""Number of attempts to read a tournament without a lock; an attempt fails if somebody writes to the tournament
meanwhile."""


@dataclass
class HanchanRows:
    """All rows of one hanchan, including superseded and withdrawn rows: seats in seat order, other rows in the order of
    writing. `lines` are the lines of each signed sheet, by the sheet's id, in seat order.

    These lists replace Django's prefetching. Prefetched objects and their hanchan refer to each other, so only the
    garbage collector frees them. A file of 3,000 hanchans left 700,000 such objects, and all threads stop while they
    are collected.
    """

    seats: list[Seat] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    papers: list[PaperResult] = field(default_factory=list)
    signatures: list[Signature] = field(default_factory=list)
    substitutions: list[Substitution] = field(default_factory=list)
    sheets: list[SignedSheet] = field(default_factory=list)
    lines: dict[int, list[SheetLine]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True, kw_only=True)
class WholeTournament:
    """One consistent snapshot of the rows of a tournament that are facts; derived rows are left out. `rows_of` has the
    rows of each hanchan by the hanchan's id."""

    tournament: Tournament
    teams: list[PlayerTeam]
    entries: list[Entry]
    tables: list[int]
    rounds: list[Round]
    hanchans: list[Hanchan]
    rows_of: Mapping[int, HanchanRows]
    plans: list[SeatingPlan]
    terms: EntryTerms | None
    announcement: Announcement | None
    mail_wordings: list[MailWording]
    team_seats: list[TeamSeat]
    cuts: list[Cut]
    departures: list[Departure]
    penalties: list[Penalty]
    team_penalties: list[TeamPenalty]
    calls: list[Call]
    appeals: list[Appeal]
    visibilities: list[RoundVisibility]
    planned_starts: list[PlannedStart]
    log: list[LogEntry]
    resting_of: Mapping[int, list[int]]
    finalists_of: Mapping[int, list[int]]

    @cached_property
    def rules(self) -> Ruleset:
        return self.tournament.ruleset

    @cached_property
    def hanchans_of(self) -> Mapping[int, Sequence[Hanchan]]:
        """The hanchans of each round, by the round's id."""
        of_round: dict[int, list[Hanchan]] = {round_.pk: [] for round_ in self.rounds}
        for hanchan in self.hanchans:
            of_round[hanchan.round_id].append(hanchan)
        return of_round

    def public_name_of(self, substitution: Substitution) -> str:
        """Return the substitute's name as people outside the team see it."""
        return public_name(substitution, self._refused)

    @cached_property
    def _refused(self) -> Set[NameKey]:
        return {name_key(entry.player.name) for entry in self.entries if not entry.is_named}

    @cached_property
    def numbers(self) -> dict[type[Model], dict[int | None, Any]]:
        """The ids that rows get in the document, by model and by the rows' ids in the database. Teams, hanchans,
        penalties and calls are numbered from 1."""
        return {
            Entry: {None: None} | {entry.pk: entry.number for entry in self.entries},
            PlayerTeam: _places(self.teams),
            LogEntry: {None: None} | {entry.pk: entry.number for entry in self.log},
            Hanchan: _places(self.hanchans),
            Penalty: _places(self.penalties),
            Call: _places(self.calls),
        }

    def record(self, shape: type[Shape], row: Model, *references: str, **others: Any) -> Shape:
        """Build a record like `record_of`. `references` are the keys of the record that refer to other rows of the
        tournament."""
        for key in references:
            column: Any = row._meta.get_field(key)
            others[key] = self.numbers[column.related_model][getattr(row, column.attname)]
        return record_of(shape, row, **others)


def _places(rows: Sequence[Model]) -> dict[int | None, int | None]:
    return {None: None} | {row.pk: place for place, row in enumerate(rows, start=1)}


class TooLongForFile(LogFull):
    """The tournament's log has more than `MOST_LOGGED_DATA`, or its hands more than `MOST_OUTCOMES` or
    `MOST_HANDS_READ`, and no file takes them."""

    message = _("This tournament is too long for a file with everything. The results can be downloaded as tables.")


def check_file_fits(tournament: Tournament) -> None:
    """Raise `TooLongForFile` if no file takes the whole tournament."""
    if (tournament.log.aggregate(stored=Sum(ByteLength("data")))["stored"] or 0) > MOST_LOGGED_DATA:
        raise TooLongForFile
    _check_hands(Hand.objects.filter(hanchan__round__tournament=tournament))


def _check_hands(hands: "QuerySet[Hand]") -> None:
    read = hands.aggregate(number=Count("pk"), outcomes=Sum(ByteLength("outcome"), default=0))
    if read["number"] > MOST_HANDS_READ or read["outcomes"] > MOST_OUTCOMES:
        raise TooLongForFile


def whole_tournament(tournament_id: int, *, with_history: bool = True) -> WholeTournament:
    """Read a consistent snapshot of a tournament, in several queries. Without history, log entries have only their
    numbers, and hands that were undone or replaced are left out. Raises `Tournament.DoesNotExist` and `TooLongForFile`.

    Every write raises the tournament's version. So if the version is the same before and after the queries, nothing was
    written in between.
    """
    for _try in range(TRIES):
        whole = _read(Tournament.objects.get(pk=tournament_id), with_history=with_history)
        version = Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
        if version == whole.tournament.version:
            return whole
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
        return _read(locked, with_history=with_history)


def _read(tournament: Tournament, *, with_history: bool) -> WholeTournament:
    hands = Hand.objects.filter(hanchan__round__tournament=tournament)
    if with_history:
        check_file_fits(tournament)
    else:
        hands = hands.filter(superseded_by=None)
        _check_hands(hands)
    log = tournament.log.order_by("number")
    entries = list(tournament.entries.select_related("player").order_by("number"))
    hanchans = Hanchan.objects.filter(round__tournament=tournament).select_related("round", "table")
    return WholeTournament(
        tournament=tournament,
        teams=list(tournament.player_teams.order_by("pk")),
        entries=entries,
        tables=list(tournament.tables.order_by("number").values_list("number", flat=True)),
        rounds=list(tournament.rounds.select_related("clock").order_by("number")),
        hanchans=list(hanchans.order_by("round__number", "table__number", "pk")),
        rows_of=_rows_of_hanchans(tournament, entries, hands),
        terms=terms_of(tournament),
        announcement=Announcement.objects.filter(tournament=tournament).first(),
        mail_wordings=list(tournament.mail_wordings.order_by("kind", "language")),
        team_seats=list(tournament.team_seats.order_by("round", "table", "seat")),
        cuts=list(tournament.cuts.order_by("pk")),
        departures=list(Departure.objects.filter(entry__tournament=tournament).order_by("pk")),
        penalties=list(Penalty.objects.filter(entry__tournament=tournament).order_by("pk")),
        team_penalties=list(TeamPenalty.objects.filter(team__tournament=tournament).order_by("pk")),
        calls=list(Call.objects.filter(table__tournament=tournament).select_related("table").order_by("pk")),
        appeals=list(tournament.appeals.order_by("pk")),
        visibilities=list(tournament.round_visibilities.order_by("number")),
        planned_starts=list(tournament.planned_starts.order_by("number")),
        plans=list(tournament.plans.order_by("pk")),
        log=list(log if with_history else log.only("number")),
        resting_of=_numbers_by(Round.resting.through.objects.filter(round__tournament=tournament), "round"),
        finalists_of=_numbers_by(Cut.finalists.through.objects.filter(cut__tournament=tournament), "cut"),
    )


def _numbers_by(rows: "QuerySet[Any]", of: str) -> dict[int, list[int]]:
    """Return the sorted numbers of entries that belong to each round or cut, by its id. A prefetch would make an object
    of each: a file may list 400,000."""
    numbers: dict[int, list[int]] = {}
    for pk, number in rows.order_by("entry__number").values_list(of, "entry__number").iterator():
        numbers.setdefault(pk, []).append(number)
    return numbers


def _rows_of_hanchans(
    tournament: Tournament, entries: Iterable[Entry], hands: "QuerySet[Hand]"
) -> dict[int, HanchanRows]:
    """Return the rows of each hanchan, by the hanchan's id, with these of its hands. If a player is entered between two
    of the queries, rows of this player are left out; `whole_tournament` then reads everything again."""
    of = {"hanchan__round__tournament": tournament}
    rows: defaultdict[int, HanchanRows] = defaultdict(HanchanRows)
    by_id = {entry.pk: entry for entry in entries}
    for seat in Seat.objects.filter(**of).order_by("seat"):
        if seat.entry_id in by_id:
            seat.entry = by_id[seat.entry_id]
            rows[seat.hanchan_id].seats.append(seat)
    for hand in hands.order_by("pk"):
        rows[hand.hanchan_id].hands.append(hand)
    for paper in PaperResult.objects.filter(**of).order_by("pk"):
        rows[paper.hanchan_id].papers.append(paper)
    for signature in Signature.objects.filter(**of).order_by("pk"):
        rows[signature.hanchan_id].signatures.append(signature)
    for substitution in Substitution.objects.filter(**of).order_by("pk"):
        rows[substitution.hanchan_id].substitutions.append(substitution)
    hanchan_of = {}
    for sheet in SignedSheet.objects.filter(**of).order_by("pk"):
        hanchan_of[sheet.pk] = sheet.hanchan_id
        rows[sheet.hanchan_id].sheets.append(sheet)
    for line in SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).order_by("seat"):
        if line.sheet_id in hanchan_of:
            rows[hanchan_of[line.sheet_id]].lines[line.sheet_id].append(line)
    return rows

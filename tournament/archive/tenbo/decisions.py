"""Decisions of organizers and referees beside the tables: cuts, departures and penalties."""

from fractions import Fraction
from typing import Annotated

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import Made, Shape, record_of, row_of
from tournament.archive.tenbo.known import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Count,
    Entries,
    EntryNumber,
    Exact,
    LogNumber,
    Number,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.models import Cut, Departure, Penalty
from tournament.models.penalty import Offence

Rule = Annotated[str, Field(max_length=60)]


class PublicCutRecord(TypedDict):
    """A cut: only some entries play on for the first places."""

    after_round: Number
    carried: Annotated[str, word(*Cut.Carried.values)]
    finalists: Entries[EntryNumber]


class CutRecord(PublicCutRecord):
    decided_by: LogNumber
    taken_back_by: LogNumber | None


class PublicDepartureRecord(TypedDict):
    """A departure: somebody plays no further."""

    entry: EntryNumber
    kind: Annotated[str, word(*Departure.Kind.values)]
    from_round: Number


class DepartureRecord(PublicDepartureRecord):
    decided_by: LogNumber
    taken_back_by: LogNumber | None


class PublicPenaltyRecord(TypedDict):
    """Points taken off an entry's total, or a warning."""

    entry: EntryNumber
    offence: Annotated[str, word(*Offence.values)]
    points: Exact
    minutes: Count | None
    round: Count | None
    rule: Rule


class PenaltyRecord(PublicPenaltyRecord):
    given_by: LogNumber
    taken_back_by: LogNumber | None


def cut_record(shape: type[Shape], cut: Cut, whole: WholeTournament) -> Shape:
    finalists = sorted(whole.entry_numbers[entry.pk] for entry in cut.finalists.all())
    return record_of(shape, cut, finalists=finalists, **whole.log_numbers(cut, "decided_by", "taken_back_by"))


def departure_record(shape: type[Shape], departure: Departure, whole: WholeTournament) -> Shape:
    log_numbers = whole.log_numbers(departure, "decided_by", "taken_back_by")
    return record_of(shape, departure, entry=whole.entry_numbers[departure.entry_id], **log_numbers)


def penalty_record(shape: type[Shape], penalty: Penalty, whole: WholeTournament) -> Shape:
    log_numbers = whole.log_numbers(penalty, "given_by", "taken_back_by")
    return record_of(shape, penalty, entry=whole.entry_numbers[penalty.entry_id], **log_numbers)


def check_cuts(cuts: list[CutRecord], known: DocumentScope) -> None:
    after: set[int] = set()
    for place, cut in placed("cuts", cuts):
        known.check_entries(f"{place}.finalists", cut["finalists"])
        known.check_logged(place, cut, "decided_by", "taken_back_by")
        if cut["taken_back_by"] is None:
            check_new(f"{place}.after_round", cut["after_round"], after)


def check_departures(departures: list[DepartureRecord], known: DocumentScope) -> None:
    gone: set[int] = set()
    for place, departure in placed("departures", departures):
        known.check_entry(f"{place}.entry", departure["entry"])
        known.check_logged(place, departure, "decided_by", "taken_back_by")
        if departure["taken_back_by"] is None:
            check_new(f"{place}.entry", departure["entry"], gone)


def check_penalties(penalties: list[PenaltyRecord], known: DocumentScope) -> None:
    for place, penalty in placed("penalties", penalties):
        known.check_entry(f"{place}.entry", penalty["entry"])
        known.check_logged(place, penalty, "given_by", "taken_back_by")
        if Fraction(penalty["points"]) < 0:
            raise BadDocument(f"{place}.points", gettext_lazy("A penalty takes points off; it has no sign."))


def make_cuts(records: list[CutRecord], made: Made) -> None:
    for record in records:
        cut = row_of(Cut, record, tournament=made.tournament, **made.log_ids(record, "decided_by", "taken_back_by"))
        cut.save()
        cut.finalists.set([made.entries[number] for number in record["finalists"]])


def make_departures(records: list[DepartureRecord], made: Made) -> None:
    Departure.objects.bulk_create(
        row_of(
            Departure,
            record,
            entry_id=made.entries[record["entry"]],
            **made.log_ids(record, "decided_by", "taken_back_by"),
        )
        for record in records
    )


def make_penalties(records: list[PenaltyRecord], made: Made) -> list[Penalty]:
    return Penalty.objects.bulk_create(
        row_of(
            Penalty,
            record,
            entry_id=made.entries[record["entry"]],
            **made.log_ids(record, "given_by", "taken_back_by"),
        )
        for record in records
    )

"""Calls for a referee, and appeals against rulings and penalties."""

from typing import Annotated

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, create_in_batches
from tournament.archive.tenbo.decisions import Rule
from tournament.archive.tenbo.scope import DocumentScope, check_counted, check_new, only_one, placed
from tournament.archive.tenbo.values import BadDocument, Count, Filled, LogNumber, Name, TableNumber, word
from tournament.archive.tenbo.whole import WholeTournament
from tournament.models import Appeal, Call

Reason = Annotated[str, Field(max_length=500)]


class CallRecord(TypedDict):
    """A call for a referee from a table. `word` is the reason that the table chose; the referee writes the decision."""

    table: TableNumber
    round: Count | None
    word: Name
    called_by: LogNumber
    taken_by: LogNumber | None
    closed_by: LogNumber | None
    was_answered: bool
    situation: Reason
    decision: Reason
    rule: Rule


class AppealRecord(TypedDict):
    """An appeal against a penalty or against the ruling of a call.

    `penalty`, `call` and `replaced_by` (the penalty given instead) are positions in the lists of penalties and calls,
    from 1.
    """

    penalty: int | None
    call: int | None
    appealed_by: Annotated[Name, Filled]
    text: Reason
    made_by: LogNumber
    outcome: Annotated[str, word("", *Appeal.Outcome.values)]
    decision: Reason
    replaced_by: int | None
    decided_by: LogNumber | None


def call_record(call: Call, whole: WholeTournament) -> CallRecord:
    return whole.record(CallRecord, call, "called_by", "taken_by", "closed_by", table=call.table.number)


def appeal_record(appeal: Appeal, whole: WholeTournament) -> AppealRecord:
    return whole.record(AppealRecord, appeal, "penalty", "call", "made_by", "replaced_by", "decided_by")


def check_calls(calls: list[CallRecord], scope: DocumentScope) -> None:
    open_at: set[int] = set()
    for place, call in placed("calls", calls):
        scope.check_table(f"{place}.table", call["table"])
        scope.check_logged(place, call, "called_by", "taken_by", "closed_by")
        if call["closed_by"] is None:
            check_new(f"{place}.table", call["table"], open_at)
            if call["was_answered"]:
                raise BadDocument(
                    f"{place}.was_answered",
                    gettext_lazy("A call for a referee that has an answer must also be closed."),
                )


def check_appeals(appeals: list[AppealRecord], scope: DocumentScope, *, penalties: int, calls: int) -> None:
    """Check that appeals refer to penalties and calls that the document has."""
    open_against: set[tuple[int | None, int | None]] = set()
    for place, appeal in placed("appeals", appeals):
        check_counted(f"{place}.penalty", appeal["penalty"], penalties)
        check_counted(f"{place}.call", appeal["call"], calls)
        check_counted(f"{place}.replaced_by", appeal["replaced_by"], penalties)
        scope.check_logged(place, appeal, "made_by", "decided_by")
        against = (appeal["penalty"], appeal["call"])
        if against.count(None) != 1:
            raise BadDocument(place, gettext_lazy("An appeal must name either a penalty or a ruling."))
        is_open = appeal["decided_by"] is None
        if is_open == bool(appeal["outcome"]):
            raise BadDocument(
                f"{place}.outcome",
                gettext_lazy("A decided appeal must have an outcome, and an open appeal must have none."),
            )
        if is_open and against in open_against:
            raise only_one(place)
        if is_open:
            open_against.add(against)


def make_calls(records: list[CallRecord], imported: ImportedRows) -> None:
    rows = create_in_batches(
        imported.row(Call, record, "table", "called_by", "taken_by", "closed_by") for record in records
    )
    imported.ids[Call] |= {place: row.pk for place, row in enumerate(rows, start=1)}


def make_appeals(records: list[AppealRecord], imported: ImportedRows) -> None:
    references = ("penalty", "call", "made_by", "replaced_by", "decided_by")
    create_in_batches(imported.row(Appeal, record, *references, tournament=imported.tournament) for record in records)

"""Rounds: their start, the players who rested, the changes to their clock, and their hanchans."""

import datetime
from typing import Annotated

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import FailFast, Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, create_in_batches, record_of, row_of
from tournament.archive.tenbo.hanchans import (
    HanchanRecord,
    PublicHanchanRecord,
    check_hanchans,
    hanchan_record,
    hanchan_row,
    public_hanchan,
    seats_alone,
)
from tournament.archive.tenbo.scope import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Entries,
    EntryNumber,
    LargeCount,
    LogNumber,
    Moment,
    Number,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.limits import MOST_HANCHANS, MOST_HANDS_IN_FILE
from tournament.core.queries.visibility import Sight
from tournament.models import Entry, Hanchan, Round, RoundClock


class ClockRecord(TypedDict):
    """The state of a round's clock. `minutes` is null if the minutes of the rules apply."""

    minutes: Number | None
    extra_seconds: LargeCount
    started_at: Moment | None
    paused_at: Moment | None
    paused_microseconds: Annotated[int, Field(ge=0, le=10**15)]


class RoundRecord(TypedDict):
    """A round for organizers, with all hanchans. `resting` are the players who sit it out."""

    number: Number
    started_at: Moment
    approved_by: LogNumber | None
    resting: Entries[EntryNumber]
    released_by: LogNumber | None
    clock: ClockRecord | None
    hanchans: Annotated[list[HanchanRecord], FailFast(), Field(max_length=MOST_HANCHANS)]


class PublicRoundRecord(TypedDict):
    """A round for everyone. `withheld` is null if the results are shown, `signed` if they are withheld until all tables
    have signed, and `held` until the round is released."""

    number: int
    started_at: str
    resting: list[int]
    clock: ClockRecord | None
    withheld: str | None
    hanchans: list[PublicHanchanRecord]


def round_record(round_: Round, whole: WholeTournament) -> RoundRecord:
    return whole.record(
        RoundRecord,
        round_,
        "approved_by",
        "released_by",
        resting=_resting(round_, whole),
        clock=_clock_record(round_),
        hanchans=[hanchan_record(hanchan, whole) for hanchan in whole.hanchans_of[round_.pk]],
    )


def public_round(round_: Round, whole: WholeTournament, sight: Sight) -> PublicRoundRecord:
    withheld = sight.withholds(round_.number)
    public = seats_alone if withheld else public_hanchan
    counted = [h for h in whole.hanchans_of[round_.pk] if h.cancelled_by_id is None]
    return record_of(
        PublicRoundRecord,
        round_,
        resting=_resting(round_, whole),
        clock=_clock_record(round_),
        withheld=withheld.until if withheld else None,
        hanchans=[public(hanchan, whole) for hanchan in counted],
    )


def _resting(round_: Round, whole: WholeTournament) -> list[int]:
    return whole.resting_of.get(round_.pk, [])


def _clock_record(round_: Round) -> ClockRecord | None:
    """Return the record of the round's clock; None if the round has no clock row, because nobody used the clock."""
    clock: RoundClock | None = getattr(round_, "clock", None)
    if clock is None:
        return None
    return record_of(ClockRecord, clock, paused_microseconds=clock.paused_for // datetime.timedelta(microseconds=1))


def check_rounds(rounds: list[RoundRecord], scope: DocumentScope) -> None:
    _check_number_of_hands(rounds)
    numbers: set[int] = set()
    for place, round_ in placed("rounds", rounds):
        check_new(f"{place}.number", round_["number"], numbers)
        scope.check_logged(place, round_, "approved_by", "released_by")
        scope.check_list(f"{place}.resting", round_["resting"])
        _check_clock(f"{place}.clock", round_["clock"])
        check_hanchans(f"{place}.hanchans", round_["hanchans"], scope)


def _check_number_of_hands(rounds: list[RoundRecord]) -> None:
    """Check that the document does not have too many hands, before any of them is replayed."""
    hanchans = (hanchan for round_ in rounds for hanchan in round_["hanchans"])
    hands = sum(len(hanchan["recorded"]) + len(hanchan["other_hands"]) for hanchan in hanchans)
    if hands > MOST_HANDS_IN_FILE:
        problem = _("This file has %(hands)s hands, including corrected ones. A file can have at most %(most)s hands.")
        numbers = {"hands": hands, "most": MOST_HANDS_IN_FILE}
        raise BadDocument("", problem % {key: number_format(n, force_grouping=True) for key, n in numbers.items()})


def _check_clock(place: str, clock: ClockRecord | None) -> None:
    if clock and clock["started_at"] is None and (clock["paused_microseconds"] or clock["paused_at"] is not None):
        raise BadDocument(f"{place}.started_at", gettext_lazy("A clock that never started cannot have been paused."))


def make_rounds(records: list[RoundRecord], imported: ImportedRows) -> None:
    """Create rounds with their clocks and hanchans. The hanchans have no seats and hands yet."""
    rounds = create_in_batches(_round(record, imported) for record in records)
    pairs = list(zip(rounds, records, strict=True))
    create_in_batches(
        Round.resting.through(round_id=round_.pk, entry_id=imported.ids[Entry][number])
        for round_, record in pairs
        for number in record["resting"]
    )
    create_in_batches(_clock(round_, record["clock"]) for round_, record in pairs if record["clock"])
    hanchans = [(round_, hanchan) for round_, record in pairs for hanchan in record["hanchans"]]
    rows = create_in_batches(hanchan_row(imported, *hanchan) for hanchan in hanchans)
    imported.ids[Hanchan] |= {hanchan["id"]: row.pk for (_round, hanchan), row in zip(hanchans, rows, strict=True)}


def _round(record: RoundRecord, imported: ImportedRows) -> Round:
    return imported.row(Round, record, "approved_by", "released_by", tournament=imported.tournament)


def _clock(round_: Round, record: ClockRecord) -> RoundClock:
    paused_for = datetime.timedelta(microseconds=record["paused_microseconds"])
    return row_of(RoundClock, record, round=round_, paused_for=paused_for)


def log_numbers_in(records: list[RoundRecord]) -> set[int]:
    """Return the numbers of the log entries that rounds and their hanchans refer to."""
    numbers = {hanchan["cancelled_by"] for record in records for hanchan in record["hanchans"]}
    numbers |= {number for record in records for number in (record["approved_by"], record["released_by"])}
    return {number for number in numbers if number is not None}

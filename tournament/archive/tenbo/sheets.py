"""Results of a hanchan from paper and from signed score sheets: points, substitutions, signatures and sheets."""

from collections.abc import Collection
from typing import Annotated, NotRequired

from django.utils.translation import gettext, gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from scoring.seats import SEATS
from tournament.archive.tenbo.columns import ImportedRows, Shape, by_wind
from tournament.archive.tenbo.scope import DocumentScope, check_new, only_one, placed
from tournament.archive.tenbo.values import (
    Author,
    BadDocument,
    Checked,
    Count,
    EntryNumber,
    Exact,
    Filled,
    Four,
    LogNumber,
    Moment,
    Name,
    Points,
    SeatNumber,
    list_needs,
    moment_of,
    text_too_long,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.models import PaperResult, Signature, SignedBy, SignedSheet, Substitution


def _four_or_none(counts: list[int]) -> list[int]:
    if len(counts) not in (0, len(SEATS)):
        raise ValueError(list_needs(len(SEATS)))
    return counts


class PublicPaperRecord(TypedDict):
    """A result entered from paper: for each seat the points, not counting riichi bets left on the table, and the number
    of chombo."""

    points: Four[Points]
    riichi_sticks: Count
    chombo: Annotated[list[Count], Field(max_length=4), Checked(_four_or_none, {})]


class PaperRecord(PublicPaperRecord):
    """A result entered from paper, with its author. With `is_second` it is the second entry of the points, which only
    verifies the first."""

    is_second: NotRequired[bool]
    by: Author
    at: Moment
    superseded_by: LogNumber | None


class PublicSubstitutionRecord(TypedDict):
    """A substitution: another person plays instead of the entry's player, after `after_hand` hands; null means from the
    start. `name` is the substitute's name, or the text that is published instead of the name."""

    entry: EntryNumber
    name: Annotated[Name, Filled]
    after_hand: Count | None


class SubstitutionRecord(PublicSubstitutionRecord):
    """A substitution, with the log entries of its start and withdrawal. `may_publish` says that the substitute agreed
    to a public name."""

    may_publish: NotRequired[bool]
    said_by: LogNumber
    taken_back_by: LogNumber | None


class SignatureRecord(TypedDict):
    """A signature: of the player in `seat` or, if `seat` is null, of a referee or of a person who entered the sheet
    from paper."""

    seat: SeatNumber | None
    by: Author
    at: Moment
    withdrawn_by: LogNumber | None


class LineRecord(TypedDict):
    """The line of a score sheet for one seat."""

    seat: SeatNumber
    entry: EntryNumber
    points: Points
    place: Annotated[int, Field(ge=1, le=4)]
    uma: Exact
    score: Exact
    penalty: Exact
    substitute: Name


class PublicSheetRecord(TypedDict):
    """A score sheet without its signatures. `riichi_sticks` are the bets left on the table."""

    riichi_sticks: Count
    lines: Four[LineRecord]


class SheetRecord(PublicSheetRecord):
    """A signed score sheet. `method` says how the sheet was signed: by the four players, by a referee, or by entering
    it twice from paper."""

    method: NotRequired[Annotated[str, word(*SignedBy.values)]]
    by: Annotated[list[Author], Field(max_length=2)]
    at: Moment
    withdrawn_by: LogNumber | None


def paper_record(shape: type[Shape], paper: PaperResult, whole: WholeTournament) -> Shape:
    return whole.record(shape, paper, "superseded_by", points=paper.points, by=paper.recorded_as, at=paper.recorded_at)


def substitution_record(substitution: Substitution, whole: WholeTournament) -> SubstitutionRecord:
    return whole.record(SubstitutionRecord, substitution, "entry", "said_by", "taken_back_by")


def public_substitution(substitution: Substitution, whole: WholeTournament) -> PublicSubstitutionRecord:
    return whole.record(PublicSubstitutionRecord, substitution, "entry", name=whole.public_name_of(substitution))


def signature_record(signature: Signature, whole: WholeTournament) -> SignatureRecord:
    return whole.record(SignatureRecord, signature, "withdrawn_by", by=signature.signed_as)


def sheet_record(sheet: SignedSheet, whole: WholeTournament) -> SheetRecord:
    lines = [whole.record(LineRecord, line, "entry") for line in whole.rows_of[sheet.hanchan_id].lines[sheet.pk]]
    return whole.record(SheetRecord, sheet, "withdrawn_by", lines=lines, by=sheet.signed_as, at=sheet.signed_at)


def public_sheet(sheet: SignedSheet, whole: WholeTournament) -> PublicSheetRecord:
    rows = whole.rows_of[sheet.hanchan_id]
    names = {row.entry_id: whole.public_name_of(row) for row in rows.substitutions if row.taken_back_by_id is None}
    lines = [
        whole.record(
            LineRecord,
            line,
            "entry",
            substitute=names.get(line.entry_id, gettext("a player")) if line.substitute else "",
        )
        for line in rows.lines[sheet.pk]
    ]
    return whole.record(PublicSheetRecord, sheet, lines=lines)


def check_paper(where: str, papers: list[PaperRecord], scope: DocumentScope) -> bool:
    """Check the points from paper of a hanchan, and return whether any of them count."""
    current: set[bool] = set()
    for place, paper in placed(where, papers):
        scope.check_logged(place, paper, "superseded_by")
        if paper["superseded_by"] is None:
            is_second = paper.get("is_second", False)
            if is_second in current:
                raise only_one(place)
            current.add(is_second)
        scope.check_frozen(place)
    if current == {True}:
        problem = gettext_lazy(
            "The file has a second entry of points from a paper sheet, but no first entry to compare with."
        )
        raise BadDocument(f"{where}[{len(papers) - 1}]", problem)
    return False in current


def check_signed(
    where: str,
    substitutions: list[SubstitutionRecord],
    signatures: list[SignatureRecord],
    sheets: list[SheetRecord],
    scope: DocumentScope,
) -> None:
    _check_substitutions(f"{where}.substitutions", substitutions, scope)
    seats: set[int] = set()
    for place, signature in placed(f"{where}.signatures", signatures):
        scope.check_logged(place, signature, "withdrawn_by")
        if signature["seat"] is not None and signature["by"]:
            raise BadDocument(f"{place}.by", text_too_long(0))
        if signature["seat"] is not None and signature["withdrawn_by"] is None:
            check_new(f"{place}.seat", signature["seat"], seats)
    current = 0
    for place, sheet in placed(f"{where}.sheets", sheets):
        _check_lines(f"{place}.lines", sheet["lines"], scope)
        scope.check_logged(place, sheet, "withdrawn_by")
        current += sheet["withdrawn_by"] is None
        if current > 1:
            raise only_one(place)


def _check_substitutions(where: str, substitutions: list[SubstitutionRecord], scope: DocumentScope) -> None:
    away: set[int] = set()
    for place, substitution in placed(where, substitutions):
        scope.check_entry(f"{place}.entry", substitution["entry"])
        scope.check_logged(place, substitution, "said_by", "taken_back_by")
        if substitution["taken_back_by"] is None:
            check_new(f"{place}.entry", substitution["entry"], away)


def _check_lines(where: str, lines: list[LineRecord], scope: DocumentScope) -> None:
    for seat, (place, line) in zip(SEATS, placed(where, lines), strict=True):
        if line["seat"] != seat:
            raise BadDocument(
                f"{place}.seat",
                gettext_lazy("The lines of a score sheet must be in the order East, South, West, North."),
            )
        scope.check_entry(f"{place}.entry", line["entry"])


def paper_row(imported: ImportedRows, hanchan: int, record: PaperRecord) -> PaperResult:
    return imported.row(
        PaperResult,
        record,
        "superseded_by",
        hanchan_id=hanchan,
        **by_wind(record["points"]),
        recorded_as=record["by"],
        recorded_at=moment_of(record["at"]),
    )


def sheet_row(
    imported: ImportedRows, hanchan: int, record: SheetRecord, refereed: Collection[int | None]
) -> SignedSheet:
    """Return the row of a sheet. `refereed` are the log entries that withdrew signatures of referees, None for a
    signature that counts."""
    # Older documents have no method. It follows from the signatures that count, or were withdrawn with the sheet.
    is_refereed = record["withdrawn_by"] in refereed
    return imported.row(
        SignedSheet,
        record,
        "withdrawn_by",
        hanchan_id=hanchan,
        method=record.get("method", SignedBy.REFEREE if is_refereed else SignedBy.PLAYERS),
        signed_as=record["by"],
        signed_at=moment_of(record["at"]),
    )

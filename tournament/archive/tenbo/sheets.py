"""Paper and signed results of a hanchan: points from paper, who plays for whom, signatures and sheets."""

from typing import Annotated, NotRequired

from django.utils.translation import gettext_lazy
from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from scoring.seats import SEATS
from tournament.archive.tenbo.known import DocumentScope, check_new, only_one, placed
from tournament.archive.tenbo.made import Made
from tournament.archive.tenbo.values import (
    Author,
    BadDocument,
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
    moment_text,
    text_too_long,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.models import PaperResult, SheetLine, Signature, SignedBy, SignedSheet, Substitution


def _four_or_none(counts: list[int]) -> list[int]:
    if len(counts) not in (0, len(SEATS)):
        raise ValueError(list_needs(len(SEATS)))
    return counts


class PaperPointsRecord(TypedDict):
    """Points from paper, before leftover bets; chombo are counted by seat, or left out."""

    points: Four[Points]
    riichi_sticks: Count
    chombo: Annotated[list[Count], Field(max_length=4), AfterValidator(_four_or_none)]


class PaperRecord(PaperPointsRecord):
    """Points from paper, and who keyed them; those keyed `is_second` check the first."""

    is_second: NotRequired[bool]
    by: Author
    at: Moment
    superseded_by: LogNumber | None


class PublicSubstitutionRecord(TypedDict):
    """A substitution, from the start or after a hand."""

    entry: EntryNumber
    name: Annotated[Name, Filled]
    after_hand: Count | None


class SubstitutionRecord(PublicSubstitutionRecord):
    said_by: LogNumber
    taken_back_by: LogNumber | None


class SignatureRecord(TypedDict):
    """A player's signature; without a seat a referee's, or that of one of two who keyed the sheet."""

    seat: SeatNumber | None
    by: Author
    at: Moment
    withdrawn_by: LogNumber | None


class LineRecord(TypedDict):
    """A sheet's line for one seat."""

    seat: SeatNumber
    entry: EntryNumber
    points: Points
    place: Annotated[int, Field(ge=1, le=4)]
    uma: Exact
    score: Exact
    penalty: Exact
    substitute: Name


class LinesRecord(TypedDict):
    """A sheet's content."""

    riichi_sticks: Count
    lines: Four[LineRecord]


class SheetRecord(LinesRecord):
    """A signed sheet."""

    method: NotRequired[Annotated[str, word(*SignedBy.values)]]
    by: Annotated[list[Author], Field(max_length=2)]
    at: Moment
    withdrawn_by: LogNumber | None


def paper_points(paper: PaperResult) -> PaperPointsRecord:
    return {"points": list(paper.points), "riichi_sticks": paper.riichi_sticks, "chombo": paper.chombo}


def paper_record(paper: PaperResult, whole: WholeTournament) -> PaperRecord:
    return {
        **paper_points(paper),
        "is_second": paper.is_second,
        "by": paper.recorded_as,
        "at": moment_text(paper.recorded_at),
        "superseded_by": whole.log_number_or_none(paper.superseded_by_id),
    }


def public_substitution(substitution: Substitution, whole: WholeTournament) -> PublicSubstitutionRecord:
    return {
        "entry": whole.entry_numbers[substitution.entry_id],
        "name": substitution.name,
        "after_hand": substitution.after_hand,
    }


def substitution_record(substitution: Substitution, whole: WholeTournament) -> SubstitutionRecord:
    return {
        **public_substitution(substitution, whole),
        "said_by": whole.log_numbers[substitution.said_by_id],
        "taken_back_by": whole.log_number_or_none(substitution.taken_back_by_id),
    }


def signature_record(signature: Signature, whole: WholeTournament) -> SignatureRecord:
    return {
        "seat": signature.seat,
        "by": signature.signed_as,
        "at": moment_text(signature.at),
        "withdrawn_by": whole.log_number_or_none(signature.withdrawn_by_id),
    }


def lines_record(sheet: SignedSheet, whole: WholeTournament) -> LinesRecord:
    return {
        "riichi_sticks": sheet.riichi_sticks,
        "lines": [_line_record(line, whole) for line in sorted(sheet.lines.all(), key=lambda line: line.seat)],
    }


def sheet_record(sheet: SignedSheet, whole: WholeTournament) -> SheetRecord:
    return {
        **lines_record(sheet, whole),
        "method": sheet.method,
        "by": sheet.signed_as,
        "at": moment_text(sheet.signed_at),
        "withdrawn_by": whole.log_number_or_none(sheet.withdrawn_by_id),
    }


def _line_record(line: SheetLine, whole: WholeTournament) -> LineRecord:
    return {
        "seat": line.seat,
        "entry": whole.entry_numbers[line.entry_id],
        "points": line.points,
        "place": line.place,
        "uma": line.uma,
        "score": line.score,
        "penalty": line.penalty,
        "substitute": line.substitute,
    }


def check_paper(where: str, papers: list[PaperRecord], known: DocumentScope) -> bool:
    """Whether one of them counts."""
    current: set[bool] = set()
    for place, paper in placed(where, papers):
        known.check_logged(place, paper, "superseded_by")
        if paper["superseded_by"] is None:
            is_second = paper.get("is_second", False)
            if is_second in current:
                raise only_one(place)
            current.add(is_second)
        known.check_frozen(place)
    if current == {True}:
        problem = gettext_lazy("There is nothing here that this second entry could verify.")
        raise BadDocument(f"{where}[{len(papers) - 1}]", problem)
    return False in current


def check_signed(
    where: str,
    substitutions: list[SubstitutionRecord],
    signatures: list[SignatureRecord],
    sheets: list[SheetRecord],
    known: DocumentScope,
) -> None:
    _check_substitutions(f"{where}.substitutions", substitutions, known)
    seats: set[int] = set()
    for place, signature in placed(f"{where}.signatures", signatures):
        known.check_logged(place, signature, "withdrawn_by")
        if signature["seat"] is not None and signature["by"]:
            raise BadDocument(f"{place}.by", text_too_long(0))
        if signature["seat"] is not None and signature["withdrawn_by"] is None:
            check_new(f"{place}.seat", signature["seat"], seats)
    current = 0
    for place, sheet in placed(f"{where}.sheets", sheets):
        _check_lines(f"{place}.lines", sheet["lines"], known)
        known.check_logged(place, sheet, "withdrawn_by")
        current += sheet["withdrawn_by"] is None
        if current > 1:
            raise only_one(place)


def _check_substitutions(where: str, substitutions: list[SubstitutionRecord], known: DocumentScope) -> None:
    away: set[int] = set()
    for place, substitution in placed(where, substitutions):
        known.check_entry(f"{place}.entry", substitution["entry"])
        known.check_logged(place, substitution, "said_by", "taken_back_by")
        if substitution["taken_back_by"] is None:
            check_new(f"{place}.entry", substitution["entry"], away)


def _check_lines(where: str, lines: list[LineRecord], known: DocumentScope) -> None:
    for seat, (place, line) in zip(SEATS, placed(where, lines), strict=True):
        if line["seat"] != seat:
            raise BadDocument(f"{place}.seat", gettext_lazy("The lines of a sheet go from East to North."))
        known.check_entry(f"{place}.entry", line["entry"])


def paper_row(made: Made, hanchan: int, record: PaperRecord) -> PaperResult:
    east, south, west, north = record["points"]
    return PaperResult(
        hanchan_id=hanchan,
        east=east,
        south=south,
        west=west,
        north=north,
        riichi_sticks=record["riichi_sticks"],
        chombo=record["chombo"],
        is_second=record.get("is_second", False),
        recorded_as=record["by"],
        recorded_at=moment_of(record["at"]),
        superseded_by_id=made.log[record["superseded_by"]],
    )


def signature_row(made: Made, hanchan: int, record: SignatureRecord) -> Signature:
    return Signature(
        hanchan_id=hanchan,
        seat=record["seat"],
        signed_as=record["by"],
        at=moment_of(record["at"]),
        withdrawn_by_id=made.log[record["withdrawn_by"]],
    )


def sheet_row(made: Made, hanchan: int, record: SheetRecord, signatures: list[SignatureRecord]) -> SignedSheet:
    # An older document leaves the method to the signatures that were withdrawn with the sheet, or stand with it.
    signers = [signature["seat"] for signature in signatures if signature["withdrawn_by"] == record["withdrawn_by"]]
    return SignedSheet(
        hanchan_id=hanchan,
        method=record.get("method", SignedBy.REFEREE if None in signers else SignedBy.PLAYERS),
        riichi_sticks=record["riichi_sticks"],
        signed_as=record["by"],
        signed_at=moment_of(record["at"]),
        withdrawn_by_id=made.log[record["withdrawn_by"]],
    )


def line_row(made: Made, sheet: SignedSheet, record: LineRecord) -> SheetLine:
    return SheetLine(
        sheet=sheet,
        seat=record["seat"],
        entry_id=made.entries[record["entry"]],
        points=record["points"],
        place=record["place"],
        uma=record["uma"],
        score=record["score"],
        penalty=record["penalty"],
        substitute=record["substitute"],
    )


def substitution_row(made: Made, hanchan: int, record: SubstitutionRecord) -> Substitution:
    return Substitution(
        hanchan_id=hanchan,
        entry_id=made.entries[record["entry"]],
        name=record["name"],
        after_hand=record["after_hand"],
        said_by_id=made.log[record["said_by"]],
        taken_back_by_id=made.log[record["taken_back_by"]],
    )

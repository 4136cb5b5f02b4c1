"""One hanchan: its players and the end of its time, with its `hands` and its `sheets`."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, NotRequired

from django.utils.translation import gettext_lazy
from typing_extensions import TypedDict

from scoring.bonus import NO_CHIPS, check_balance
from scoring.clock import hands_left
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.seats import by_seat
from tournament.archive.tenbo import hands, sheets
from tournament.archive.tenbo.columns import ImportedRows, create_in_batches
from tournament.archive.tenbo.scope import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Count,
    EntryNumber,
    Four,
    FourOrFewer,
    FourOrNone,
    GameJson,
    Hands,
    LargeCount,
    LargeNumber,
    LogNumber,
    Moment,
    Points,
    Records,
    SeatNumber,
    TableNumber,
    current,
    list_needs,
    moment_of,
    moment_text,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.models import (
    Entry,
    GameLength,
    Hanchan,
    Hand,
    LogEntry,
    Round,
    Seat,
    SheetLine,
    Signature,
    Substitution,
)
from tournament.models.table.hanchan import rules_of_length


class TimeRecord(TypedDict):
    """The end of time at a table. `after` is how many hands were finished when time ended, and `in_progress` says
    whether another hand was being played."""

    called_at: Moment
    after: Count
    in_progress: bool


class SeatedRecord(TypedDict):
    """The table and players of a hanchan.

    `extra_seconds` are added to the round's clock for this table. `start_points` are given only if they differ from the
    rules. `winless` are the seats that won no hand.
    """

    id: LargeNumber
    table: TableNumber
    seats: Four[EntryNumber]
    extra_seconds: LargeCount
    length: NotRequired[Annotated[str, word("", *GameLength.values)]]
    time: TimeRecord | None
    start_points: NotRequired[FourOrNone[Points]]
    chips: NotRequired[FourOrNone[Points]]
    winless: NotRequired[FourOrFewer[SeatNumber]]


class HanchanRecord(SeatedRecord):
    """A hanchan for organizers, with everything that was recorded at it.

    `game` has the hands that count, in the format `hanchan/1`; `recorded` has the author and time of each of these
    hands. `other_hands` do not count, because they were corrected, or because the result from paper counts instead.
    """

    cancelled_by: LogNumber | None
    game: GameJson | None
    recorded: Hands[hands.RecordedHandRecord]
    other_hands: Records[hands.HandRecord]
    paper: Records[sheets.PaperRecord]
    substitutions: Records[sheets.SubstitutionRecord]
    signatures: Records[sheets.SignatureRecord]
    sheets: Records[sheets.SheetRecord]


class PublicHanchanRecord(SeatedRecord):
    """A hanchan for everyone, with the game and the result once they are public."""

    game: GameJson | None
    paper: sheets.PublicPaperRecord | None
    substitutions: list[sheets.PublicSubstitutionRecord]
    sheet: sheets.PublicSheetRecord | None


def hanchan_record(hanchan: Hanchan, whole: WholeTournament) -> HanchanRecord:
    game = _game(hanchan, whole)
    rows = whole.rows_of[hanchan.pk]
    counts = game.paper is None and hanchan.cancelled_by_id is None
    others = [hand for hand in rows.hands if not counts or hand.superseded_by_id]
    return {
        **_seated(hanchan, whole),
        "cancelled_by": whole.numbers[LogEntry][hanchan.cancelled_by_id],
        "game": hands.game_record(game) | {"players": hands.players(game)} if counts else None,
        "recorded": [hands.recorded_record(hand) for hand in game.hands] if counts else [],
        "other_hands": [hands.hand_record(hand, whole) for hand in others],
        "paper": [sheets.paper_record(sheets.PaperRecord, paper, whole) for paper in rows.papers],
        "substitutions": [sheets.substitution_record(row, whole) for row in rows.substitutions],
        "signatures": [sheets.signature_record(signature, whole) for signature in rows.signatures],
        "sheets": [sheets.sheet_record(sheet, whole) for sheet in rows.sheets],
    }


def public_hanchan(hanchan: Hanchan, whole: WholeTournament) -> PublicHanchanRecord:
    game = _game(hanchan, whole)
    return {
        **_seated(hanchan, whole),
        "game": None if game.paper else hands.game_record(game),
        "paper": sheets.paper_record(sheets.PublicPaperRecord, game.paper, whole) if game.paper else None,
        "substitutions": [
            sheets.public_substitution(row, whole)
            for row in whole.rows_of[hanchan.pk].substitutions
            if row.taken_back_by_id is None
        ],
        "sheet": sheets.public_sheet(game.sheet, whole) if game.sheet else None,
    }


def seats_alone(hanchan: Hanchan, whole: WholeTournament) -> PublicHanchanRecord:
    """Return the record of a hanchan in a withheld round, without data that would reveal its result: no chips, winless
    seats or end, and no points at the start of a game that continues from elsewhere."""
    return {
        **_seated(hanchan, whole),
        "time": None,
        "start_points": [],
        "chips": [],
        "winless": [],
        "game": None,
        "paper": None,
        "substitutions": [],
        "sheet": None,
    }


def _seated(hanchan: Hanchan, whole: WholeTournament) -> SeatedRecord:
    return {
        "id": whole.numbers[Hanchan][hanchan.pk],
        "table": hanchan.table.number,
        "seats": [seat.entry.number for seat in whole.rows_of[hanchan.pk].seats],
        "extra_seconds": hanchan.extra_seconds,
        "length": hanchan.length,
        "time": _time(hanchan),
        "start_points": hanchan.start_points,
        "chips": hanchan.chips,
        "winless": hanchan.winless,
    }


def _time(hanchan: Hanchan) -> TimeRecord | None:
    at, after, in_progress = hanchan.time_called_at, hanchan.time_called_after, hanchan.time_hand_in_progress
    if at is None or after is None or in_progress is None:
        return None
    return {"called_at": moment_text(at), "after": after, "in_progress": in_progress}


def _game(hanchan: Hanchan, whole: WholeTournament) -> Game:
    rows = whole.rows_of[hanchan.pk]
    return Game(
        hanchan=hanchan,
        rules=hanchan.own_rules(whole.rules),
        seats=tuple(rows.seats),
        hands=tuple(sorted(current(rows.hands), key=lambda hand: hand.number)),
        paper=next(current(paper for paper in rows.papers if not paper.is_second), None),
        signatures=(),
        sheet=next((sheet for sheet in rows.sheets if sheet.withdrawn_by_id is None), None),
    )


def check_hanchans(where: str, hanchans: list[HanchanRecord], scope: DocumentScope) -> None:
    occupied: set[int] = set()
    for place, hanchan in placed(where, hanchans):
        check_new(f"{place}.id", hanchan["id"], scope.hanchans)
        scope.check_table(f"{place}.table", hanchan["table"])
        scope.check_logged(place, hanchan, "cancelled_by")
        if hanchan["cancelled_by"] is None:
            check_new(f"{place}.table", hanchan["table"], occupied)
        scope.check_entries(f"{place}.seats", hanchan["seats"])
        _check_hands(place, hanchan, scope)
        sheets.check_signed(place, hanchan["substitutions"], hanchan["signatures"], hanchan["sheets"], scope)


def _check_hands(place: str, hanchan: HanchanRecord, scope: DocumentScope) -> None:
    on_paper = sheets.check_paper(f"{place}.paper", hanchan["paper"], scope)
    counts = hanchan["cancelled_by"] is None and not on_paper
    if counts != (hanchan["game"] is not None):
        raise BadDocument(
            f"{place}.game",
            gettext_lazy("A hanchan needs a game, except if it was cancelled or its points come from a paper sheet."),
        )
    rules = rules_of_length(scope.rules, hanchan.get("length", ""))
    outcomes = hands.checked_game(f"{place}.game", hanchan["game"], rules) if hanchan["game"] is not None else []
    _check_extras(place, hanchan, scope)
    if len(hanchan["recorded"]) != len(outcomes):
        raise BadDocument(f"{place}.recorded", list_needs(len(outcomes)))
    hands.check_other_hands(f"{place}.other_hands", hanchan["other_hands"], scope, counts=counts)
    if outcomes or hanchan["other_hands"] or hanchan["time"]:
        scope.check_frozen(place)
    if hanchan["time"]:
        _check_time(f"{place}.time", hanchan["time"], scope, outcomes)


def _check_extras(place: str, hanchan: HanchanRecord, scope: DocumentScope) -> None:
    game = hanchan["game"]
    for key, counts in (("start_points", True), ("chips", scope.rules.chip_value != 0)):  # see `Hanchan.chips`
        if game is not None and game.get(key, []) != (hanchan.get(key, []) if counts else []):
            raise BadDocument(f"{place}.{key}", gettext_lazy("This value differs from the value in the game."))
    try:
        check_balance(by_seat(hanchan.get("chips") or NO_CHIPS))
    except Refused as refused:
        raise BadDocument(f"{place}.chips", refusal_words(refused)) from None
    if any(points % 100 for points in hanchan.get("start_points", ())):
        raise BadDocument(f"{place}.start_points", refusal_words(Refused("points_not_hundreds")))


def _check_time(place: str, time: TimeRecord, scope: DocumentScope, outcomes: list[Outcome]) -> None:
    try:
        hands_left(outcomes[time["after"] :], in_progress=time["in_progress"], rules=scope.rules)
    except Refused as refused:
        raise BadDocument(place, refusal_words(refused)) from None


def hanchan_row(imported: ImportedRows, round_: Round, record: HanchanRecord) -> Hanchan:
    time = record["time"]
    return imported.row(
        Hanchan,
        record,
        "table",
        "cancelled_by",
        pk=imported.hanchan_pks.get(record["id"]),
        revision=imported.revisions.get(record["id"], 0),
        round=round_,
        time_called_at=moment_of(time["called_at"]) if time else None,
        time_called_after=time["after"] if time else None,
        time_hand_in_progress=time["in_progress"] if time else None,
    )


def make_seats_and_hands(records: list[HanchanRecord], imported: ImportedRows) -> None:
    create_in_batches(
        Seat(hanchan_id=imported.ids[Hanchan][record["id"]], seat=seat, entry_id=imported.ids[Entry][number])
        for record in records
        for seat, number in enumerate(record["seats"])
    )
    create_in_batches(chain.from_iterable(_hands(imported, record) for record in records))


def _hands(imported: ImportedRows, record: HanchanRecord) -> Iterator[Hand]:
    known, length = imported.counted.get(record["id"]), record.get("length", "")
    counted = known or hands.counted_hands(record["game"], record["recorded"], imported.rules, length)
    for hand in chain(record["other_hands"], counted):
        yield hands.hand_row(imported, imported.ids[Hanchan][record["id"]], hand)


def make_papers_and_sheets(records: list[HanchanRecord], imported: ImportedRows) -> None:
    papers, signatures, signed, lines, substitutions = [], [], [], [], []
    for record in records:
        hanchan = imported.ids[Hanchan][record["id"]]
        papers += [sheets.paper_row(imported, hanchan, paper) for paper in record["paper"]]
        signatures += [
            imported.row(Signature, signature, "withdrawn_by", hanchan_id=hanchan, signed_as=signature["by"])
            for signature in record["signatures"]
        ]
        substitutions += [
            imported.row(Substitution, substitution, "entry", "said_by", "taken_back_by", hanchan_id=hanchan)
            for substitution in record["substitutions"]
        ]
        refereed = {signature["withdrawn_by"] for signature in record["signatures"] if signature["seat"] is None}
        for sheet in record["sheets"]:
            signed.append(sheets.sheet_row(imported, hanchan, sheet, refereed))
            lines += [imported.row(SheetLine, line, "entry", sheet=signed[-1]) for line in sheet["lines"]]
    for rows in (papers, signatures, signed, lines, substitutions):
        create_in_batches(rows)
